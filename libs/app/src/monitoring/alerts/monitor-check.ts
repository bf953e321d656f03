import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { JobContext } from '../../job-context.ts';
import type { MonitorCheckFailure, MonitorCheckTerms, MonitoredCar } from '../checks/permit-monitor-check.ts';

/** A source's response, compared with the known state when it is stored. */
export interface MonitorCheckAnswer {
  /** When the source was called: a response older than the stored one is dropped. */
  askedAt: Date;
  /** Another aspect whose known state is compared too. */
  comparedWith?: MonitorAspect;
  /**
   * Returns `known: null` if the response has no data; then nothing changes. `other` is the known state of
   * `comparedWith`.
   */
  compare(known: unknown, today: IsoDate, other: unknown): { known: object | null; events: AlertFacts[] };
  /** The day of the next check, given the new known state; null: when the source changes. */
  nextDay(known: object, today: IsoDate): IsoDate | null;
  /**
   * Returns whether the response is still valid; called in the transaction that stores it, before the state is locked.
   * Absent: always valid.
   */
  isStillValid?(em: EntityManager): Promise<boolean>;
  /**
   * Stores further data in the same transaction; not called for a response that is dropped or has no data. `known` is
   * the new state, `other` that of `comparedWith`.
   */
  store?(
    em: EntityManager,
    watched: Pick<MonitoredCar, 'userId' | 'registration'>,
    { known, other }: { known: object; other: unknown },
  ): Promise<void>;
}

/** The result of a monitor check. */
export type MonitorCheckResult = { ok: true; answer: MonitorCheckAnswer } | MonitorCheckFailure;

/** The monitor check of one aspect: its terms, and where its data comes from. */
export interface MonitorCheck extends MonitorCheckTerms {
  /**
   * Returns newer data that is already available from a report or the member's own full check; null: the source must be
   * called.
   */
  findHeld?(car: MonitoredCar, context: JobContext): Promise<MonitorCheckAnswer | null>;
  /** Calls the source, outside any transaction. */
  fetch(car: MonitoredCar, context: JobContext): Promise<MonitorCheckResult>;
}

/** The monitor check of each aspect; a missing aspect is never checked. */
export type MonitorChecksByAspect = Partial<Record<MonitorAspect, MonitorCheck>>;

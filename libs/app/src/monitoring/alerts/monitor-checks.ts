import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import type { StoredMonitorCheckState } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import type { AlertFacts, AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { JobContext } from '../../job-context.ts';

/** A member's car before a monitor check. */
export interface MonitoredCar {
  userId: string;
  registration: string;
  sendable: NotifiableMember;
  /** The last known state of the aspect for this car; null: never checked. */
  state: StoredMonitorCheckState | null;
}

/** A source's response, compared with the known state when it is stored. */
export interface Answer {
  /** When the source was called: a response older than the stored one is dropped. */
  askedAt: Date;
  /** Another aspect whose known state is compared too. */
  comparedWith?: WatchAspect;
  /**
   * Returns `known: null` if the response has no data; then nothing changes. `other` is the known state of `comparedWith`.
   */
  compare(known: unknown, today: IsoDate, other: unknown): { known: object | null; events: AlertFacts[] };
  /** The day of the next check, given the new known state; null: when the source changes. */
  nextDay(known: object, today: IsoDate): IsoDate | null;
  /**
   * Returns whether the response is still valid; called in the transaction that stores it, before the state is locked.
   * Absent: always valid.
   */
  holds?(em: EntityManager): Promise<boolean>;
  /**
   * Stores further data in the same transaction; not called for a response that is dropped or has no data. `known` is the
   * new state, `other` that of `comparedWith`.
   */
  keep?(
    em: EntityManager,
    watched: Pick<MonitoredCar, 'userId' | 'registration'>,
    at: Date,
    { known, other }: { known: object; other: unknown },
  ): Promise<void>;
}

/**
 * The result of a monitor check. `shared`: the compared fields of the response, for checks of other members of the same car;
 * absent where those find them elsewhere. `failure`: why there is no data, in lower-case letters and dashes. Nothing changes
 * until `recheckAt`; null: until the source changes. `refusedAt`: when the source was called that has no data on this car
 * for any member, for a whole interval; absent where calling again is free.
 */
export type CheckResult =
  | { said: true; answer: Answer; shared?: object }
  | { said: false; failure: string; recheckAt: Date | null; refusedAt?: Date };

/** The monitor check of one aspect. */
export interface MonitorCheck {
  /** Days between two checks; 0: not scheduled. */
  everyDays: number;
  /** True if the look-up costs money: it is claimed before it is made, and not made during a trial. */
  paid: boolean;
  /** The switches of its alerts, for a paid check: it is not made for a member with all of them off. */
  switches?: readonly AlertSwitch[];
  /**
   * Returns newer data that is already available from a report or the member's own full check; null: the source must be
   * called.
   */
  held?(watched: MonitoredCar, context: JobContext): Promise<Answer | null>;
  /** Reads what the check of another member of the same car `shared`; absent: nothing is shared. */
  answerOf?(shared: unknown, askedAt: Date): Answer;
  /** The time since which a response is still valid, where that is not a whole interval. */
  resultFreshSince?(now: Date): Date;
  /**
   * How long a shared response is valid for a member without a known state; absent: as long as for others. A new member may
   * just have bought the car: where calling is free, the seller's data is not reused.
   */
  firstOfUseMs?: number;
  /** Calls the source, outside any transaction. */
  look(watched: MonitoredCar, context: JobContext): Promise<CheckResult>;
}

/** The monitor check of each aspect; a missing aspect is never checked. */
export type MonitorChecks = Partial<Record<WatchAspect, MonitorCheck>>;

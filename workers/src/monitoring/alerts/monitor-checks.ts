import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import type { StoredMonitorCheckState } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import type { AlertFacts, AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { JobContext } from '../../job-context.ts';

/** A member's car before a look. */
export interface MonitoredCar {
  userId: string;
  registration: string;
  sendable: NotifiableMember;
  /** What is known of the aspect and of this car; null: it was never looked at. */
  state: StoredMonitorCheckState | null;
}

/** A source's answer, to be compared with what is known by the time it is stored. */
export interface Answer {
  /** When the source was asked: an answer asked for earlier than what is stored is dropped. */
  askedAt: Date;
  /** Another aspect, whose known state the answer is compared with too. */
  comparedWith?: WatchAspect;
  /** `known` in the result null: the answer says nothing, and nothing changes. `other`: what is known of `comparedWith`. */
  compare(known: unknown, today: IsoDate, other: unknown): { known: object | null; events: AlertFacts[] };
  /** The day of the next look, by what is then known; null: when its source has changed. */
  nextDay(known: object, today: IsoDate): IsoDate | null;
  /** Whether it still holds, asked for in the transaction that stores it, before the state is locked; absent: it does. */
  holds?(em: EntityManager): Promise<boolean>;
  /**
   * What else is stored with it, in the same transaction; not of an answer that is dropped or says nothing. `known`: what
   * is known with this answer, `other`: of `comparedWith`.
   */
  keep?(
    em: EntityManager,
    watched: Pick<MonitoredCar, 'userId' | 'registration'>,
    at: Date,
    { known, other }: { known: object; other: unknown },
  ): Promise<void>;
}

/**
 * `shared`: of the source's own words what is compared, for looks at the same car for other members; absent where they find
 * it elsewhere. `failure`: why the source said nothing, in words of letters and dashes. Nothing changes until `recheckAt`;
 * null: until its source does. `refusedAt`: when the source was asked that has nothing to say of this car, whoever's it is,
 * for a whole interval;
 * absent where asking again costs nothing.
 */
export type CheckResult =
  | { said: true; answer: Answer; shared?: object }
  | { said: false; failure: string; recheckAt: Date | null; refusedAt?: Date };

/** How one aspect is looked at. */
export interface MonitorCheck {
  /** Days between two looks; 0: they are not ordered by the schedule of looks. */
  everyDays: number;
  /** The look-up costs money: it is claimed before it is made, and not made for those in their trial. */
  paid: boolean;
  /** The switches of what it may alert to, where it is paid: it is not made for who has all of them off. */
  switches?: readonly AlertSwitch[];
  /** What a report or the member's own check has brought since the last look, for nothing; null: the source is to be asked. */
  held?(watched: MonitoredCar, context: JobContext): Promise<Answer | null>;
  /** Reads what a look for another member of the same car has `shared`; absent: none is. */
  answerOf?(shared: unknown, askedAt: Date): Answer;
  /** Since when what was asked for is of use, where that is not a whole interval. */
  resultFreshSince?(now: Date): Date;
  /**
   * How long what a look for another has brought is of use to a member of whom nothing is known yet; absent: as long as to
   * all others. Who joins may just have bought the car: where asking costs nothing, what was said to its seller is not theirs.
   */
  firstOfUseMs?: number;
  /** Asks the source, outside of any transaction. */
  look(watched: MonitoredCar, context: JobContext): Promise<CheckResult>;
}

/** The look of each aspect; one that is missing is never looked at. */
export type MonitorChecks = Partial<Record<WatchAspect, MonitorCheck>>;

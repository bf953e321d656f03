import type { StoredMonitorCheckState } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import type { NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import type { AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';

/** When the monitor check of an aspect is made, and whether it costs money. */
export interface CheckTerms {
  aspect: WatchAspect;
  /** Days between two checks; 0: not scheduled. */
  everyDays: number;
  /** True if the look-up costs money: it is claimed before it is made, and not made during a trial. */
  paid: boolean;
  /** The switches of its alerts, for a paid check: it is not made for a member with all of them off. */
  switches?: readonly AlertSwitch[];
  /** The time since which a response is still valid, where that is not a whole interval. */
  resultFreshSince?(now: Date): Date;
}

/** A member's car before a monitor check. */
export interface MonitoredCar {
  userId: string;
  registration: string;
  sendable: NotifiableMember;
  /** The last known state of the aspect for this car; null: never checked. */
  state: StoredMonitorCheckState | null;
}

/**
 * A monitor check without data, and why, in lower-case letters and dashes. Nothing changes until `recheckAt`; null: until
 * the source changes.
 */
export interface MonitorCheckFailure {
  ok: false;
  failure: string;
  recheckAt: Date | null;
}

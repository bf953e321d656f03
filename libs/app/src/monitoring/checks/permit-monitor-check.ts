import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimMonitorCheck,
  type StoredMonitorCheckState,
  hasRecentResultOfOtherMember,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { isServiceProvidedTo, type NotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import {
  monitorCheckTimeOf,
  monitorCheckIntervalStart,
  nextMonitorCheckDay,
} from '@ve/domain/monitoring/alerts/next-check';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import {
  tryCountVendorCall,
  type VendorDailyBudget,
  unlimitedVendorDailyBudget,
  undoVendorCallCount,
} from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import type { JobContext } from '../../job-context.ts';

/** When the monitor check of an aspect is made, and whether it costs money. */
export interface MonitorCheckTerms {
  aspect: MonitorAspect;
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
 * A monitor check without data, and why, in lower-case letters and dashes. Nothing changes until `recheckAt`; null:
 * until the source changes.
 */
export interface MonitorCheckFailure {
  ok: false;
  failure: string;
  recheckAt: Date | null;
}

/** Returns whether the membership includes a check: one that costs money only when it provides paid look-ups. */
export const isMonitorCheckIncluded = async (
  em: EntityManager,
  { terms: { paid, everyDays }, userId }: { terms: MonitorCheckTerms; userId: string },
  now: Date,
): Promise<boolean> =>
  !paid || (everyDays > 0 && (await isServiceProvidedTo(em, { userId, service: 'paidLookups' }, now)));

/** The time since which a response is valid: within the check's interval and by its own rule. */
const oldestFreshResultTime = (terms: MonitorCheckTerms, now: Date): Date =>
  new Date(
    Math.max(monitorCheckIntervalStart(now, terms.everyDays).getTime(), terms.resultFreshSince?.(now).getTime() ?? 0),
  );

/**
 * Decides whether a source may be called now, and claims a paid check: a worker that dies costs one look-up, and the
 * next is made a day later. `not-due`: nothing is to be done, because the check is not due or another job makes it.
 */
export const permitMonitorCheck = async (
  em: EntityManager,
  { terms, car }: { terms: MonitorCheckTerms; car: MonitoredCar },
  now: Date,
): Promise<'permitted' | 'not-due' | MonitorCheckFailure> => {
  const { userId, registration, state } = car;
  if (state?.nextCheckAt && state.nextCheckAt > now) return 'not-due';
  if (!terms.paid) return 'permitted';
  const postponed = postponePaidCheck(terms, car, now);
  if (postponed !== null) return postponed;
  const until = monitorCheckTimeOf(addDays(londonDate(now), 1), userId);
  const claimed = await claimMonitorCheck(em, { userId, aspect: terms.aspect, registration }, { now, until });
  return claimed ? 'permitted' : 'not-due';
};

/**
 * Returns why a paid check is not made now and when to retry, or null if it may be made. The first check of a
 * membership or car is made a whole interval after it began: it would find no change, and members who join and cancel
 * would cost us money. Data read within the interval is not paid for again for any reason: a check that was suspended
 * does not record when it was due.
 */
const postponePaidCheck = (
  terms: MonitorCheckTerms,
  { userId, sendable: { watch }, state }: MonitoredCar,
  now: Date,
): MonitorCheckFailure | null => {
  const { everyDays, switches = [] } = terms;
  const today = londonDate(now);
  const postpone = (failure: string, days: number): MonitorCheckFailure => ({
    ok: false,
    failure,
    recheckAt: monitorCheckTimeOf(addDays(today, days), userId),
  });
  // Without a failure the source was not called either: the check was suspended before it was due, and its interval
  // begins now.
  if (state === null || (state.lastResultRequestedAt === null && state.failure === null))
    return postpone('not-yet', everyDays);
  if (
    state.lastResultRequestedAt !== null &&
    state.lastResultRequestedAt <= now &&
    state.lastResultRequestedAt >= oldestFreshResultTime(terms, now)
  ) {
    return postpone('not-yet', 1);
  }
  if (areRemindersPausedOn(watch, today)) return postpone('paused', 1);
  return switches.every((each) => watch.disabledAlerts.includes(each)) ? postpone('switched-off', 1) : null;
};

/** A look-up that its vendor charges for, within the daily budget of its monitor checks. */
export interface PaidMonitorCheckLookup<T> {
  terms: MonitorCheckTerms;
  /** The name under which its calls and their cost are counted. */
  vendor: string;
  budget: VendorDailyBudget;
  find: () => Promise<
    | { state: 'found'; data: T }
    | { state: 'not-held' | 'invalid' }
    | { state: 'unavailable'; reason: string; charged?: 'no' | 'unknown' }
  >;
}

/**
 * Calls the vendor within the budget; every failure waits for another day, since a look-up may have been charged.
 * Counts those that bought what another member's check of the same car had bought within the interval.
 */
export const fetchPaidLookupWithinBudget = async <T>(
  { terms, vendor, budget, find }: PaidMonitorCheckLookup<T>,
  { userId, registration }: MonitoredCar,
  { em, now }: Pick<JobContext, 'em' | 'now'>,
): Promise<{ ok: true; data: T; askedAt: Date } | MonitorCheckFailure> => {
  const askedAt = now();
  const tomorrow = () => monitorCheckTimeOf(addDays(londonDate(now()), 1), userId);
  // Another call within the interval would give, and may charge for, the same.
  const refused = (failure: string): MonitorCheckFailure => ({
    ok: false,
    failure,
    recheckAt: monitorCheckTimeOf(nextMonitorCheckDay(londonDate(now()), terms.everyDays), userId),
  });
  if (!(await tryCountVendorCall(em, { vendor, budget }, askedAt))) {
    return { ok: false, failure: 'budget-spent', recheckAt: tomorrow() };
  }
  const answer = await find();
  switch (answer.state) {
    case 'found': {
      const watched = { userId, registration, aspect: terms.aspect };
      if (
        await hasRecentResultOfOtherMember(em, watched, {
          since: oldestFreshResultTime(terms, askedAt),
          until: askedAt,
        })
      ) {
        await tryCountVendorCall(
          em,
          {
            vendor: `${vendor}, same car`,
            budget: { ...unlimitedVendorDailyBudget, pencePerCall: budget.pencePerCall },
          },
          askedAt,
        );
      }
      return { ok: true, data: answer.data, askedAt };
    }
    case 'unavailable':
      if (answer.charged === 'no' || answer.reason === 'budget-spent' || answer.reason === 'circuit-open') {
        await undoVendorCallCount(em, { vendor, budget, countedAt: askedAt });
      }
      return answer.reason === 'restricted'
        ? refused('restricted')
        : { ok: false, failure: answer.reason, recheckAt: tomorrow() };
    case 'not-held':
    case 'invalid':
      return refused('not-held');
  }
};

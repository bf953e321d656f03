import type { EntityManager } from '@mikro-orm/postgresql';
import { claimMonitorCheck } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { isServiceProvidedTo } from '@ve/data/monitoring/watch/membership-service.repository';
import { checkTime, checkIntervalStart } from '@ve/domain/monitoring/alerts/next-check';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { MonitorCheckFailure, CheckTerms, MonitoredCar } from './check-terms.ts';

/** Returns whether the membership includes a check: one that costs money only when it provides paid look-ups. */
export const isIncluded = async (
  em: EntityManager,
  { terms: { paid, everyDays }, userId }: { terms: CheckTerms; userId: string },
  now: Date,
): Promise<boolean> =>
  !paid || (everyDays > 0 && (await isServiceProvidedTo(em, { userId, service: 'paidLookups' }, now)));

/** The time since which a response is valid: within the check's interval and by its own rule. */
export const oldestFreshResult = (terms: CheckTerms, now: Date): Date =>
  new Date(Math.max(checkIntervalStart(now, terms.everyDays).getTime(), terms.resultFreshSince?.(now).getTime() ?? 0));

/**
 * Decides whether a source may be called now, and claims a paid check: a worker that dies costs one look-up, and the next is
 * made a day later. `not-due`: nothing is to be done, because the check is not due or another job makes it.
 */
export const permitCheck = async (
  em: EntityManager,
  { terms, car }: { terms: CheckTerms; car: MonitoredCar },
  now: Date,
): Promise<'permitted' | 'not-due' | MonitorCheckFailure> => {
  const { userId, registration, state } = car;
  if (state?.nextCheckAt && state.nextCheckAt > now) return 'not-due';
  if (!terms.paid) return 'permitted';
  const postponed = postponePaidCheck(terms, car, now);
  if (postponed !== null) return postponed;
  const until = checkTime(addDays(londonDate(now), 1), userId);
  const claimed = await claimMonitorCheck(em, { userId, aspect: terms.aspect, registration }, { now, until });
  return claimed ? 'permitted' : 'not-due';
};

/**
 * Returns why a paid check is not made now and when to retry, or null if it may be made. The first check of a membership or
 * car is made a whole interval after it began: it would find no change, and members who join and cancel would cost us money.
 * Data read within the interval is not paid for again for any reason: a check that was suspended does not record when it was
 * due.
 */
const postponePaidCheck = (
  terms: CheckTerms,
  { userId, sendable: { watch }, state }: MonitoredCar,
  now: Date,
): MonitorCheckFailure | null => {
  const { everyDays, switches = [] } = terms;
  const today = londonDate(now);
  const postpone = (failure: string, days: number): MonitorCheckFailure => ({
    ok: false,
    failure,
    recheckAt: checkTime(addDays(today, days), userId),
  });
  // Without a failure the source was not called either: the check was suspended before it was due, and its interval begins
  // now.
  if (state === null || (state.lastResultRequestedAt === null && state.failure === null))
    return postpone('not-yet', everyDays);
  if (
    state.lastResultRequestedAt !== null &&
    state.lastResultRequestedAt <= now &&
    state.lastResultRequestedAt >= oldestFreshResult(terms, now)
  ) {
    return postpone('not-yet', 1);
  }
  if (isPausedOn(watch, today)) return postpone('paused', 1);
  return switches.every((each) => watch.disabledAlerts.includes(each)) ? postpone('switched-off', 1) : null;
};

import { claimSharedAnswer, rescheduleSharedChecksNow } from '@ve/data/monitoring/alerts/shared-answer.repository';
import { claimMonitorCheck, listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { isProvidedTo } from '@ve/data/monitoring/watch/membership-service.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { checkTime } from '@ve/domain/monitoring/alerts/next-check';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { JobUseCase } from '../../job-context.ts';
import { storeCheckResult } from './store-check-result.ts';
import type { MonitorCheck, CheckResult, MonitorChecks, MonitoredCar } from './monitor-checks.ts';
import {
  findSharedResult,
  resultFreshSince,
  shareResult,
  sharedResultFreshSince,
  adoptSharedResult,
} from './share-check.ts';

const aDay = 86_400_000;

/**
 * Returns why a paid monitor check is not made now and when to retry, or null if it may be made. The first check of a
 * membership or car is made a whole interval after it began: it would find no change, and members who join and cancel would
 * cost us money. Data read within the interval is not paid for again for any reason: a check suspended by a fast clock does
 * not record when it was due.
 */
const notPaidFor = (
  check: MonitorCheck,
  { userId, sendable: { watch }, state }: MonitoredCar,
  now: Date,
): CheckResult | null => {
  const { everyDays, switches = [] } = check;
  const today = londonDate(now);
  const notMade = (failure: string, days: number): CheckResult => ({
    said: false,
    failure,
    recheckAt: checkTime(addDays(today, days), userId),
  });
  // Without a failure the source was not called either: the check was suspended before it was due, and its interval begins
  // now.
  if (state === null || (state.readAt === null && state.failure === null)) return notMade('not-yet', everyDays);
  if (state.readAt !== null && state.readAt <= now && state.readAt >= resultFreshSince(check, now)) {
    return notMade('not-yet', 1);
  }
  if (isPausedOn(watch, today)) return notMade('paused', 1);
  return switches.every((each) => watch.disabledAlerts.includes(each)) ? notMade('switched-off', 1) : null;
};

/**
 * Checks one aspect of a member's car and notifies them of changes since the last check. Does nothing for a non-member or
 * before the check is due: a second job finds it made. Data that is already available is always used, including the source's
 * response to the check of another member of the same car: the source is called once for all of them. A paid check is
 * claimed before the vendor is called: a worker that dies costs one look-up, and the next is made a day later.
 */
export const runMonitorCheck =
  (checks: MonitorChecks): JobUseCase<'monitor-checks.run'> =>
  async ({ userId, aspect, correlationId }, context) => {
    const { em, now, logger } = context;
    const check = checks[aspect];
    const sendable = await findNotifiableMember(em, userId, now());
    if (check === undefined || sendable === null) return;
    const { registration } = sendable;
    const states = await listMonitorCheckStates(em, userId, registration);
    const state = states.find((each) => each.aspect === aspect) ?? null;
    if (check.paid && (check.everyDays === 0 || !(await isProvidedTo(em, { userId, service: 'paidLookups' }, now()))))
      return;
    const watched = { userId, registration, sendable, state };
    const car = { userId, aspect, registration };
    const known = { ...car, readAt: state?.readAt ?? null };
    const held = await check.held?.(watched, context);
    const free: CheckResult | null = held
      ? { said: true, answer: held }
      : await findSharedResult(em, check, known, now());
    if (free === null && state?.nextCheckAt && state.nextCheckAt > now()) return;
    const unasked = free ?? (check.paid ? notPaidFor(check, watched, now()) : null);
    const until = checkTime(addDays(londonDate(now()), 1), userId);
    let givesWay = false;
    if (check.paid && unasked === null) {
      if (!(await claimMonitorCheck(em, car, { now: now(), until }))) return;
      const latest = new Date(now().getTime() + (check.everyDays + 2) * aDay);
      const since = sharedResultFreshSince(check, known.readAt, now());
      givesWay = !(await claimSharedAnswer(em, car, { now: now(), until, latest, since }));
    }
    const asked = unasked === null && !givesWay ? await check.look(watched, context) : null;
    const { everyDays } = check;
    const { events, sharedAt } = await em.transactional(async (transaction) => {
      const at = now();
      const looked =
        asked ?? unasked ?? (await adoptSharedResult(transaction, check, known, { recheckAt: until, now: at }));
      const events = await storeCheckResult(transaction, { ...car, everyDays }, looked, { now: at, correlationId });
      const sharedAt = asked && (await shareResult(transaction, car, asked, at));
      await context.complete(transaction);
      return { events, sharedAt };
    });
    if (events > 0) logger.info({ event: 'monitored_car_changed', aspect, events }, 'A monitored car changed.');
    if (sharedAt !== null) await rescheduleSharedChecksNow(em, car, sharedAt, now());
  };

import { claimSharedAnswer, rescheduleSharedChecksNow } from '@ve/data/monitoring/alerts/shared-answer.repository';
import { claimMonitorCheck, listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { isProvidedTo } from '@ve/data/monitoring/watch/membership-service.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { checkTime } from '@ve/domain/monitoring/alerts/next-check';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { Handler } from '../../job-context.ts';
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
 * Why a look that costs money is not made now, and when it may be; null: it may. The first of a membership, or of another
 * car, is a whole interval after it began: it would tell nothing, and whoever joins and cancels would make us pay. What was
 * read within the interval is not paid for again, whatever made the look due: one that was parked by a clock that was ahead
 * does not say when it was due.
 */
const notPaidFor = (
  look: MonitorCheck,
  { userId, sendable: { watch }, state }: MonitoredCar,
  now: Date,
): CheckResult | null => {
  const { everyDays, switches = [] } = look;
  const today = londonDate(now);
  const notMade = (failure: string, days: number): CheckResult => ({
    said: false,
    failure,
    recheckAt: checkTime(addDays(today, days), userId),
  });
  // Without a failure nothing was asked either: it was parked before it was due, and begins its interval.
  if (state === null || (state.readAt === null && state.failure === null)) return notMade('not-yet', everyDays);
  if (state.readAt !== null && state.readAt <= now && state.readAt >= resultFreshSince(look, now)) {
    return notMade('not-yet', 1);
  }
  if (isPausedOn(watch, today)) return notMade('paused', 1);
  return switches.every((each) => watch.disabledAlerts.includes(each)) ? notMade('switched-off', 1) : null;
};

/**
 * Checks one aspect of a member's car and tells them what has changed since the last check. Nothing is asked for whoever
 * is no member, and not before the look is due: a second job of the same look finds it made. What is held already is taken
 * at any time, and so is what the source has said to a look for another member of the same car: it is asked once for all of
 * them. A look that costs money is claimed before the vendor is asked: a worker that dies meanwhile costs one look-up, and
 * the next is made a day later.
 */
export const createMonitorCheckHandler =
  (looks: MonitorChecks): Handler<'monitor-checks.run'> =>
  async ({ userId, aspect, correlationId }, context) => {
    const { em, now, logger } = context;
    const look = looks[aspect];
    const sendable = await findNotifiableMember(em, userId, now());
    if (look === undefined || sendable === null) return;
    const { registration } = sendable;
    const states = await listMonitorCheckStates(em, userId, registration);
    const state = states.find((each) => each.aspect === aspect) ?? null;
    if (look.paid && (look.everyDays === 0 || !(await isProvidedTo(em, { userId, service: 'paidLookups' }, now()))))
      return;
    const watched = { userId, registration, sendable, state };
    const car = { userId, aspect, registration };
    const known = { ...car, readAt: state?.readAt ?? null };
    const held = await look.held?.(watched, context);
    const free: CheckResult | null = held
      ? { said: true, answer: held }
      : await findSharedResult(em, look, known, now());
    if (free === null && state?.nextCheckAt && state.nextCheckAt > now()) return;
    const unasked = free ?? (look.paid ? notPaidFor(look, watched, now()) : null);
    const until = checkTime(addDays(londonDate(now()), 1), userId);
    let givesWay = false;
    if (look.paid && unasked === null) {
      if (!(await claimMonitorCheck(em, car, { now: now(), until }))) return;
      const latest = new Date(now().getTime() + (look.everyDays + 2) * aDay);
      const since = sharedResultFreshSince(look, known.readAt, now());
      givesWay = !(await claimSharedAnswer(em, car, { now: now(), until, latest, since }));
    }
    const asked = unasked === null && !givesWay ? await look.look(watched, context) : null;
    const { everyDays } = look;
    const { events, sharedAt } = await em.transactional(async (transaction) => {
      const at = now();
      const looked =
        asked ?? unasked ?? (await adoptSharedResult(transaction, look, known, { recheckAt: until, now: at }));
      const events = await storeCheckResult(transaction, { ...car, everyDays }, looked, { now: at, correlationId });
      const sharedAt = asked && (await shareResult(transaction, car, asked, at));
      await context.complete(transaction);
      return { events, sharedAt };
    });
    if (events > 0) logger.info({ aspect, events }, 'monitored car changed');
    if (sharedAt !== null) await rescheduleSharedChecksNow(em, car, sharedAt, now());
  };

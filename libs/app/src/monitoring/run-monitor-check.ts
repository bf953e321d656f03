import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import type { JobContext, JobUseCase } from '../job-context.ts';
import type { CheckResult, MonitorCheck, MonitorChecks } from './alerts/monitor-check.ts';
import { storeCheckResult } from './alerts/store-check-result.ts';
import type { MonitoredCar } from './checks/check-terms.ts';
import { isIncluded, permitCheck } from './checks/permit-check.ts';

/**
 * Checks one aspect of a member's car and notifies them of changes since the last check. Does nothing for a non-member or
 * before the check is due: a second job finds it made. Data that is already available is always used. A paid check is
 * claimed before the vendor is called.
 */
export const runMonitorCheck =
  (checks: MonitorChecks): JobUseCase<'monitor-checks.run'> =>
  async ({ userId, aspect, correlationId }, context) => {
    const { em, now, logger } = context;
    const check = checks[aspect];
    const sendable = await findNotifiableMember(em, userId, now());
    if (check === undefined || sendable === null || !(await isIncluded(em, { terms: check, userId }, now()))) return;
    const { registration } = sendable;
    const states = await listMonitorCheckStates(em, userId, registration);
    const state = states.find((each) => each.aspect === aspect) ?? null;
    const result = await resultOf(check, { userId, registration, sendable, state }, context);
    if (result === null) return;
    const events = await em.transactional(async (transaction) => {
      const checked = { userId, aspect, registration, everyDays: check.everyDays };
      const added = await storeCheckResult(transaction, { check: checked, result }, { now: now(), correlationId });
      await context.complete(transaction);
      return added;
    });
    if (events > 0) logger.info({ event: 'monitored_car_changed', aspect, events }, 'A monitored car changed.');
  };

/** Returns what is already held, else the source's response if it may be called; null: nothing is to be done. */
const resultOf = async (check: MonitorCheck, car: MonitoredCar, context: JobContext): Promise<CheckResult | null> => {
  const held = await check.findHeld?.(car, context);
  if (held) return { ok: true, answer: held };
  const permission = await permitCheck(context.em, { terms: check, car }, context.now());
  switch (permission) {
    case 'permitted':
      return check.fetch(car, context);
    case 'not-due':
      return null;
    default:
      return permission;
  }
};

import type { MonitorAspect } from './watch-aspects.ts';

/**
 * Maximum days between two checks of a free source. DVLA offers no notification of changes; DVSA's daily files leave
 * out the recall flag, which only a request for one car returns; petrol prices are compared with the imported ones. The
 * list of recalls is read daily, and a car is checked when it has changed.
 */
export const freeMonitorCheckIntervalDays = {
  licensing: 7,
  testing: 28,
  recalls: 1,
  petrol: 1,
} as const satisfies Partial<Record<MonitorAspect, number>>;

/** Maximum days between two finance checks: the landing page promises every three months. */
export const maxFinanceCheckIntervalDays = 91;

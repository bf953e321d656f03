import {
  countVendorCall,
  type DailyBudget,
  unlimitedBudget,
  undoVendorCallCount,
} from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { hasResultOfOthers } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { JobContext } from '../../job-context.ts';
import type { MonitorCheckFailure, CheckTerms, MonitoredCar } from './check-terms.ts';
import { oldestFreshResult } from './permit-check.ts';

/** A look-up that its vendor charges for, within the daily budget of its monitor checks. */
export interface PaidLookup<T> {
  terms: CheckTerms;
  /** The name under which its calls and their cost are counted. */
  vendor: string;
  budget: DailyBudget;
  find: () => Promise<
    | { state: 'found'; data: T }
    | { state: 'not-held' | 'invalid' }
    | { state: 'unavailable'; reason: string; charged?: 'no' | 'unknown' }
  >;
}

/**
 * Calls the vendor within the budget; every failure waits for another day, since a look-up may have been charged. Counts
 * those that bought what another member's check of the same car had bought within the interval.
 */
export const fetchWithinBudget = async <T>(
  { terms, vendor, budget, find }: PaidLookup<T>,
  { userId, registration }: MonitoredCar,
  { em, now }: Pick<JobContext, 'em' | 'now'>,
): Promise<{ ok: true; data: T; askedAt: Date } | MonitorCheckFailure> => {
  const askedAt = now();
  const tomorrow = () => checkTime(addDays(londonDate(now()), 1), userId);
  // Another call within the interval would give, and may charge for, the same.
  const refused = (failure: string): MonitorCheckFailure => ({
    ok: false,
    failure,
    recheckAt: checkTime(nextCheckDay(londonDate(now()), terms.everyDays), userId),
  });
  if (!(await countVendorCall(em, { vendor, budget }, askedAt))) {
    return { ok: false, failure: 'budget-spent', recheckAt: tomorrow() };
  }
  const answer = await find();
  switch (answer.state) {
    case 'found': {
      const watched = { userId, registration, aspect: terms.aspect };
      if (await hasResultOfOthers(em, watched, { since: oldestFreshResult(terms, askedAt), until: askedAt })) {
        await countVendorCall(
          em,
          { vendor: `${vendor}, same car`, budget: { ...unlimitedBudget, pencePerCall: budget.pencePerCall } },
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

import type { EntityManager } from '@mikro-orm/postgresql';
import { latestPlausibleInstant } from '@ve/data/kernel/clock-skew';
import {
  findSharedAnswer,
  extendSharedAnswerClaim,
  storeSharedAnswer,
} from '@ve/data/monitoring/alerts/shared-answer.repository';
import { lockMonitorCheckState, type WatchedAspect } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { intervalBegan, checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { MonitorCheck, CheckResult } from './monitor-checks.ts';

/** Stored instead of a response: the source has no data on this car, because of `failure`. */
interface Refusal {
  refused: string;
}

const isRefusal = (kept: unknown): kept is Refusal =>
  typeof kept === 'object' && kept !== null && 'refused' in kept && typeof kept.refused === 'string';

/** The time since which a response is valid: within the check's interval and by its own rule. */
export const resultFreshSince = (check: MonitorCheck, now: Date): Date =>
  new Date(Math.max(intervalBegan(now, check.everyDays).getTime(), check.resultFreshSince?.(now).getTime() ?? 0));

/**
 * The time since which the response to another member's check of the same car is valid: within this check's interval, and
 * newer than this member's state, read at `readAt`.
 */
export const sharedResultFreshSince = (check: MonitorCheck, readAt: Date | null, now: Date): Date => {
  const since = [resultFreshSince(check, now)];
  if (readAt !== null && readAt <= latestPlausibleInstant(now)) since.push(new Date(readAt.getTime() + 1));
  const { firstOfUseMs } = check;
  if (readAt === null && firstOfUseMs !== undefined) since.push(new Date(now.getTime() - firstOfUseMs));
  return new Date(Math.max(...since.map((each) => each.getTime())));
};

/** Returns a shared response that this check may use, which can be a refusal, or null if there is none. */
export const findSharedResult = async (
  em: EntityManager,
  check: MonitorCheck,
  { userId, registration, aspect, readAt }: WatchedAspect & { readAt: Date | null },
  now: Date,
): Promise<CheckResult | null> => {
  if (check.answerOf === undefined) return null;
  const since = sharedResultFreshSince(check, readAt, now);
  const found = await findSharedAnswer(em, { registration, aspect }, { since, now });
  if (found === null) return null;
  const { answer, askedAt } = found;
  if (!isRefusal(answer)) return { said: true, answer: check.answerOf(answer, askedAt) };
  const again = nextCheckDay(londonDate(now), check.everyDays, { checkedOn: londonDate(askedAt) });
  return { said: false, failure: answer.refused, recheckAt: checkTime(again, userId) };
};

/**
 * Returns the shared result for a check that gave way to another member's, and whose state was read at `readAt`; without
 * data if there is none yet. Holds the lock of this member's state: the other check either has committed its result, or will
 * find this one postponed and bring it forward. A result may be adopted twice, when another job of this check was faster: it
 * then shows no change and postpones nothing.
 */
export const adoptSharedResult = async (
  em: EntityManager,
  check: MonitorCheck,
  watched: WatchedAspect & { readAt: Date | null },
  { recheckAt, now }: { recheckAt: Date; now: Date },
): Promise<CheckResult> => {
  await lockMonitorCheckState(em, watched, now);
  const found = await findSharedResult(em, check, watched, now);
  return found ?? { said: false, failure: 'asked-for-another', recheckAt };
};

/**
 * Stores the response to a check, or that the source has no data on the car, for other members of the same car, in the
 * check's transaction. Returns when the source was called if other checks can be brought forward, or null.
 */
export const shareResult = async (
  em: EntityManager,
  watched: WatchedAspect,
  looked: CheckResult,
  now: Date,
): Promise<Date | null> => {
  const kept = sharedOf(looked);
  if (kept !== null) return (await storeSharedAnswer(em, watched, kept, now)) ? kept.askedAt : null;
  if (!looked.said && looked.recheckAt !== null) await extendSharedAnswerClaim(em, watched, looked.recheckAt);
  return null;
};

const sharedOf = (looked: CheckResult): { answer: object; askedAt: Date } | null => {
  if (looked.said) return looked.shared ? { answer: looked.shared, askedAt: looked.answer.askedAt } : null;
  const { failure, refusedAt } = looked;
  return refusedAt ? { answer: { refused: failure } satisfies Refusal, askedAt: refusedAt } : null;
};

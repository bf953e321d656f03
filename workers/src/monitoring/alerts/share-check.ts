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

/** What is kept in place of an answer: the source has none of this car, for `failure`. */
interface Refusal {
  refused: string;
}

const isRefusal = (kept: unknown): kept is Refusal =>
  typeof kept === 'object' && kept !== null && 'refused' in kept && typeof kept.refused === 'string';

/** Since when what was asked for is of use: within the look's interval, and by its own rule. */
export const resultFreshSince = (look: MonitorCheck, now: Date): Date =>
  new Date(Math.max(intervalBegan(now, look.everyDays).getTime(), look.resultFreshSince?.(now).getTime() ?? 0));

/**
 * Since when what a look for another member of the same car has brought is of use: within this look's interval, and after
 * what this member knows, read at `readAt`.
 */
export const sharedResultFreshSince = (look: MonitorCheck, readAt: Date | null, now: Date): Date => {
  const since = [resultFreshSince(look, now)];
  if (readAt !== null && readAt <= latestPlausibleInstant(now)) since.push(new Date(readAt.getTime() + 1));
  const { firstOfUseMs } = look;
  if (readAt === null && firstOfUseMs !== undefined) since.push(new Date(now.getTime() - firstOfUseMs));
  return new Date(Math.max(...since.map((each) => each.getTime())));
};

/** What a look for another member of the same car has brought that this one may take, a refusal too; null: nothing. */
export const findSharedResult = async (
  em: EntityManager,
  look: MonitorCheck,
  { userId, registration, aspect, readAt }: WatchedAspect & { readAt: Date | null },
  now: Date,
): Promise<CheckResult | null> => {
  if (look.answerOf === undefined) return null;
  const since = sharedResultFreshSince(look, readAt, now);
  const found = await findSharedAnswer(em, { registration, aspect }, { since, now });
  if (found === null) return null;
  const { answer, askedAt } = found;
  if (!isRefusal(answer)) return { said: true, answer: look.answerOf(answer, askedAt) };
  const again = nextCheckDay(londonDate(now), look.everyDays, { checkedOn: londonDate(askedAt) });
  return { said: false, failure: answer.refused, recheckAt: checkTime(again, userId) };
};

/**
 * What a look that gave way to another's, and began with what was read at `readAt`, takes: what that has brought meanwhile, else nothing. Under the lock of this
 * member's state: the other either has committed its answer, or will find this look put off and hasten it. It may be
 * taken a second time, where another job of this look was quicker: compared with itself it is no news, and puts nothing off.
 */
export const adoptSharedResult = async (
  em: EntityManager,
  look: MonitorCheck,
  watched: WatchedAspect & { readAt: Date | null },
  { recheckAt, now }: { recheckAt: Date; now: Date },
): Promise<CheckResult> => {
  await lockMonitorCheckState(em, watched, now);
  const found = await findSharedResult(em, look, watched, now);
  return found ?? { said: false, failure: 'asked-for-another', recheckAt };
};

/**
 * Keeps what a source said to a look, or that it has nothing of the car, for the other members whose car it is, in the
 * look's transaction. Returns when it was asked for, where there is something to hasten theirs for.
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

import type { EntityManager } from '@mikro-orm/postgresql';
import { latestPlausibleInstant } from '@ve/data/kernel/clock-skew';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import {
  recordMonitorCheckFailure,
  lockMonitorCheckResult,
  lockMonitorCheckState,
  storeMonitorCheckState,
  type WatchedAspect,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { alertKey } from '@ve/domain/monitoring/alerts/alert-key';
import { checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { Answer, CheckResult } from './monitor-checks.ts';
import { notifyMember } from './notify-member.ts';

export interface StoredCheckResult {
  userId: string;
  aspect: WatchAspect;
  /** The car that was looked at. */
  registration: string;
  /** Days until the next look where the answer says nothing. */
  everyDays: number;
}

/**
 * Stores what a look found and tells its member what has changed, in the caller's transaction. Compared is with what is
 * known by then, under a lock: of two looks at once the second finds nothing new. Nothing happens for whoever is no member
 * any more, or has another car by then. Returns how many events there were.
 */
export const storeCheckResult = async (
  em: EntityManager,
  { userId, aspect, registration, everyDays }: StoredCheckResult,
  looked: CheckResult,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<number> => {
  const sendable = await findNotifiableMember(em, userId, now);
  if (sendable?.registration !== registration) return 0;
  const watched = { userId, aspect, registration };
  const isOutdated = looked.said && looked.answer.holds !== undefined && !(await looked.answer.holds(em));
  const other = looked.said ? await lockCompared(em, watched, looked.answer) : null;
  const state = await lockMonitorCheckState(em, watched, now);
  if (isOutdated) {
    await recordMonitorCheckFailure(em, watched, { failure: 'outdated', triedAt: now, nextCheckAt: now });
    return 0;
  }
  if (!looked.said) {
    await recordMonitorCheckFailure(em, watched, {
      failure: looked.failure,
      triedAt: now,
      nextCheckAt: looked.recheckAt,
    });
    return 0;
  }
  const { answer } = looked;
  const today = londonDate(now);
  // What was stored while the clock was ahead is not newer than an answer of today.
  if (state.readAt !== null && state.readAt > answer.askedAt && state.readAt <= latestPlausibleInstant(now)) {
    if (state.nextCheckAt === null || state.nextCheckAt <= now) {
      const nextCheckAt = checkTime(nextCheckDay(today, 1), userId);
      await recordMonitorCheckFailure(em, watched, { failure: 'not-newer', triedAt: now, nextCheckAt });
    }
    return 0;
  }
  const { known, events } = answer.compare(state.known, today, other);
  if (known === null) {
    const nextCheckAt = checkTime(nextCheckDay(today, everyDays, { checkedOn: londonDate(answer.askedAt) }), userId);
    await recordMonitorCheckFailure(em, watched, { failure: 'not-said', triedAt: now, nextCheckAt });
    return 0;
  }
  const nextDay = answer.nextDay(known, today);
  const nextCheckAt = nextDay === null ? null : checkTime(nextDay, userId);
  await storeMonitorCheckState(em, watched, { known, readAt: answer.askedAt, triedAt: now, nextCheckAt });
  await answer.keep?.(em, watched, answer.askedAt, { known, other });
  let added = 0;
  for (const [index, facts] of events.entries()) {
    // Lists are ordered by time: what one look found stays in its order.
    const at = new Date(now.getTime() + index);
    const id = await addWatchEvent(em, { userId, registration, facts, key: alertKey(facts, at) }, at);
    if (id === null) continue;
    added += 1;
    await notifyMember(em, sendable, { id, kind: facts.kind }, { now, correlationId });
  }
  return added;
};

/** What is known of the aspect that an answer is compared with too; both locked in one order, whichever is looked at. */
const lockCompared = async (em: EntityManager, watched: WatchedAspect, { comparedWith }: Answer): Promise<unknown> => {
  if (comparedWith === undefined) return null;
  const known = await lockMonitorCheckResult(em, watched, [watched.aspect, comparedWith]);
  return known.get(comparedWith) ?? null;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { beyondClock } from '@ve/data/clock-step';
import { findLookAnswer, holdLookAnswer, keepLookAnswer } from '@ve/data/alerts/look-answer.repository';
import { lockWatchState, type WatchedAspect } from '@ve/data/alerts/watch-state.repository';
import type { Answer, Look, Looked } from './looks.ts';

const aDay = 86_400_000;

/**
 * Since when what a look for another member of the same car has brought is of use: within this look's interval, and after
 * what this member knows, read at `readAt`.
 */
export const sharedSince = ({ everyDays, ofUseSince }: Look, readAt: Date | null, now: Date): Date => {
  const known = readAt === null || readAt > beyondClock(now) ? 0 : readAt.getTime() + 1;
  return new Date(Math.max(now.getTime() - everyDays * aDay, known, ofUseSince?.(now).getTime() ?? 0));
};

/** What a look for another member of the same car has brought that this one may take; null: nothing. */
export const findShared = async (
  em: EntityManager,
  look: Look,
  { registration, aspect, readAt }: Omit<WatchedAspect, 'userId'> & { readAt: Date | null },
  now: Date,
): Promise<Answer | null> => {
  if (look.answerOf === undefined) return null;
  const since = sharedSince(look, readAt, now);
  const found = await findLookAnswer(em, { registration, aspect }, { since, now });
  return found && look.answerOf(found.answer, found.askedAt);
};

/** Why a look is put off: a look for another member is asking the source, or has just learned nothing from it. */
export const askedForAnother = (againAt: Date): Looked => ({ said: false, failure: 'asked-for-another', againAt });

/**
 * What a look that gave way to another's takes: what that has brought meanwhile, else nothing. Under the lock of this
 * member's state: the other either has committed its answer, or will find this look put off and hasten it.
 */
export const takeFromOther = async (
  em: EntityManager,
  look: Look,
  watched: WatchedAspect,
  { againAt, now }: { againAt: Date; now: Date },
): Promise<Looked> => {
  const { readAt } = await lockWatchState(em, watched, now);
  const answer = await findShared(em, look, { ...watched, readAt }, now);
  return answer ? { said: true, answer } : askedForAnother(againAt);
};

/**
 * Keeps what a source said to a look for the other members whose car it is, in the look's transaction. Returns whether
 * there is something to hasten theirs for.
 */
export const share = async (em: EntityManager, watched: WatchedAspect, looked: Looked, now: Date): Promise<boolean> => {
  if (!looked.said) {
    if (looked.againAt !== null) await holdLookAnswer(em, watched, looked.againAt);
    return false;
  }
  if (looked.shared === undefined) return false;
  return keepLookAnswer(em, watched, { answer: looked.shared, askedAt: looked.answer.askedAt }, now);
};

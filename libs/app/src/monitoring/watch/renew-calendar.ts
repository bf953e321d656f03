import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { setCalendarVersion } from '@ve/data/monitoring/watch/calendar.repository';
import { ensureWatch } from '@ve/data/monitoring/watch/watch.repository';
import { randomInt } from 'node:crypto';
import { watchStateOf } from './member-watch.ts';

/** Random, so that a stopped or renewed URL never works again; up to the column's maximum. */
const newVersion = (): number => randomInt(1, 2 ** 31);

/** Gives a member's calendar feed another version, which revokes its URL. Returns it; null without a membership. */
export const renewCalendarFeed = async ({ em, now }: Context, userId: string): Promise<number | null> => {
  const at = now();
  if (watchStateOf(await findSubscriptionOfUser(em, userId), at) !== 'watching') return null;
  const version = newVersion();
  await em.transactional(async (transaction) => {
    await ensureWatch(transaction, userId, at);
    await setCalendarVersion(transaction, { userId, version }, at);
  });
  return version;
};

/** Ends the calendar feed of a user, member or not. */
export const revokeCalendarFeed = ({ em, now }: Context, userId: string): Promise<void> =>
  setCalendarVersion(em, { userId, version: 0 }, now());

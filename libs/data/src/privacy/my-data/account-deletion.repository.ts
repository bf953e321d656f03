import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import { endPendingEmailChanges } from '../../identity/email-change/email-change.repository.ts';

export interface AccountDeletionRow {
  id: string;
  userId: string;
  /** The current address of the account. */
  email: string;
  requestedAt: Date;
  confirmedAt: Date | null;
}

/** Records a user's request to delete their account; returns its id and the account's address. */
export const addAccountDeletion = async (
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<{ id: string; email: string }> => {
  const { id } = await tables(em)
    .insertInto('account_deletions')
    .values({ userId, requestedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return rows(em).where('deletion.id', '=', id).executeTakeFirstOrThrow();
};

/** Returns a deletion by its id; null when there is none, or the account was deleted. */
export const findAccountDeletion = async (em: EntityManager, id: string): Promise<AccountDeletionRow | null> =>
  (await rows(em).where('deletion.id', '=', id).executeTakeFirst()) ?? null;

/** Returns a deletion by the hash of its link's token; null when there is none, or the account was deleted. */
export const findAccountDeletionByToken = async (
  em: EntityManager,
  tokenHash: string,
): Promise<AccountDeletionRow | null> =>
  (await rows(em).where('deletion.tokenHash', '=', tokenHash).executeTakeFirst()) ?? null;

/** Stores the hash of the token of its link. */
export const setAccountDeletionToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em).updateTable('account_deletions').set({ tokenHash }).where('id', '=', id).execute();
};

/**
 * Locks a user's row until the caller's transaction ends, so that the user cannot join, sign in by a link or confirm
 * another deletion meanwhile. False: the account was deleted. Lock order: user, subscription, other rows. A transaction
 * that locks a subscription only, as a cancellation does, can still write rows that refer to the user, and so never
 * deadlocks with one that waits for the subscription.
 */
export const lockUserRow = async (em: EntityManager, userId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether the user has a confirmed deletion: the account is about to be deleted. */
export const isAccountBeingDeleted = async (em: EntityManager, userId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('account_deletions')
    .select('id')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Marks a deletion as confirmed, and ends every sign-in link of its user and a pending change of their address. */
export const confirmAccountDeletion = async (
  em: EntityManager,
  { id, userId }: Pick<AccountDeletionRow, 'id' | 'userId'>,
  now: Date,
): Promise<void> => {
  await tables(em).updateTable('account_deletions').set({ confirmedAt: now }).where('id', '=', id).execute();
  await tables(em).deleteFrom('sign_in_requests').where('userId', '=', userId).execute();
  await endPendingEmailChanges(em, userId, now);
};

const rows = (em: EntityManager) =>
  tables(em)
    .selectFrom('account_deletions as deletion')
    .innerJoin('users', 'users.id', 'deletion.userId')
    .select(['deletion.id', 'deletion.userId', 'users.email', 'deletion.requestedAt', 'deletion.confirmedAt']);

/** Deletes a user's requests for a deletion that no link has confirmed. */
export const deleteUnconfirmedAccountDeletions = async (em: EntityManager, userId: string): Promise<void> => {
  await tables(em)
    .deleteFrom('account_deletions')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';
import { emailChangeLinkLifetimeMs } from '@ve/domain/identity/lifetimes';

/** Which address a link was mailed to: the current one of the account, or the new one. */
export type EmailChangeSide = 'old' | 'new';

export interface EmailChangeRow {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  createdAt: Date;
}

export interface EmailChangeLinkRow extends EmailChangeRow {
  side: EmailChangeSide;
  /**
   * `confirmed`: by this link, but not yet by the other address. `changed`: by both, and the change has taken effect.
   */
  state: 'open' | 'confirmed' | 'changed' | 'ended';
}

type Stored = {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  createdAt: Date;
};

const columns = [
  'id',
  'userId',
  'oldEmail',
  'newEmail',
  'oldConfirmedAt',
  'newConfirmedAt',
  'createdAt',
  'finishedAt',
  'oldTokenHash',
] as const;

const toRow = (row: Stored): EmailChangeRow => ({
  id: row.id,
  userId: row.userId,
  oldEmail: row.oldEmail,
  newEmail: row.newEmail,
  oldConfirmedAt: row.oldConfirmedAt,
  newConfirmedAt: row.newConfirmedAt,
  createdAt: row.createdAt,
});

const isLive = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < emailChangeLinkLifetimeMs && createdAt <= latestPlausibleInstant(now);

/** Records a user's request for another address, ends an earlier one, and returns its id. */
export const addEmailChange = async (
  em: EntityManager,
  change: { userId: string; oldEmail: string; newEmail: string },
  now: Date,
): Promise<string> => {
  await endPendingEmailChanges(em, change.userId, now);
  const { id } = await tables(em)
    .insertInto('email_changes')
    .values({ userId: change.userId, oldEmail: change.oldEmail, newEmail: change.newEmail, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Ends the pending change of a user; its links become invalid. */
export const endPendingEmailChanges = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('email_changes')
    .set({ finishedAt: now })
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .execute();
};

/** Returns the pending change of a user that can still be confirmed, or null when there is none. */
export const findPendingEmailChange = async (
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<EmailChangeRow | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .select(columns)
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row && isLive(row.createdAt, now) ? toRow(row) : null;
};

/** Returns a change by its id in any state, or null when there is none. */
export const findEmailChange = async (em: EntityManager, id: string): Promise<EmailChangeRow | null> => {
  const row = await tables(em).selectFrom('email_changes').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
};

/** Whether a change can still be confirmed, and whether its new address has an account already. */
export const findEmailChangeMailData = async (
  em: EntityManager,
  id: string,
  now: Date,
): Promise<(EmailChangeRow & { open: boolean; taken: boolean }) | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .leftJoin('users', 'users.email', 'email_changes.newEmail')
    .select([...columns.map((column) => `email_changes.${column}` as const), 'users.id as takenBy'])
    .where('email_changes.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...toRow(row),
    open: row.finishedAt === null && isLive(row.createdAt, now),
    taken: row.takenBy !== null,
  };
};

/** Stores the hash of the token in a mailed link, which invalidates the link of an earlier attempt to send it. */
export const setEmailChangeToken = async (
  em: EntityManager,
  { id, side, tokenHash }: { id: string; side: EmailChangeSide; tokenHash: string },
): Promise<void> => {
  await tables(em)
    .updateTable('email_changes')
    .set(side === 'old' ? { oldTokenHash: tokenHash } : { newTokenHash: tokenHash })
    .where('id', '=', id)
    .execute();
};

/** Returns a change by the hash of the token of one of its links, or null when there is none. */
export const findEmailChangeLink = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<EmailChangeLinkRow | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .select(columns)
    .where((change) => change.or([change('oldTokenHash', '=', tokenHash), change('newTokenHash', '=', tokenHash)]))
    .executeTakeFirst();
  if (!row) return null;
  const side = row.oldTokenHash === tokenHash ? 'old' : 'new';
  const confirmed = (side === 'old' ? row.oldConfirmedAt : row.newConfirmedAt) !== null;
  const both = row.oldConfirmedAt !== null && row.newConfirmedAt !== null;
  const open = row.finishedAt === null && isLive(row.createdAt, now);
  const state = both ? 'changed' : !open ? 'ended' : confirmed ? 'confirmed' : 'open';
  return { ...toRow(row), side, state };
};

/** Like `findEmailChangeLink`, with the user locked until the caller's transaction ends. */
export const findEmailChangeLinkLockingUser = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<EmailChangeLinkRow | null> => {
  await sql`
    select from users
    where id = (select user_id from email_changes where old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash})
    for no key update
  `.execute(tables(em));
  return findEmailChangeLink(em, tokenHash, now);
};

/** Records that one address has confirmed. */
export const recordEmailChangeConfirmation = async (
  em: EntityManager,
  { id, side }: { id: string; side: EmailChangeSide },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('email_changes')
    .set(side === 'old' ? { oldConfirmedAt: now } : { newConfirmedAt: now })
    .where('id', '=', id)
    .execute();
};

/** Ends a change whose addresses have both confirmed. */
export const finishEmailChange = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('email_changes').set({ finishedAt: now }).where('id', '=', id).execute();
};

/** Sets the verified address of an account and its customer; false when the address has an account. */
export const setAccountEmail = async (
  em: EntityManager,
  { userId, newEmail }: Pick<EmailChangeRow, 'userId' | 'newEmail'>,
  now: Date,
): Promise<boolean> => {
  const changed = await sql`
    update users set email = ${newEmail}, email_verified_at = ${now.toISOString()}
    where id = ${userId} and not exists (select from users other where other.email = ${newEmail})
  `.execute(tables(em));
  if (changed.numAffectedRows !== 1n) return false;
  await sql`
    update customers set email = ${newEmail},
      name = case when name = left(email, 200) then left(${newEmail}::text, 200) else name end
    where user_id = ${userId}
  `.execute(tables(em));
  return true;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { EmailChange } from '@ve/domain/identity/email-change';

/** Which address a link was mailed to: the current one of the account, or the new one. */
export type EmailChangeSide = 'old' | 'new';

export interface EmailChangeRow extends EmailChange {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
}

export interface EmailChangeLinkRow extends EmailChangeRow {
  side: EmailChangeSide;
}

const columns = [
  'id',
  'userId',
  'oldEmail',
  'newEmail',
  'oldConfirmedAt',
  'newConfirmedAt',
  'createdAt',
  'finishedAt',
] as const;

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

/** Returns the latest change of a user that has not ended, or null when there is none. */
export const findPendingEmailChange = async (em: EntityManager, userId: string): Promise<EmailChangeRow | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .select(columns)
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns a change by its id in any state, or null when there is none. */
export const findEmailChange = async (em: EntityManager, id: string): Promise<EmailChangeRow | null> => {
  const row = await tables(em).selectFrom('email_changes').select(columns).where('id', '=', id).executeTakeFirst();
  return row ?? null;
};

/** Returns a change with whether its new address has an account already, or null when there is none. */
export const findEmailChangeMailData = async (
  em: EntityManager,
  id: string,
): Promise<(EmailChangeRow & { taken: boolean }) | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .leftJoin('users', 'users.email', 'email_changes.newEmail')
    .select([...columns.map((column) => `email_changes.${column}` as const), 'users.id as takenBy'])
    .where('email_changes.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { takenBy, ...change } = row;
  return { ...change, taken: takenBy !== null };
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
export const findEmailChangeLink = async (em: EntityManager, tokenHash: string): Promise<EmailChangeLinkRow | null> => {
  const row = await tables(em)
    .selectFrom('email_changes')
    .select([...columns, 'oldTokenHash'])
    .where((change) => change.or([change('oldTokenHash', '=', tokenHash), change('newTokenHash', '=', tokenHash)]))
    .executeTakeFirst();
  if (!row) return null;
  const { oldTokenHash, ...change } = row;
  return { ...change, side: oldTokenHash === tokenHash ? 'old' : 'new' };
};

/** Like `findEmailChangeLink`, with the user locked until the caller's transaction ends. */
export const findEmailChangeLinkLockingUser = async (
  em: EntityManager,
  tokenHash: string,
): Promise<EmailChangeLinkRow | null> => {
  await sql`
    select from users
    where id = (select user_id from email_changes where old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash})
    for no key update
  `.execute(tables(em));
  return findEmailChangeLink(em, tokenHash);
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

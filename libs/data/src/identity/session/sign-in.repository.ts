import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { signInLinkLifetimeMs } from '@ve/domain/identity/lifetimes';

export interface SignInRequestRow {
  userId: string;
  email: string;
  /** Null for a request to confirm the address. */
  registration: string | null;
  createdAt: Date;
}

export interface SignInLinkRow {
  id: string;
  requestId: string;
  userId: string;
  email: string;
  /** The vehicle that the link was requested with. */
  registration: string | null;
  browserHash: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

/**
 * Returns the user of a customer with this e-mail address and vehicle (of one of their reports, or of their membership;
 * `verify_customer_login`, specification section 7). Null when there is none, or the account is about to be deleted.
 */
export const findCustomerForSignIn = async (
  em: EntityManager,
  { email, registration }: { email: string; registration: string },
): Promise<string | null> => {
  const found = await sql<{ id: string }>`
    select users.id from users
    join customers on customers.user_id = users.id
    where users.email = ${email} and (
      exists (
        select from reports where reports.customer_id = customers.id and reports.registration_number = ${registration}
      ) or exists (
        select from subscriptions
        where subscriptions.user_id = users.id and subscriptions.registration_number = ${registration}
      )
    ) and not exists (select from account_deletions where user_id = users.id and confirmed_at is not null)
  `.execute(tables(em));
  return found.rows[0]?.id ?? null;
};

/** Records a request for a sign-in link; returns its id. */
export const addSignInRequest = async (
  em: EntityManager,
  request: { userId: string; registration: string | null; browserHash: string | null },
  now: Date,
): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('sign_in_requests')
    .values({
      userId: request.userId,
      registrationNumber: request.registration,
      browserHash: request.browserHash,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns a request with its user's address; null when it was ended by a sign-in, or is purged. */
export const findSignInRequest = async (em: EntityManager, id: string): Promise<SignInRequestRow | null> => {
  const row = await tables(em)
    .selectFrom('sign_in_requests as request')
    .innerJoin('users', 'users.id', 'request.userId')
    .select(['request.userId', 'request.registrationNumber as registration', 'request.createdAt', 'users.email'])
    .where('request.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

/** Stores the hash of a link's token; it works for ten minutes. */
export const addSignInLink = async (
  em: EntityManager,
  link: { requestId: string; userId: string; tokenHash: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('magic_links')
    .values({
      requestId: link.requestId,
      userId: link.userId,
      tokenHash: link.tokenHash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + signInLinkLifetimeMs),
    })
    .execute();
};

/** Returns a link by the hash of its token, or null when there is none. */
export const findSignInLink = async (em: EntityManager, tokenHash: string): Promise<SignInLinkRow | null> => {
  const row = await tables(em)
    .selectFrom('magic_links as link')
    .innerJoin('sign_in_requests as request', 'request.id', 'link.requestId')
    .innerJoin('users', 'users.id', 'link.userId')
    .select([
      'link.id',
      'link.requestId',
      'link.userId',
      'link.createdAt',
      'link.expiresAt',
      'link.usedAt',
      'request.registrationNumber as registration',
      'request.browserHash',
      'users.email',
    ])
    .where('link.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * Like `findSignInLink`, with the user locked until the caller's transaction ends, which serialises redemptions of one
 * user's links.
 */
export const findSignInLinkLockingUser = async (
  em: EntityManager,
  tokenHash: string,
): Promise<SignInLinkRow | null> => {
  await sql`
    select from users where id = (select user_id from magic_links where token_hash = ${tokenHash}) for no key update
  `.execute(tables(em));
  return findSignInLink(em, tokenHash);
};

/** Marks a link as redeemed and ends every other link of its user, including those not sent yet. */
export const markSignInLinkRedeemed = async (
  em: EntityManager,
  { id, requestId, userId }: Pick<SignInLinkRow, 'id' | 'requestId' | 'userId'>,
  now: Date,
): Promise<void> => {
  await sql`
    update magic_links set used_at = greatest(created_at, ${now.toISOString()}::timestamptz) where id = ${id}
  `.execute(tables(em));
  await tables(em).deleteFrom('sign_in_requests').where('userId', '=', userId).where('id', '<>', requestId).execute();
  await tables(em).deleteFrom('magic_links').where('requestId', '=', requestId).where('id', '<>', id).execute();
};

/** Records that the address of a user is verified; false when it was verified before. */
export const markEmailVerified = async (em: EntityManager, userId: string, now: Date): Promise<boolean> => {
  const confirmed = await tables(em)
    .updateTable('users')
    .set({ emailVerifiedAt: now })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
};

/** Gives a user without any role the role `user`. */
export const addDefaultRole = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  await sql`
    insert into user_roles (user_id, role, created_at)
    select ${userId}, 'user', ${now.toISOString()}
    where not exists (select from user_roles where user_id = ${userId})
    on conflict do nothing
  `.execute(tables(em));
};

/** Deletes a user's requests for a sign-in link with their links. */
export const deleteSignInRequests = async (em: EntityManager, userId: string): Promise<void> => {
  await tables(em).deleteFrom('sign_in_requests').where('userId', '=', userId).execute();
};

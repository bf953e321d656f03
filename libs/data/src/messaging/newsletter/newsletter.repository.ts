import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { PurgeCutoff } from '../../kernel/table-privacy.ts';
import type { NewsletterTokenKind } from './newsletter-token.entity.ts';

export interface NewsletterSubscriptionRow {
  id: string;
  email: string;
  /** When the owner of the mailbox consented, even if they unsubscribed since. */
  confirmedAt: Date | null;
}

export interface NewsletterTokenRow extends NewsletterSubscriptionRow {
  usedAt: Date | null;
  /** Null: it never expires. */
  expiresAt: Date | null;
}

/** Records a newsletter request for an address; returns the id of its row. */
export const recordNewsletterRequest = async (em: EntityManager, email: string, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('newsletter_subscriptions')
    .values({ email, requestedAt: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ requestedAt: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns a newsletter address by the id of its row, or null when there is none. */
export const findNewsletterSubscription = async (
  em: EntityManager,
  id: string,
): Promise<NewsletterSubscriptionRow | null> => {
  const row = await tables(em)
    .selectFrom('newsletter_subscriptions')
    .select(['id', 'email', 'confirmedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, email: row.email, confirmedAt: row.confirmedAt } : null;
};

/** Returns the id of the row of a newsletter address, or null when there is none. */
export const findNewsletterSubscriptionId = async (em: EntityManager, email: string): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('newsletter_subscriptions')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Stores the hash of a link's token. A confirm link expires within seven days, an unsubscribe link never. */
export const addNewsletterToken = async (
  em: EntityManager,
  token: { subscriptionId: string; kind: NewsletterTokenKind; tokenHash: string; now: Date; expiresAt: Date | null },
): Promise<void> => {
  await tables(em)
    .insertInto('newsletter_tokens')
    .values({
      subscriptionId: token.subscriptionId,
      kind: token.kind,
      tokenHash: token.tokenHash,
      createdAt: token.now,
      expiresAt: token.expiresAt,
    })
    .execute();
};

/**
 * Returns a link by the hash of its token, with its address; both rows stay locked until the caller's transaction ends.
 */
export const lockNewsletterToken = async (
  em: EntityManager,
  tokenHash: string,
  kind: NewsletterTokenKind,
): Promise<NewsletterTokenRow | null> => {
  const row = await tables(em)
    .selectFrom('newsletter_tokens as token')
    .innerJoin('newsletter_subscriptions as subscription', 'subscription.id', 'token.subscriptionId')
    .select(['token.usedAt', 'token.expiresAt', 'subscription.id', 'subscription.email', 'subscription.confirmedAt'])
    .where('token.tokenHash', '=', tokenHash)
    .where('token.kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    email: row.email,
    confirmedAt: row.confirmedAt,
    usedAt: row.usedAt,
    expiresAt: row.expiresAt,
  };
};

/** Marks a link as redeemed: it cannot be used again. */
export const markNewsletterTokenUsed = async (em: EntityManager, tokenHash: string, now: Date): Promise<void> => {
  await tables(em).updateTable('newsletter_tokens').set({ usedAt: now }).where('tokenHash', '=', tokenHash).execute();
};

/** Revokes every confirm link of an address. */
export const endNewsletterConfirmLinks = async (
  em: EntityManager,
  subscriptionId: string,
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('newsletter_tokens')
    .set({ usedAt: now })
    .where('subscriptionId', '=', subscriptionId)
    .where('kind', '=', 'confirm')
    .where('usedAt', 'is', null)
    .execute();
};

/** Records the consent of the mailbox's owner. */
export const markNewsletterConfirmed = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('newsletter_subscriptions').set({ confirmedAt: now }).where('id', '=', id).execute();
};

/**
 * Purges addresses never confirmed and last requested before `before`, those that unsubscribed before then and were not
 * requested since (with their opt-out, which is then obsolete), and links that expired before then; up to a thousand at
 * a time. Returns how many addresses.
 */
export const purgeNewsletterAddresses = async (em: EntityManager, { before }: PurgeCutoff): Promise<number> => {
  const instant = before.toISOString();
  await sql`
    delete from newsletter_tokens where id in (select id from newsletter_tokens where expires_at < ${instant} limit 1000)
  `.execute(tables(em));
  const deleted = await sql<{ count: number }>`
    with deleted as (
      delete from newsletter_subscriptions where id in (
        select subscription.id from newsletter_subscriptions subscription
        left join mail_opt_outs stop on stop.email = subscription.email and stop.stream = 'newsletter'
        where (subscription.confirmed_at is null or stop.opted_out_at < ${instant})
          and subscription.requested_at < ${instant}
        limit 1000
      )
      returning email
    ), resumed as (
      delete from mail_opt_outs using deleted where mail_opt_outs.email = deleted.email and mail_opt_outs.stream = 'newsletter'
    )
    select count(*)::int as count from deleted
  `.execute(tables(em));
  return deleted.rows[0]?.count ?? 0;
};

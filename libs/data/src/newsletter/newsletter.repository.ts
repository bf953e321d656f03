import type { EntityManager } from '@mikro-orm/postgresql';
import type { NewsletterConfirmation, NewsletterUnsubscription } from '@ve/contracts/http/newsletter';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { addToOutbox } from '../outbox/outbox.repository.ts';
import type { NewsletterTokenKind } from './newsletter-token.entity.ts';

const aDay = 86_400_000;

/** How long a link to confirm may be used, in milliseconds. */
export const confirmLinkLifetime = 7 * aDay;

/** Mails that one address is sent within 24 hours, whoever types it in how often. */
export const confirmMailsADay = 3;

export interface ConfirmationDue {
  id: string;
  subscriptionId: string;
  email: string;
  mailedAt: Date | null;
  /** On the list already: there is nothing to confirm. */
  subscribed: boolean;
}

/**
 * Notes that somebody asked for the newsletter under this address (in lower case) and queues the mail that asks
 * the mailbox's owner to confirm. The same is done for an address that is on the list, unknown or has left, so that
 * nobody learns which; a fourth request within 24 hours sends nothing more, the earlier links still work.
 */
export const requestNewsletter = (
  em: EntityManager,
  { email, correlationId, now }: { email: string; correlationId: string; now: Date },
): Promise<void> =>
  em.transactional(async (transaction) => {
    // The update locks the row, so that requests for one address are counted one after the other.
    const { id } = await tables(transaction)
      .insertInto('newsletter_subscriptions')
      .values({ email, requested_at: now })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ requested_at: now }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const recent = await sql<{ count: number }>`
      select count(*)::int as count from newsletter_confirmations
      where subscription_id = ${id} and requested_at > ${new Date(now.getTime() - aDay).toISOString()}
    `.execute(tables(transaction));
    if ((recent.rows[0]?.count ?? 0) >= confirmMailsADay) return;
    const confirmation = await tables(transaction)
      .insertInto('newsletter_confirmations')
      .values({ subscription_id: id, requested_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addToOutbox(
      transaction,
      'mails.newsletter-confirm',
      { confirmationId: confirmation.id, correlationId },
      { now },
    );
  });

/** A mail that asks to confirm, by its id, with the address that it goes to; null when there is none. */
export const findConfirmation = async (em: EntityManager, id: string): Promise<ConfirmationDue | null> => {
  const row = await tables(em)
    .selectFrom('newsletter_confirmations as confirmation')
    .innerJoin('newsletter_subscriptions as subscription', 'subscription.id', 'confirmation.subscription_id')
    .select([
      'confirmation.id',
      'confirmation.mailed_at',
      'confirmation.subscription_id',
      'subscription.email',
      'subscription.confirmed_at',
      'subscription.unsubscribed_at',
    ])
    .where('confirmation.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    email: row.email,
    mailedAt: row.mailed_at,
    subscribed: row.confirmed_at !== null && row.unsubscribed_at === null,
  };
};

/** Notes that the mail server took the mail. */
export const markConfirmationMailed = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em).updateTable('newsletter_confirmations').set({ mailed_at: now }).where('id', '=', id).execute();
};

/** Keeps the hash of a link's token; one to confirm lasts seven days, one to leave has no end. */
export const addNewsletterToken = async (
  em: EntityManager,
  token: { subscriptionId: string; kind: NewsletterTokenKind; tokenHash: string; now: Date },
): Promise<void> => {
  await tables(em)
    .insertInto('newsletter_tokens')
    .values({
      subscription_id: token.subscriptionId,
      kind: token.kind,
      token_hash: token.tokenHash,
      created_at: token.now,
      expires_at: token.kind === 'confirm' ? new Date(token.now.getTime() + confirmLinkLifetime) : null,
    })
    .execute();
};

/**
 * Spends a link to confirm: its address is on the list from now on. A link works once; whoever opens it again, or any
 * other link of an address on the list, learns that it is there.
 */
export const confirmNewsletter = (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<NewsletterConfirmation['outcome']> =>
  em.transactional(async (transaction) => {
    const token = await lockSubscriptionOf(transaction, tokenHash, 'confirm');
    if (!token) return 'expired';
    if (token.confirmed_at !== null && token.unsubscribed_at === null) return 'already-confirmed';
    if (token.used_at !== null || token.expires_at === null || token.expires_at <= now) return 'expired';
    await tables(transaction)
      .updateTable('newsletter_subscriptions')
      .set({ confirmed_at: now, unsubscribed_at: null })
      .where('id', '=', token.subscription_id)
      .execute();
    await tables(transaction)
      .updateTable('newsletter_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .execute();
    return 'confirmed';
  });

/** Takes the address of a link to leave off the list, and ends every link that would put it back. */
export const unsubscribeNewsletter = (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<NewsletterUnsubscription['outcome']> =>
  em.transactional(async (transaction) => {
    const token = await lockSubscriptionOf(transaction, tokenHash, 'unsubscribe');
    if (!token) return 'unknown';
    if (token.unsubscribed_at !== null) return 'unsubscribed';
    await tables(transaction)
      .updateTable('newsletter_subscriptions')
      .set({ unsubscribed_at: now })
      .where('id', '=', token.subscription_id)
      .execute();
    await tables(transaction)
      .updateTable('newsletter_tokens')
      .set({ used_at: now })
      .where('subscription_id', '=', token.subscription_id)
      .where('kind', '=', 'confirm')
      .where('used_at', 'is', null)
      .execute();
    return 'unsubscribed';
  });

/**
 * Forgets addresses that were never confirmed and last asked for before `before`, those that left before then and were
 * not asked for since, and links and mails of before then that are over; a thousand at a time. Answers how many
 * addresses went.
 */
export const forgetNewsletterAddresses = async (em: EntityManager, before: Date): Promise<number> => {
  const instant = before.toISOString();
  await sql`
    delete from newsletter_tokens where id in (select id from newsletter_tokens where expires_at < ${instant} limit 1000)
  `.execute(tables(em));
  await sql`
    delete from newsletter_confirmations
    where id in (select id from newsletter_confirmations where requested_at < ${instant} limit 1000)
  `.execute(tables(em));
  const gone = await sql`
    delete from newsletter_subscriptions where id in (
      select id from newsletter_subscriptions
      where (confirmed_at is null or unsubscribed_at < ${instant}) and requested_at < ${instant} limit 1000
    )
  `.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};

/** A link and its address, which stays as it is until the transaction ends. */
const lockSubscriptionOf = (em: EntityManager, tokenHash: string, kind: NewsletterTokenKind) =>
  tables(em)
    .selectFrom('newsletter_tokens as token')
    .innerJoin('newsletter_subscriptions as subscription', 'subscription.id', 'token.subscription_id')
    .select([
      'token.subscription_id',
      'token.used_at',
      'token.expires_at',
      'subscription.confirmed_at',
      'subscription.unsubscribed_at',
    ])
    .where('token.token_hash', '=', tokenHash)
    .where('token.kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/*
 * The newest change of a member's card. While the authentication is open, a browser holds the secret of Stripe's
 * SetupIntent, with which it could try any card: at most one per membership is open.
 */

/** The SetupIntent of a card change, and when Stripe created it. */
export interface NewCardSetup {
  id: string;
  createdAt: Date;
}

/**
 * Opens the bank's authentication of a card, before its secret is given to the browser. False: another one is open,
 * this one was closed, or a newer change replaced it.
 */
export const openCardAuthentication = async (
  em: EntityManager,
  {
    subscriptionId,
    question: { id, createdAt, paymentMethodId },
  }: { subscriptionId: string; question: NewCardSetup & { paymentMethodId: string } },
  now: Date,
): Promise<boolean> => {
  const opened = await tables(em)
    .updateTable('subscriptions')
    .set({
      cardSetupId: id,
      cardSetupCreatedAt: createdAt,
      cardAuthenticationStartedAt: now,
      cardAuthenticationPaymentMethodId: paymentMethodId,
      cardAuthenticationClaimedAt: null,
      cardAuthenticationOpen: true,
    })
    .where('id', '=', subscriptionId)
    .where(sql<boolean>`(card_authentication_open = (card_setup_id is not distinct from ${id}))`)
    .where(sql<boolean>`coalesce(card_setup_created_at <= ${createdAt.toISOString()}, true)`)
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
};

/** Returns the SetupIntent of a membership's open authentication, or null when none is open. */
export const findOpenCardAuthentication = async (em: EntityManager, subscriptionId: string): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('cardSetupId')
    .where('id', '=', subscriptionId)
    .where('cardAuthenticationOpen', '=', true)
    .executeTakeFirst();
  return row?.cardSetupId ?? null;
};

/** Records that no more cards can be tried with the secret of a SetupIntent. */
export const closeCardAuthentication = async (em: EntityManager, setupIntentId: string): Promise<void> => {
  await tables(em)
    .updateTable('subscriptions')
    .set({ cardAuthenticationOpen: false })
    .where('cardSetupId', '=', setupIntentId)
    .where('cardAuthenticationOpen', '=', true)
    .execute();
};

/** An authentication whose secret was given to a browser, and its payment method. */
export interface PendingCardAuthentication {
  userId: string;
  open: boolean;
  paymentMethodId: string | null;
}

/** Returns the authentication of a SetupIntent that is the membership's newest change; null when it is not. */
export const findCardAuthentication = async (
  em: EntityManager,
  setupIntentId: string,
): Promise<PendingCardAuthentication | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select(['userId', 'cardAuthenticationOpen', 'cardAuthenticationPaymentMethodId'])
    .where('cardSetupId', '=', setupIntentId)
    .where('cardAuthenticationStartedAt', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    userId: row.userId,
    open: row.cardAuthenticationOpen,
    paymentMethodId: row.cardAuthenticationPaymentMethodId,
  };
};

/** After this another process takes over the ending of an authentication, because the first one died. */
const endingMs = 30_000;

/**
 * Claims the ending of an open authentication for the caller; false when it is closed, or another process has claimed
 * it.
 */
export const claimCardAuthentication = async (
  em: EntityManager,
  setupIntentId: string,
  now: Date,
): Promise<boolean> => {
  const claimed = await tables(em)
    .updateTable('subscriptions')
    .set({ cardAuthenticationClaimedAt: now })
    .where('cardSetupId', '=', setupIntentId)
    .where('cardAuthenticationOpen', '=', true)
    .where(({ eb, or }) =>
      or([
        eb('cardAuthenticationClaimedAt', 'is', null),
        eb('cardAuthenticationClaimedAt', '<', new Date(now.getTime() - endingMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

/** The SetupIntents of authentications that were opened by `before` and are still open, the oldest first. */
export const findAbandonedCardAuthentications = async (
  em: EntityManager,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('subscriptions')
    .select('cardSetupId')
    .where('cardAuthenticationOpen', '=', true)
    .where('cardAuthenticationStartedAt', '<=', before)
    .orderBy('cardAuthenticationStartedAt')
    .limit(limit)
    .execute();
  return rows.flatMap(({ cardSetupId: id }) => (id === null ? [] : [id]));
};

/**
 * Makes a succeeded SetupIntent the newest change. False when a newer one has replaced it. Stripe's times are whole
 * seconds: of two created within one second, one that was completed after the bank's authentication (`answered`) does
 * not replace the other.
 */
export const recordNewestCardSetup = async (
  em: EntityManager,
  subscriptionId: string,
  { id, createdAt, answered }: NewCardSetup & { answered: boolean },
): Promise<boolean> => {
  const at = createdAt.toISOString();
  const newer = answered ? sql<boolean>`card_setup_created_at < ${at}` : sql<boolean>`card_setup_created_at <= ${at}`;
  const chosen = await tables(em)
    .updateTable('subscriptions')
    .set({
      cardSetupId: id,
      cardSetupCreatedAt: createdAt,
      cardAuthenticationStartedAt: sql`case when card_setup_id = ${id} then card_authentication_started_at end`,
      cardAuthenticationOpen: false,
    })
    .where('id', '=', subscriptionId)
    .where(
      sql<boolean>`(card_setup_id is null or card_setup_id = ${id} or (not card_authentication_open and ${newer}))`,
    )
    .returning('id')
    .executeTakeFirst();
  return chosen !== undefined;
};

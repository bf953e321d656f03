import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/*
 * The newest change of a member's card. While its bank's question is open a browser holds the secret of Stripe's
 * SetupIntent, with which it could try any card: of each membership one at most is open.
 */

/** Stripe's SetupIntent of one change, and when Stripe made it. */
export interface NewCardSetup {
  id: string;
  createdAt: Date;
}

/**
 * Opens the bank's question about a card, before its secret is handed out. False: another one is open, or this one was
 * closed, or a newer change took its place.
 */
export const openCardQuestion = async (
  em: EntityManager,
  subscriptionId: string,
  { id, createdAt, paymentMethodId }: NewCardSetup & { paymentMethodId: string },
  now: Date,
): Promise<boolean> => {
  const opened = await tables(em)
    .updateTable('subscriptions')
    .set({
      cardSetupId: id,
      cardSetupAt: createdAt,
      cardQuestionAt: now,
      cardQuestionMethod: paymentMethodId,
      cardQuestionEndingAt: null,
      cardQuestionOpen: true,
    })
    .where('id', '=', subscriptionId)
    .where(sql<boolean>`(card_question_open = (card_setup_id is not distinct from ${id}))`)
    .where(sql<boolean>`coalesce(card_setup_at <= ${createdAt.toISOString()}, true)`)
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
};

/** The SetupIntent of a membership's open question; null when none is open. */
export const findOpenCardQuestion = async (em: EntityManager, subscriptionId: string): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('cardSetupId')
    .where('id', '=', subscriptionId)
    .where('cardQuestionOpen', '=', true)
    .executeTakeFirst();
  return row?.cardSetupId ?? null;
};

/** Notes that no card can be tried any more with the secret of a question. */
export const closeCardQuestion = async (em: EntityManager, setupIntentId: string): Promise<void> => {
  await tables(em)
    .updateTable('subscriptions')
    .set({ cardQuestionOpen: false })
    .where('cardSetupId', '=', setupIntentId)
    .where('cardQuestionOpen', '=', true)
    .execute();
};

/** A bank's question whose secret was handed out, and the payment method that it is about. */
export interface CardQuestion {
  userId: string;
  open: boolean;
  paymentMethodId: string | null;
}

/** The question that a SetupIntent is, of a membership's newest change; null: it is none. */
export const findCardQuestion = async (em: EntityManager, setupIntentId: string): Promise<CardQuestion | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select(['userId', 'cardQuestionOpen', 'cardQuestionMethod'])
    .where('cardSetupId', '=', setupIntentId)
    .where('cardQuestionAt', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  return { userId: row.userId, open: row.cardQuestionOpen, paymentMethodId: row.cardQuestionMethod };
};

/** A process that died while it ended a question is followed by another one. */
const endingMs = 30_000;

/** Makes the caller the one that ends an open question; false: it is closed, or another one is at it. */
export const claimCardQuestion = async (em: EntityManager, setupIntentId: string, now: Date): Promise<boolean> => {
  const claimed = await tables(em)
    .updateTable('subscriptions')
    .set({ cardQuestionEndingAt: now })
    .where('cardSetupId', '=', setupIntentId)
    .where('cardQuestionOpen', '=', true)
    .where(({ eb, or }) =>
      or([
        eb('cardQuestionEndingAt', 'is', null),
        eb('cardQuestionEndingAt', '<', new Date(now.getTime() - endingMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

/** The SetupIntents of questions that were asked by `before` and are still open, the oldest first. */
export const findAbandonedCardQuestions = async (
  em: EntityManager,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> => {
  const rows = await tables(em)
    .selectFrom('subscriptions')
    .select('cardSetupId')
    .where('cardQuestionOpen', '=', true)
    .where('cardQuestionAt', '<=', before)
    .orderBy('cardQuestionAt')
    .limit(limit)
    .execute();
  return rows.flatMap(({ cardSetupId: id }) => (id === null ? [] : [id]));
};

/**
 * Makes a SetupIntent that succeeded the newest change. False: a newer one has taken its place. Stripe's times are whole
 * seconds: of two within one, `answered`, by the holder of a card whose bank asked, is only the newest known.
 */
export const chooseCardSetup = async (
  em: EntityManager,
  subscriptionId: string,
  { id, createdAt, answered }: NewCardSetup & { answered: boolean },
): Promise<boolean> => {
  const at = createdAt.toISOString();
  const newer = answered ? sql<boolean>`card_setup_at < ${at}` : sql<boolean>`card_setup_at <= ${at}`;
  const chosen = await tables(em)
    .updateTable('subscriptions')
    .set({
      cardSetupId: id,
      cardSetupAt: createdAt,
      cardQuestionAt: sql`case when card_setup_id = ${id} then card_question_at end`,
      cardQuestionOpen: false,
    })
    .where('id', '=', subscriptionId)
    .where(sql<boolean>`(card_setup_id is null or card_setup_id = ${id} or (not card_question_open and ${newer}))`)
    .returning('id')
    .executeTakeFirst();
  return chosen !== undefined;
};

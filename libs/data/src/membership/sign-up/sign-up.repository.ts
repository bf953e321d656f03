import type { EntityManager } from '@mikro-orm/postgresql';
import type { Consent, ConsentKind } from '@ve/domain/membership/consents';
import { type PaidSignUp, type PaymentReturnReason, type SignUpOutcome } from '@ve/domain/membership/sign-up-outcome';
import { sql, type Selectable } from 'kysely';
import { enqueueStripeCustomerDeletions } from '../customer/customer.repository.ts';
import { type Tables, tables } from '../../entities.ts';
import type { PurgeCutoff } from '../../kernel/table-privacy.ts';
import { isFormerMemberSql, type FormerMemberHashes } from './former-member.repository.ts';
import type { SignUpStatus } from './sign-up.entity.ts';

/** Postgres channel notified when a sign-up is finished; the payload is its id. */
export const signUpNotifyChannel = 've_sign_ups';

export interface SignUpRow {
  id: string;
  email: string;
  fullName: string;
  address: string;
  postcode: string;
  registration: string;
  browserHash: string;
  stripeCustomerId: string | null;
  paymentIntentId: string | null;
  status: SignUpStatus;
  outcome: SignUpOutcome | null;
  returnReason: PaymentReturnReason | null;
  userId: string | null;
  paymentAttempts: number;
  /** Stripe's confirmation token of the latest attempt. */
  confirmationToken: string | null;
  /** The end of the lease of a confirmation in progress; null: the result of the latest one is known. */
  confirmationLeaseUntil: Date | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** A submitted form. */
export interface NewSignUp {
  /** Chosen by the browser, one per form. */
  idempotencyKey: string;
  email: string;
  fullName: string;
  address: string;
  postcode: string;
  registration: string;
  browserHash: string;
}

/** Stores a sign-up with its ticked consents; null when there is one with its key already. */
export const addSignUp = async (
  em: EntityManager,
  {
    signUp,
    consents,
  }: { signUp: NewSignUp; consents: { given: { kind: ConsentKind; consent: Consent }[]; clientHash: string } },
  now: Date,
): Promise<SignUpRow | null> => {
  const stored = await tables(em)
    .insertInto('sign_ups')
    .values({
      idempotencyKey: signUp.idempotencyKey,
      email: signUp.email,
      fullName: signUp.fullName,
      address: signUp.address,
      postcode: signUp.postcode,
      registrationNumber: signUp.registration,
      browserHash: signUp.browserHash,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!stored) return null;
  const { given, clientHash } = consents;
  await tables(em)
    .insertInto('consents')
    .values(
      given.map(({ kind, consent }) => ({
        signUpId: stored.id,
        kind,
        textVersion: consent.version,
        fullCheckPence: consent.fullCheckPence,
        monthlyPence: consent.monthlyPence,
        clientHash,
        givenAt: now,
      })),
    )
    .execute();
  return toRow(stored);
};

/** Returns the sign-up of an idempotency key, or null when there is none. */
export const findSignUpByKey = async (em: EntityManager, idempotencyKey: string): Promise<SignUpRow | null> =>
  toRow(
    await tables(em).selectFrom('sign_ups').selectAll().where('idempotencyKey', '=', idempotencyKey).executeTakeFirst(),
  );

/** Returns a sign-up by its id, or null when there is none. */
export const findSignUp = async (em: EntityManager, id: string): Promise<SignUpRow | null> =>
  toRow(await tables(em).selectFrom('sign_ups').selectAll().where('id', '=', id).executeTakeFirst());

/** `findSignUp`, locked until the caller's transaction ends. */
export const lockSignUp = async (em: EntityManager, id: string): Promise<SignUpRow | null> =>
  toRow(await tables(em).selectFrom('sign_ups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

/** Returns the sign-up of a PaymentIntent, or null when no row has it. */
export const findSignUpOfPayment = async (em: EntityManager, paymentIntentId: string): Promise<SignUpRow | null> =>
  toRow(
    await tables(em)
      .selectFrom('sign_ups')
      .selectAll()
      .where('stripePaymentIntentId', '=', paymentIntentId)
      .executeTakeFirst(),
  );

/**
 * Stores the PaymentIntent and customer of a sign-up that has no PaymentIntent yet; returns false when it has one, or
 * does not exist.
 */
export const recordSignUpPayment = async (
  em: EntityManager,
  id: string,
  stripe: { paymentIntentId: string; customerId: string | null },
): Promise<boolean> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({
      stripePaymentIntentId: stripe.paymentIntentId,
      stripeCustomerId: sql`coalesce(stripe_customer_id, ${stripe.customerId})`,
    })
    .where('id', '=', id)
    .where('stripePaymentIntentId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Returns whether an address has an account, and whether that ever had a trial or membership, or is about to be
 * deleted.
 */
export const readSignUpAccountState = async (em: EntityManager, email: string): Promise<PaidSignUp['account']> => {
  const found = await sql<{ subscribed: boolean }>`
    select exists (select from subscriptions where user_id = users.id)
      or exists (select from payments where user_id = users.id)
      or exists (select from account_deletions where user_id = users.id and confirmed_at is not null) as subscribed
    from users where email = ${email}
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return 'none';
  return row.subscribed ? 'had-subscription' : 'never-subscribed';
};

/**
 * Counts the trials since `since`: those started with this card, including accounts deleted since, and those of deleted
 * accounts with this address. A single statement, so that a concurrent deletion is seen before or after, and its trial
 * counted once.
 */
export const countTrialsOfPersonSince = async (
  em: EntityManager,
  hashes: FormerMemberHashes,
  { since, now }: { since: Date; now: Date },
): Promise<PaidSignUp['trials']> => {
  const counted = await sql<{ kept: number; formerOfCard: number; former: number }>`
    select
      (select count(*)::int from sign_ups
        where card_hash = ${hashes.cardHash} and status = 'completed' and finished_at > ${since.toISOString()}) as kept,
      count(*) filter (where card_hashes @> array[${hashes.cardHash}]::text[])::int as "formerOfCard",
      count(*)::int as former
    from former_members where ${isFormerMemberSql(hashes, now)} and trial_started_at > ${since.toISOString()}
  `.execute(tables(em));
  const { kept = 0, formerOfCard = 0, former = 0 } = counted.rows[0] ?? {};
  return { ofCard: kept + formerOfCard, ofPerson: kept + former };
};

/** Serialises sign-ups paid with the same card: others wait here until the caller's transaction ends. */
export const lockSignUpsByCard = async (em: EntityManager, cardHash: string | null): Promise<void> => {
  if (cardHash === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card ${cardHash}`}, 0))`.execute(tables(em));
};

export interface SignUpPayment {
  paidAt: Date;
  cardHash: string | null;
}

/**
 * Decides, before any money moves, that a payment is refunded: from then on no run opens an account for it. The first
 * decided reason is kept. Returns false when the sign-up is finished already.
 */
export const decideSignUpRefund = async (
  em: EntityManager,
  id: string,
  { paidAt, cardHash, reason }: SignUpPayment & { reason: PaymentReturnReason },
): Promise<boolean> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set({
      paymentOutcome: 'return-payment',
      refundReason: sql`coalesce(refund_reason, ${reason})`,
      paidAt,
      cardHash,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Finishes a sign-up whose trial has started, and notifies its listeners. */
export const completeSignUp = async (
  em: EntityManager,
  {
    id,
    result,
  }: { id: string; result: SignUpPayment & { outcome: Exclude<SignUpOutcome, 'return-payment'>; userId: string } },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('sign_ups')
    .set({
      status: 'completed',
      paymentOutcome: result.outcome,
      userId: result.userId,
      paidAt: result.paidAt,
      cardHash: result.cardHash,
      finishedAt: now,
    })
    .where('id', '=', id)
    .execute();
  await notifySignUp(em, id);
};

/** Finishes a sign-up whose payment was refunded; returns whether this call did so. */
export const finishRefundedSignUp = (
  em: EntityManager,
  { id, refundId }: { id: string; refundId: string },
  now: Date,
): Promise<boolean> => finish(em, id, { status: 'returned', stripeRefundId: refundId, finishedAt: now });

/** Finishes a sign-up whose PaymentIntent was cancelled unpaid; returns whether this call did so. */
export const abandonSignUp = (em: EntityManager, id: string, now: Date): Promise<boolean> =>
  finish(em, id, { status: 'abandoned', finishedAt: now });

/** Reopens an abandoned sign-up that was paid after all. */
export const reopenSignUp = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('sign_ups')
    .set({ status: 'open', finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', 'abandoned')
    .execute();
};

/** An open sign-up that the reconciliation processes again. */
export interface OpenSignUp {
  id: string;
  createdAt: Date;
}

/** Open sign-ups created before an instant, the oldest first. */
export const findOpenSignUps = async (
  em: EntityManager,
  { before, limit }: { before: Date; limit: number },
): Promise<OpenSignUp[]> => {
  const rows = await tables(em)
    .selectFrom('sign_ups')
    .select(['id', 'createdAt'])
    .where('status', '=', 'open')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.createdAt }));
};

/** Returns those of the given sign-ups that are open or abandoned. */
export const findUnresolvedSignUps = async (em: EntityManager, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const found = await sql<{ id: string }>`
    select id from sign_ups where id = any (${ids}::uuid[]) and status in ('open', 'abandoned')
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};

/**
 * Purges sign-ups that ended before `before` without an account (abandoned, or with their payment refunded), with their
 * consents, up to a thousand at a time, and queues the deletion of their customers at Stripe, in the caller's
 * transaction; returns how many.
 */
export const purgeSignUpsWithoutAccount = async (em: EntityManager, { before, now }: PurgeCutoff): Promise<number> => {
  const deleted = await sql<{ customer: string | null }>`
    delete from sign_ups where id in (
      select id from sign_ups
      where status in ('abandoned', 'returned') and created_at < ${before.toISOString()} and finished_at < ${before.toISOString()}
      limit 1000
    )
    returning stripe_customer_id as customer
  `.execute(tables(em));
  const customers = deleted.rows.map(({ customer }) => customer);
  await enqueueStripeCustomerDeletions(em, customers, { now, correlationId: 'purge' });
  return deleted.rows.length;
};

const finish = async (
  em: EntityManager,
  id: string,
  change: { status: SignUpStatus; stripeRefundId?: string; finishedAt: Date },
): Promise<boolean> => {
  const row = await tables(em)
    .updateTable('sign_ups')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await notifySignUp(em, id);
  return true;
};

const notifySignUp = async (em: EntityManager, id: string): Promise<void> => {
  await sql`select pg_notify(${signUpNotifyChannel}, ${id})`.execute(tables(em));
};

const toRow = (stored: Selectable<Tables['sign_ups']> | undefined): SignUpRow | null =>
  stored === undefined
    ? null
    : {
        id: stored.id,
        email: stored.email,
        fullName: stored.fullName,
        address: stored.address,
        postcode: stored.postcode,
        registration: stored.registrationNumber,
        browserHash: stored.browserHash,
        stripeCustomerId: stored.stripeCustomerId,
        paymentIntentId: stored.stripePaymentIntentId,
        status: stored.status,
        outcome: stored.paymentOutcome,
        returnReason: stored.refundReason,
        userId: stored.userId,
        paymentAttempts: stored.paymentAttempts,
        confirmationToken: stored.confirmationToken,
        confirmationLeaseUntil: stored.confirmationLeaseUntil,
        createdAt: stored.createdAt,
        paidAt: stored.paidAt,
      };

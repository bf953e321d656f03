import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  recordSignUpPayment,
  findOpenSignUps,
  findUnresolvedSignUps,
  type OpenSignUp,
} from '@ve/data/membership/sign-up/sign-up.repository';
import { signUpPayableMs } from '@ve/domain/membership/sign-up-limits';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';

const aMinute = 60_000;
const anHour = 60 * aMinute;
const batch = 1_000;
/** The sweep ignores younger sign-ups: browser and webhook are faster. */
const inProgressGraceMs = 2 * aMinute;
/** How far back Stripe's payments are listed: longer than a form can be paid, since workers may have been down. */
const listedMs = 7 * signUpPayableMs;

export const signUpSweepIntervalMs = aMinute;

/** True for an open sign-up in its first hour, then every half hour, and after a day, which abandons it. */
const isDue = ({ createdAt }: OpenSignUp, now: Date): boolean => {
  const age = now.getTime() - createdAt.getTime();
  if (age < anHour || age > signUpPayableMs) return true;
  const slot = (at: number) => Math.floor(at / (30 * aMinute));
  // Twice the sweep's own interval: a late run misses none.
  return slot(age) !== slot(age - 2 * signUpSweepIntervalMs);
};

/**
 * Queues the completing job of open sign-ups without a webhook or browser request, and of those to be abandoned.
 * Returns how many.
 */
export const queueOpenSignUpCompletions = async (em: EntityManager, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - inProgressGraceMs);
  const open = await findOpenSignUps(em, { before, limit: batch });
  const due = open.filter((signUp) => isDue(signUp, now)).map(({ id }) => id);
  await complete(em, due, now);
  return due.length;
};

/**
 * Queues the completing job of every Stripe payment that its sign-up has not recorded, and stores missing PaymentIntent
 * ids in sign-ups. Returns how many were paid.
 */
export const reconcileSignUpPayments = async (
  em: EntityManager,
  payments: PaymentDeps['payments'],
  now: Date,
): Promise<number> => {
  const listed = await payments.listPayments({ since: new Date(now.getTime() - listedMs), limit: batch });
  const ofSignUps = new Map(
    listed.flatMap((attempt) => (attempt.signUpId === null ? [] : [[attempt.signUpId, attempt] as const])),
  );
  const unaccounted = await findUnresolvedSignUps(em, [...ofSignUps.keys()]);
  for (const id of unaccounted) {
    const attempt = ofSignUps.get(id);
    if (attempt) await recordSignUpPayment(em, id, { paymentIntentId: attempt.id, customerId: attempt.customerId });
  }
  const paid = unaccounted.filter((id) => ofSignUps.get(id)?.status === 'succeeded');
  await complete(em, paid, now);
  return paid.length;
};

const complete = async (em: EntityManager, signUpIds: string[], now: Date): Promise<void> => {
  if (signUpIds.length === 0) return;
  await em.transactional(async (transaction) => {
    for (const signUpId of signUpIds) {
      const payload = { signUpId, correlationId: 'sweep' };
      await addToOutbox(transaction, { jobName: 'sign-ups.complete', payload }, { now });
    }
  });
};

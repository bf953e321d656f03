import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  recordSignUpPayment,
  findOpenSignUps,
  findUnresolvedSignUps,
  type OpenSignUp,
} from '@ve/data/membership/sign-up/sign-up.repository';
import { payableMs } from '@ve/domain/membership/sign-up-limits';
import type { PaymentDeps } from './payments.ts';

const aMinute = 60_000;
const anHour = 60 * aMinute;
const batch = 1_000;
/** No sign-up is younger when the sweep first looks at it: browser and webhook are quicker. */
const inProgressGraceMs = 2 * aMinute;
/** How far back Stripe's payments are listed: longer than a form can be paid, as workers may have been down. */
const listedMs = 7 * payableMs;

/** How often the sweep runs. */
export const sweepEveryMs = aMinute;

/** Looks at an open sign-up all the time in its first hour, then every half hour, and again after a day: that ends it. */
const isDue = ({ createdAt }: OpenSignUp, now: Date): boolean => {
  const age = now.getTime() - createdAt.getTime();
  if (age < anHour || age > payableMs) return true;
  const turn = (at: number) => Math.floor(at / (30 * aMinute));
  // Twice the sweep's own interval: a run that is late misses none.
  return turn(age) !== turn(age - 2 * sweepEveryMs);
};

/**
 * Adds the completing job of open sign-ups whose webhook and browser have not been heard of, and of those to be abandoned.
 * Returns how many.
 */
export const reconcileSignUps = async (em: EntityManager, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - inProgressGraceMs);
  const open = await findOpenSignUps(em, { before, limit: batch });
  const due = open.filter((signUp) => isDue(signUp, now)).map(({ id }) => id);
  await complete(em, due, now);
  return due.length;
};

/**
 * Adds the completing job of every payment at Stripe that no sign-up has accounted for, and stores the PaymentIntents of
 * sign-ups that could not. Returns how many were paid.
 */
export const reconcilePayments = async (
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
      await addToOutbox(transaction, 'sign-ups.complete', payload, { now });
    }
  });
};

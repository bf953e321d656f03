import { expect, it } from '@jest/globals';
import type { SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { type PaymentsPort, idempotencyKeyMs } from '@ve/providers/payments/payments.port';
import { beginTrial } from './begin-trial.ts';

const paidAt = new Date('2026-11-21T12:00:00Z');
const signUp = { id: '00000000-0000-4000-8000-000000000001' } as SignUpRow;

/** The keys under which subscriptions were made, of a provider that lists these. */
const keysAt = async (afterMs: number, listed: { signUpId: string; status: string }[] = []): Promise<string[]> => {
  const keys: string[] = [];
  const payments = {
    listSubscriptions: () => Promise.resolve(listed),
    createSubscription: ({ key }: { key: string }) => {
      keys.push(key);
      return Promise.resolve({ id: 'sub_1' });
    },
  } as unknown as PaymentsPort;
  const paid = { signUp, customerId: 'cus_1', paymentMethodId: 'pm_1', paidAt };
  await beginTrial(payments, paid, new Date(paidAt.getTime() + afterMs));
  return keys;
};

it('is the same call while its answer may only have been lost', async () => {
  const [first, again] = [await keysAt(0), await keysAt(idempotencyKeyMs - 1)];
  expect(again).toEqual(first);
  expect(await keysAt(-60_000)).toEqual(first);
});

it('is a new call later, so that a failure which Stripe repeats for a day does not cost the trial', async () => {
  expect(await keysAt(idempotencyKeyMs)).not.toEqual(await keysAt(0));
});

it('is no call later where the first had its effect', async () => {
  expect(await keysAt(idempotencyKeyMs, [{ signUpId: signUp.id, status: 'trialing' }])).toEqual([]);
  expect(await keysAt(idempotencyKeyMs, [{ signUpId: signUp.id, status: 'canceled' }])).toEqual([]);
  expect(await keysAt(idempotencyKeyMs, [{ signUpId: signUp.id, status: 'incomplete_expired' }])).toHaveLength(1);
  expect(await keysAt(idempotencyKeyMs, [{ signUpId: 'another', status: 'trialing' }])).toHaveLength(1);
});

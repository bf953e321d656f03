import { expect, it } from '@jest/globals';
import type { SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { type PaymentsPort, idempotencyKeyLifetimeMs } from '@ve/providers/payments/payments.port';
import { createTrialSubscription } from '@ve/app/membership/sign-up/complete-sign-up';

const paidAt = new Date('2026-11-21T12:00:00Z');
const signUp = { id: '00000000-0000-4000-8000-000000000001' } as SignUpRow;

/** The idempotency keys under which subscriptions were made, at a provider that lists the given ones. */
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
  await createTrialSubscription(payments, paid, new Date(paidAt.getTime() + afterMs));
  return keys;
};

it('beginning a trial repeats the same call while its response may only have been lost', async () => {
  const [first, again] = [await keysAt(0), await keysAt(idempotencyKeyLifetimeMs - 1)];
  expect(again).toEqual(first);
  expect(await keysAt(-60_000)).toEqual(first);
});

it('beginning a trial uses a new key later, so that a failure that Stripe repeats for a day does not cost the trial', async () => {
  expect(await keysAt(idempotencyKeyLifetimeMs)).not.toEqual(await keysAt(0));
});

it('beginning a trial makes no new call if an earlier one succeeded', async () => {
  expect(await keysAt(idempotencyKeyLifetimeMs, [{ signUpId: signUp.id, status: 'trialing' }])).toEqual([]);
  expect(await keysAt(idempotencyKeyLifetimeMs, [{ signUpId: signUp.id, status: 'canceled' }])).toEqual([]);
  expect(await keysAt(idempotencyKeyLifetimeMs, [{ signUpId: signUp.id, status: 'incomplete_expired' }])).toHaveLength(
    1,
  );
  expect(await keysAt(idempotencyKeyLifetimeMs, [{ signUpId: 'another', status: 'trialing' }])).toHaveLength(1);
});

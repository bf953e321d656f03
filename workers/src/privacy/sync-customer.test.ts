import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { PaymentsRefusedError, PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { paymentsThatThrow } from '../testing/scripted-payments.ts';
import { updateStripeCustomerFromProfile } from '@ve/app/privacy/stripe-customer';

interface Call {
  key: string;
  id: string;
  email: string;
  name: string;
}

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const changeId = '00000000-0000-4000-8000-0000000000c1';
const otherChange = '00000000-0000-4000-8000-0000000000c2';

/** A user with a customer at Stripe, and a scripted Stripe. */
async function customer(email: string, stripeId: string | null, failures: Error[] = []) {
  const user = await db.data.add('users', { email });
  const userId = user.id;
  await db.data.add('customers', { userId, email, stripeCustomerId: stripeId });
  const calls: Call[] = [];
  const updateCustomer = (call: Call): Promise<void> => {
    calls.push(call);
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve() : Promise.reject(failure);
  };
  const payments = new Proxy(paymentsThatThrow, {
    get: (target, name): unknown => (name === 'updateCustomer' ? updateCustomer : Reflect.get(target, name)),
  });
  const handler = updateStripeCustomerFromProfile({ payments });
  const run = (change = changeId) =>
    handler(
      { userId, changeId: change, correlationId: 'request-1' },
      createTestJobContext({ orm: db.orm, now: () => new Date() }),
    );
  return { userId, calls, run };
}

it('a sync is retried while Stripe is down, under the same key', async () => {
  const { calls, run } = await customer('one@example.com', 'cus_1', [new PaymentsUnavailableError('down')]);
  await expect(run()).rejects.toThrow(PaymentsUnavailableError);
  await run();
  expect(calls[0]).toEqual({
    key: expect.stringContaining(changeId),
    id: 'cus_1',
    email: 'one@example.com',
    name: 'Dana Driver',
  });
  expect(calls[1]).toEqual(calls[0]);
});

it('a sync sends the current values, and a later correction back has another key', async () => {
  const { userId, calls, run } = await customer('two@example.com', 'cus_2', [new PaymentsUnavailableError('down')]);
  await expect(run()).rejects.toThrow('down');
  await db.data.set('customers', { name: "Dana O'Driver" }, { userId });
  await run();
  await db.data.set('customers', { name: 'Dana Driver' }, { userId });
  await run(otherChange);
  expect(calls.map(({ name }) => name)).toEqual(['Dana Driver', "Dana O'Driver", 'Dana Driver']);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
});

it.each([
  ['without a customer at Stripe', null, [], 0],
  ['of a customer that Stripe does not know', 'cus_3', [new PaymentsRefusedError('resource_missing', 'none')], 1],
])('a sync %s has nothing to do', async (what, stripeId, failures, times) => {
  const { calls, run } = await customer(`${what.length}@example.com`, stripeId, [...failures]);
  await run();
  expect(calls).toHaveLength(times);
});

it('a sync of a deleted account has nothing to do', async () => {
  const { userId, calls, run } = await customer('gone@example.com', 'cus_4');
  await db.data.remove('customers', { userId });
  await db.data.remove('users', { id: userId });
  await run();
  expect(calls).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { abandonSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { erasePersonalDataOutsideAccounts } from '@ve/app/privacy/data-request-service';
import { purgeEntryBatch } from '@ve/data/privacy/retention/purge-batch';
import { createPaymentJobRunner } from '../testing/payment-job-runner.ts';
import { openSignUpForm } from '../testing/sign-up-rows.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestEnvironment } from '../testing/stripe-sandbox.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
let world: StripeTestEnvironment;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const start = new Date('2027-03-01T10:00:00.000Z');
const aMonthLater = new Date('2027-04-10T10:00:00.000Z');
const email = 'dana@example.com';
beforeEach(async () => {
  await clearTables(em(), 'users', 'sign_ups', 'outbox');
  world = await sandbox.openTestEnvironment(start);
});

const em = () => db.orm.em.fork();
const settle = () => createPaymentJobRunner({ orm: db.orm, payments: sandbox.payments, now: world.now }).settle();
const customerOf = async (id: string) => (await sandbox.call('GET', `customers/${id}`)).body;
/** A form with a Stripe customer that was never paid for. */
const abandoned = async (): Promise<string> => {
  const { signUpId, customerId } = await openSignUpForm({ orm: db.orm, sandbox, world }, { email });
  await abandonSignUp(em(), signUpId, start);
  return customerId;
};

it.each([
  [
    'is purged',
    () => em().transactional((tx) => purgeEntryBatch(tx, 'signUps', { before: aMonthLater, now: aMonthLater })),
  ],
  [
    'is erased by a mailed link',
    () => em().transactional((tx) => erasePersonalDataOutsideAccounts(tx, email, { now: start, correlationId: 'c' })),
  ],
])('the Stripe customer of an abandoned form is deleted when the form %s', async (_how, purge) => {
  const [customerId, open] = [
    await abandoned(),
    (await openSignUpForm({ orm: db.orm, sandbox, world }, { email })).customerId,
  ];
  await purge();
  expect(await db.data.all('sign_ups', { status: 'abandoned' })).toEqual([]);
  await settle();
  expect(await customerOf(customerId)).toMatchObject({ deleted: true });
  expect(await customerOf(open)).not.toHaveProperty('deleted');
});

it('the Stripe customer of a form or an account is not deleted', async () => {
  const stripeCustomerId = await abandoned();
  await em().transactional((tx) =>
    addToOutbox(tx, { jobName: 'customers.delete', payload: { stripeCustomerId, correlationId: 'c' } }, { now: start }),
  );
  await settle();
  expect(await customerOf(stripeCustomerId)).not.toHaveProperty('deleted');
});

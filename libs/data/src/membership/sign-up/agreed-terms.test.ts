import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { currentConsents } from '@ve/domain/membership/consents';
import { findCancellationRefundFacts } from '../cancellation-request/cancellation-request.repository.ts';
import { addMembershipPayment } from '../payment/payment.repository.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { insertTestSignUp } from '../../testing/sign-ups.ts';
import { createUser } from '../../identity/user/user.repository.ts';
import { addRejoinConsent } from './consent.repository.ts';
import { completeSignUp } from './sign-up.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'sign_ups', 'consents', 'users'));

const em = () => db.orm.em.fork();
const start = new Date('2026-11-26T10:00:00.500Z');
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);
/** Stripe reports whole seconds. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

const join = async (): Promise<string> => {
  const userId = (await createUser(em(), 'dana@example.com', start)) ?? '';
  const id = await insertTestSignUp(em(), { createdAt: start });
  const paid = { paidAt: start, cardHash: null, outcome: 'open-account', userId } as const;
  await completeSignUp(em(), { id, result: paid }, start);
  return userId;
};

let count = 0;
const pay = async (userId: string, stripeSubscriptionId: string, paidAt: Date) => {
  count += 1;
  const charge = { amountPence: 890, currency: 'gbp', receiptUrl: null, paymentIntentId: null };
  const period = { periodStart: paidAt, periodEnd: new Date(paidAt.getTime() + 30 * 86_400_000) };
  const of = { userId, stripeSubscriptionId, invoiceId: `in_${count}`, paidAt };
  await addMembershipPayment(em(), { ...charge, ...period, ...of }, paidAt);
  const { last } = await findCancellationRefundFacts(em(), { userId, stripeSubscriptionId });
  return last?.fullCheckPence;
};
/** Sets the price of the check in the consents, as if it had been different at that time. */
const agreedOn = (pence: number) => db.data.set('consents', { fullCheckPence: pence });

it('gives a charge the check price and the version of the consent under which it was made', async () => {
  const userId = await join();
  expect(await pay(userId, 'sub_1', days(1))).toBe(500);
  const { version } = currentConsents['start-now'];
  expect(await db.data.all('payments')).toMatchObject([{ fullCheckPence: 500, consentVersion: version }]);
});

it('does not apply a later price to an earlier contract or its next month', async () => {
  const userId = await join();
  await agreedOn(300);
  expect(await pay(userId, 'sub_1', days(1))).toBe(300);
  expect(await pay(userId, 'sub_1', days(31))).toBe(300);
  await addRejoinConsent(em(), { userId, consent: currentConsents.rejoin, clientHash: 'c'.repeat(64) }, days(90));
  const facts = await findCancellationRefundFacts(em(), { userId, stripeSubscriptionId: 'sub_1' });
  expect(facts.last?.fullCheckPence).toBe(300);
});

it('gives a contract that is started again the price of its own consent, given in the second in which it is paid', async () => {
  const userId = await join();
  await agreedOn(300);
  await addRejoinConsent(em(), { userId, consent: currentConsents.rejoin, clientHash: 'c'.repeat(64) }, days(90));
  expect(await pay(userId, 'sub_2', wholeSecond(days(90)))).toBe(500);
  expect(await pay(userId, 'sub_1', days(60))).toBe(300);
});

it('gives a charge of a contract without such a consent no price of the check', async () => {
  const userId = (await createUser(em(), 'dana@example.com', start)) ?? '';
  expect(await pay(userId, 'sub_1', days(1))).toBe(0);
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addTrialPayment } from '../payment/payment.repository.ts';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { insertTestSignUp } from '../../testing/sign-ups.ts';
import { createUser } from '../../identity/user/user.repository.ts';
import { findEarlierFirstPaidAt } from './former-member.repository.ts';
import {
  abandonSignUp,
  recordSignUpPayment,
  completeSignUp,
  countTrialsOfPersonSince,
  decideSignUpRefund,
  findOpenSignUps,
  findSignUp,
  findSignUpOfPayment,
  findUnresolvedSignUps,
  finishRefundedSignUp,
  readSignUpAccountState,
  reopenSignUp,
} from './sign-up.repository.ts';
import { purgeEntryBatch } from '../../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'sign_ups', 'consents', 'users', 'former_members'));

const now = new Date('2026-03-01T10:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const card = 'c'.repeat(64);
const mailbox = 'f'.repeat(64);
const hashes = { cardHash: card, emailHash: mailbox };
const paid = { paidAt: now, cardHash: card };

const newUser = async (email: string) => (await createUser(db.orm.em.fork(), email, now)) ?? '';

it('is completed once, with the account that it opened', async () => {
  const em = db.orm.em.fork();
  const id = await insertTestSignUp(em, { createdAt: now });
  const userId = await newUser('dana@example.com');
  await completeSignUp(em, { id, result: { ...paid, outcome: 'open-account', userId } }, now);
  expect(await findSignUp(em, id)).toMatchObject({ status: 'completed', outcome: 'open-account', userId, paidAt: now });
  expect(await finishRefundedSignUp(em, { id, refundId: 're_1' }, now)).toBe(false);
  expect(await abandonSignUp(em, id, now)).toBe(false);
});

it('stays open once its payment is to be refunded, until the refund is known', async () => {
  const em = db.orm.em.fork();
  const id = await insertTestSignUp(em, { createdAt: now });
  await decideSignUpRefund(em, id, { ...paid, reason: 'had-trial' });
  expect(await findSignUp(em, id)).toMatchObject({ status: 'open', outcome: 'return-payment' });
  expect(await finishRefundedSignUp(em, { id, refundId: 're_1' }, now)).toBe(true);
  expect(await finishRefundedSignUp(em, { id, refundId: 're_1' }, now)).toBe(false);
});

it('keeps the first PaymentIntent that it is given', async () => {
  const em = db.orm.em.fork();
  const id = await insertTestSignUp(em, { stripeCustomerId: 'cus_own' });
  await recordSignUpPayment(em, id, { paymentIntentId: 'pi_1', customerId: 'cus_1' });
  await recordSignUpPayment(em, id, { paymentIntentId: 'pi_2', customerId: 'cus_2' });
  expect(await findSignUpOfPayment(em, 'pi_1')).toMatchObject({ id, stripeCustomerId: 'cus_own' });
  expect(await findSignUpOfPayment(em, 'pi_2')).toBeNull();
});

it('reports what the account of an address has had', async () => {
  const em = db.orm.em.fork();
  expect(await readSignUpAccountState(em, 'dana@example.com')).toBe('none');
  const userId = await newUser('dana@example.com');
  expect(await readSignUpAccountState(em, 'dana@example.com')).toBe('never-subscribed');
  const payment = { amountPence: 50, currency: 'gbp', paidAt: now, receiptUrl: null };
  await addTrialPayment(em, { userId, paymentIntentId: 'pi_1', ...payment }, now);
  expect(await readSignUpAccountState(em, 'dana@example.com')).toBe('had-subscription');
});

const recent = { since: daysAgo(30), now };

it('counts the trials of a card that were started in the last thirty days', async () => {
  const em = db.orm.em.fork();
  const userId = await newUser('dana@example.com');
  const ages = [0, 29, 31];
  for (const age of ages) {
    const id = await insertTestSignUp(em, { createdAt: daysAgo(age) });
    await completeSignUp(em, { id, result: { ...paid, outcome: 'add-to-account', userId } }, daysAgo(age));
  }
  const returned = await insertTestSignUp(em, { createdAt: now });
  await decideSignUpRefund(em, returned, { ...paid, reason: 'had-trial' });
  await finishRefundedSignUp(em, { id: returned, refundId: 're_1' }, now);
  expect(await countTrialsOfPersonSince(em, hashes, recent)).toEqual({ ofCard: 2, ofPerson: 2 });
  const none = { ofCard: 0, ofPerson: 0 };
  expect(await countTrialsOfPersonSince(em, { ...hashes, cardHash: 'd'.repeat(64) }, recent)).toEqual(none);
  expect(await countTrialsOfPersonSince(em, { ...hashes, cardHash: null }, recent)).toEqual(none);
});

const addFormer = (
  cards: string[],
  mailboxes: string[],
  trialStartedAt: Date,
  { keptFor = 30, firstPaidAt = null as Date | null } = {},
) =>
  db.data.add('former_members', {
    cardHashes: cards,
    emailHashes: mailboxes,
    trialStartedAt,
    firstPaidAt,
    retainedUntil: new Date(trialStartedAt.getTime() + keptFor * 86_400_000),
  });

it('counts the trials of deleted accounts that had the card, the address or both, once each', async () => {
  const em = db.orm.em.fork();
  const [other, another] = ['d'.repeat(64), 'e'.repeat(64)];
  await addFormer([card], [other], daysAgo(1));
  await addFormer([other], [mailbox, another], daysAgo(2));
  await addFormer([card, other], [mailbox], daysAgo(29));
  await addFormer([card], [mailbox], daysAgo(31), { keptFor: 180 });
  await addFormer([other], [another], daysAgo(1));
  expect(await countTrialsOfPersonSince(em, hashes, recent)).toEqual({ ofCard: 2, ofPerson: 3 });
  expect(await countTrialsOfPersonSince(em, { ...hashes, cardHash: null }, recent)).toEqual({ ofCard: 0, ofPerson: 2 });
});

it('finds when a card or an address was first charged in full, for as long as that is retained', async () => {
  const em = db.orm.em.fork();
  const other = 'd'.repeat(64);
  const paid = (days: number, keptFor = 180) => ({ firstPaidAt: daysAgo(days), keptFor });
  await addFormer([card], [other], daysAgo(40), paid(39));
  await addFormer([other], [mailbox], daysAgo(60), paid(59));
  await addFormer([card], [mailbox], daysAgo(90), paid(89, 90));
  expect(await findEarlierFirstPaidAt(em, hashes, now)).toEqual(daysAgo(59));
  expect(await findEarlierFirstPaidAt(em, { ...hashes, emailHash: 'e'.repeat(64) }, now)).toEqual(daysAgo(39));
  expect(await findEarlierFirstPaidAt(em, { cardHash: null, emailHash: 'e'.repeat(64) }, now)).toBeNull();
});

it('is found by the sweep while it is open', async () => {
  const em = db.orm.em.fork();
  const old = await insertTestSignUp(em, { createdAt: daysAgo(2), paymentIntentId: 'pi_1' });
  const finished = await insertTestSignUp(em, { createdAt: daysAgo(2) });
  await insertTestSignUp(em, { createdAt: now });
  await abandonSignUp(em, finished, now);
  const found = await findOpenSignUps(em, { before: daysAgo(1), limit: 10 });
  expect(found).toEqual([{ id: old, createdAt: daysAgo(2) }]);
  const returned = await insertTestSignUp(em, { createdAt: daysAgo(2) });
  await decideSignUpRefund(em, returned, { ...paid, reason: 'had-trial' });
  await finishRefundedSignUp(em, { id: returned, refundId: 're_1' }, now);
  expect((await findUnresolvedSignUps(em, [old, finished, returned])).toSorted()).toEqual([old, finished].toSorted());
  expect(await findUnresolvedSignUps(em, [])).toEqual([]);
});

it('is reopened only when it was abandoned', async () => {
  const em = db.orm.em.fork();
  const [abandoned, returned] = [await insertTestSignUp(em), await insertTestSignUp(em)];
  await abandonSignUp(em, abandoned, now);
  await decideSignUpRefund(em, returned, { ...paid, reason: 'had-trial' });
  await finishRefundedSignUp(em, { id: returned, refundId: 're_1' }, now);
  for (const id of [abandoned, returned]) await reopenSignUp(em, id);
  expect(await findSignUp(em, abandoned)).toMatchObject({ status: 'open' });
  expect(await findSignUp(em, returned)).toMatchObject({ status: 'returned' });
});

it('is purged with its consents thirty days after it was abandoned or its payment refunded', async () => {
  const em = db.orm.em.fork();
  const old = await insertTestSignUp(em, { createdAt: daysAgo(32) });
  const young = await insertTestSignUp(em, { createdAt: daysAgo(32) });
  const open = await insertTestSignUp(em, { createdAt: daysAgo(32) });
  await abandonSignUp(em, old, daysAgo(31));
  await abandonSignUp(em, young, daysAgo(29));
  const returned = await insertTestSignUp(em, { createdAt: daysAgo(32) });
  await decideSignUpRefund(em, returned, { ...paid, reason: 'had-trial' });
  await finishRefundedSignUp(em, { id: returned, refundId: 're_1' }, daysAgo(31));
  expect(await purgeEntryBatch(em, 'signUps', { before: daysAgo(30), now })).toBe(2);
  for (const id of [old, returned]) expect(await findSignUp(em, id)).toBeNull();
  expect(await db.data.count('consents')).toBe(4);
  expect(await findSignUp(em, open)).not.toBeNull();
});

it('gives an address one account, also when two are created concurrently', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => createUser(db.orm.em.fork(), 'dana@example.com', now)));
  expect(made.filter((id) => id !== null)).toHaveLength(1);
  expect(await db.data.values('user_roles', 'role')).toEqual(['user']);
});

import {
  phoneCodeRequestOutcomeSchema,
  phoneCodeStateSchema,
  phoneConfirmationSchema,
  phoneSaveOutcomeSchema,
} from '@ve/contracts/http/membership/phone';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { tryCountVendorCall } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { issuePhoneCode } from '@ve/app/membership/phone/phone-codes';
import { textBudgetName } from '@ve/data/messaging/texts/text-budget';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const aMinute = 60_000;
let app: TestApp;
let ahead: number;
const now = () => new Date(Date.now() + ahead);
beforeAll(async () => {
  app = await startTestApp({}, now);
});
beforeEach(async () => {
  ahead = 0;
  await app.empty('texts', 'text_opt_outs', 'phone_codes', 'outbox', 'token_buckets', 'vendor_daily_usage');
});
afterAll(() => app.close());

type Signed = Pick<TestMember, 'headers'>;
const send = async (method: 'PUT' | 'POST', path: string, { headers }: Signed, body: object = {}) =>
  fetch(app.url + path, {
    method,
    headers: { ...headers, ...firstPartyHeaders, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const save = async (member: Signed, phone: string) =>
  phoneSaveOutcomeSchema.parse(await (await send('PUT', '/api/me/phone', member, { phone })).json());
const ask = async (member: Signed) =>
  phoneCodeRequestOutcomeSchema.parse(await (await send('POST', '/api/me/phone/code', member)).json());
const confirm = async (member: Signed, code: string) =>
  phoneConfirmationSchema.parse(await (await send('POST', '/api/me/phone/confirm', member, { code })).json());
const state = async ({ headers }: Signed) =>
  phoneCodeStateSchema.parse((await callApi('GET', `${app.url}/api/me/phone/code`, { headers })).body);
const texts = () => app.data.all('texts', {}, 'createdAt');
/** Acts as the worker, which draws the digits when it sends them. */
const codeSent = async (): Promise<string> => {
  return issuePhoneCode(app.em(), (await app.data.values('phone_codes', 'id', {}, 'createdAt')).at(-1)!);
};
const number = '+447700900123';

it('a number is stored, and confirmed by the code that is sent to it', async () => {
  const member = await createTestMember(app);
  expect(await ask(member)).toEqual({ outcome: 'no-phone' });
  expect(await save(member, '07700 900 123')).toEqual({ outcome: 'saved', phone: { number, state: 'confirm' } });
  expect(await texts()).toEqual([]);
  expect(await ask(member)).toEqual({ outcome: 'sent' });
  expect(await texts()).toMatchObject([{ template: 'number-code', recipient: number }]);
  expect(await app.data.values('outbox', 'jobName')).toEqual(['texts.send']);
  const code = await codeSent();
  expect(await confirm(member, code === '000000' ? '000001' : '000000')).toEqual({ outcome: 'wrong', triesLeft: 4 });
  expect(await confirm(member, ` ${code} `)).toEqual({
    outcome: 'confirmed',
    phone: { number, state: 'confirmed' },
  });
  expect(await ask(member)).toEqual({ outcome: 'confirmed' });
  expect(await save(member, '07700900456')).toMatchObject({ phone: { state: 'confirm' } });
  expect(app.logLines.join('')).not.toContain(code);
});

it.each(['', '020 7946 0018', '07700', '+33612345678', '07012345678', `0${'7'.repeat(60)}`])(
  'the number "%s" is refused',
  async (phone) => {
    const member = await createTestMember(app);
    expect((await send('PUT', '/api/me/phone', member, { phone })).status).toBe(400);
  },
);

it('only customers have a number', async () => {
  const visitor = { headers: { cookie: `session=${await createTestSession(app, { email: 'nothing@example.com' })}` } };
  expect(await save(visitor, '07700900123')).toEqual({ outcome: 'no-customer' });
});

it('codes are limited to three a day, also when requested concurrently', async () => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(member)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
    ...Array(3).fill('sent'),
    ...Array(3).fill('too-many'),
  ]);
  expect(await texts()).toHaveLength(3);
  const other = await createTestMember(app);
  await save(other, '07700900123');
  expect(await ask(other)).toMatchObject({ outcome: 'too-many' });
  expect(await state(member)).toMatchObject({ code: 'waiting', nextCodeAt: expect.any(String) });
  await app.data.set('phone_codes', { createdAt: new Date(now().getTime() - 24 * 60 * aMinute) });
  expect(await ask(member)).toEqual({ outcome: 'sent' });
});

it('the state of a code can be read: none, pending, refused, expired', async () => {
  const member = await createTestMember(app);
  const nothing = { code: 'none', until: null, nextCodeAt: null };
  expect(await state(member)).toEqual({ phone: null, ...nothing });
  await save(member, '07700900123');
  expect(await state(member)).toEqual({ phone: { number, state: 'confirm' }, ...nothing });
  await ask(member);
  expect(await state(member)).toMatchObject({ code: 'waiting', until: expect.any(String) });
  await app.data.set('texts', { sentAt: new Date(), vendorMessageId: `SM${'0'.repeat(32)}` });
  expect(await state(member)).toMatchObject({ code: 'sent' });
  await app.data.set('texts', { deliveredAt: new Date() });
  expect(await state(member)).toMatchObject({ code: 'delivered' });
  ahead = 11 * aMinute;
  expect(await state(member)).toMatchObject(nothing);
  await ask(member);
  await app.data.set('texts', { failedAt: new Date(), failure: 'unknown 21211' }, { sentAt: null });
  await recordTextOptOut(app.em(), { phone: number, reason: 'unknown' }, now());
  expect(await state(member)).toMatchObject({ code: 'failed', phone: { number, state: 'unreachable' } });
  expect((await callApi('GET', `${app.url}/api/me/phone/code`)).status).toBe(401);
});

it('codes that the network did not accept do not count among the three a day, but requests end at ten', async () => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  const refused = () => app.data.set('texts', { failedAt: new Date(), failure: 'unknown 21211' }, { sentAt: null });
  const outcomes = [];
  for (let count = 0; count < 12; count += 1) {
    outcomes.push((await ask(member)).outcome);
    if (count < 7) await refused();
  }
  expect(outcomes).toEqual([...Array(10).fill('sent'), 'too-many', 'too-many']);
});

it('a code works for ten minutes and five tries', async () => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  await ask(member);
  const code = await codeSent();
  ahead = 11 * aMinute;
  expect(await confirm(member, code)).toEqual({ outcome: 'expired' });
  await ask(member);
  const next = await codeSent();
  for (let tries = 4; tries >= 0; tries -= 1) {
    expect(await confirm(member, next === '000000' ? '000001' : '000000')).toEqual({
      outcome: 'wrong',
      triesLeft: tries,
    });
  }
  expect(await confirm(member, next)).toEqual({ outcome: 'expired' });
});

it('an account that guesses is slowed down, also while no code works', async () => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  const answers = [];
  for (let guess = 0; guess < 22; guess += 1) {
    answers.push((await send('POST', '/api/me/phone/confirm', member, { code: '123456' })).status);
  }
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(answers.at(-1)).toBe(429);
});

it.each([
  ['stop', 'stopped'],
  ['landline', 'unreachable'],
] as const)('sends no code to a number with a stop of %s', async (reason, outcome) => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  await recordTextOptOut(app.em(), { phone: number, reason }, now());
  expect(await ask(member)).toEqual({ outcome });
  expect(await texts()).toEqual([]);
});

it.each([
  ['a lapsed member', { status: 'canceled' }, 'not-member'],
  ['one whose period is over', { status: 'active', currentPeriodEnd: new Date(0) }, 'not-member'],
  ['one whose payment is due', { status: 'past_due' }, 'payment-due'],
] as const)('%s gets no code', async (_, membership, outcome) => {
  const member = await createTestMember(app, membership);
  await save(member, '07700900123');
  expect(await ask(member)).toEqual({ outcome });
  expect(await texts()).toEqual([]);
});

it('sends no code once the day’s texts have cost half of their budget', async () => {
  const member = await createTestMember(app);
  await save(member, '07700900123');
  const budget = { calls: null, pence: 24, pencePerCall: 5 };
  await tryCountVendorCall(app.em(), { vendor: textBudgetName, budget }, now());
  expect(await ask(member)).toEqual({ outcome: 'sent' });
  await tryCountVendorCall(app.em(), { vendor: textBudgetName, budget }, now());
  expect(await ask(member)).toEqual({ outcome: 'paused' });
  await app.rows('update vendor_daily_usage set day = day - 1');
  expect(await ask(member)).toEqual({ outcome: 'sent' });
});

it.each([['12345'], ['1234567'], ['12345a'], ['１２３４５６']])('the code "%s" is refused', async (code) => {
  expect((await send('POST', '/api/me/phone/confirm', await createTestMember(app), { code })).status).toBe(400);
});

import type { ReportReminderSettings } from '@ve/contracts/http/monitoring/reminders';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, undefined, { sharing: app });
});
afterAll(() => Promise.all([app.close(), other.close()]));

const url = (registration = 'AB12CDE', through = app) => `${through.url}/api/reports/${registration}/reminders`;
const read = async ({ headers }: Pick<TestMember, 'headers'>, registration?: string) =>
  (await callApi('GET', url(registration), { headers })).body as ReportReminderSettings;
const set = ({ headers }: Pick<TestMember, 'headers'>, body: unknown, through = app) =>
  callApi('PUT', url('AB12CDE', through), { headers, body });
const withPhone = ({ userId }: TestMember, { confirmed = true } = {}) =>
  app.data.set(
    'customers',
    { phoneNumber: '+447700900123', phoneConfirmedAt: confirmed ? new Date() : null },
    { userId },
  );
const switches = ({ userId }: TestMember) => app.data.all('watches', { userId });

describe('the reminders row', () => {
  it('of a member has e-mail on and SMS off by default', async () => {
    const member = await createTestMember(app);
    expect(await read(member, 'ab12 cde')).toEqual({
      state: 'watched',
      registration: 'AB12CDE',
      email: true,
      sms: false,
      phone: null,
      mailTo: { address: member.email, stopped: false, optedOutStreams: [], refused: false },
      paused: false,
      textsPaused: false,
    });
  });

  it('shows on another car’s report which car is watched', async () => {
    expect(await read(await createTestMember(app), 'FN15FNC')).toMatchObject({
      state: 'car-changed',
      registration: 'AB12CDE',
    });
  });

  it.each([
    ['trialing', 'watched', false],
    ['active', 'watched', false],
    ['past_due', 'watched', true],
    ['canceled', 'lapsed', false],
    ['unpaid', 'lapsed', false],
  ] as const)('of a membership that is %s: %s, texts paused: %s', async (status, state, textsPaused) => {
    expect(await read(await createTestMember(app, { status }))).toMatchObject({ state, textsPaused });
  });

  it('of a membership past its end has lapsed', async () => {
    const member = await createTestMember(app, { status: 'active' });
    await app.data.set('subscriptions', { endsAt: new Date(Date.now() - 1_000) }, { id: member.subscriptionId });
    expect(await read(member)).toMatchObject({ state: 'lapsed', email: true });
  });

  it('of a customer without any membership shows that, and sets nothing', async () => {
    const visitor = { headers: { cookie: `session=${await createTestSession(app, { email: 'never@example.com' })}` } };
    expect(await read(visitor)).toMatchObject({
      state: 'never',
      registration: null,
      mailTo: { address: 'never@example.com', stopped: false, optedOutStreams: [], refused: false },
    });
    expect((await set(visitor, { email: true })).body).toEqual({ outcome: 'not-member' });
  });

  it('is refused without a session', async () => {
    expect((await callApi('GET', url())).status).toBe(401);
    expect((await callApi('PUT', url(), { body: { email: false } })).status).toBe(401);
  });
});

describe('a switch', () => {
  it('of SMS requires a number first, and changes nothing without one', async () => {
    const member = await createTestMember(app);
    expect((await set(member, { sms: true, email: false })).body).toEqual({ outcome: 'phone-needed' });
    expect(await read(member)).toMatchObject({ email: true, sms: false });
  });

  it('of SMS is on with an unconfirmed number', async () => {
    const member = await createTestMember(app);
    await withPhone(member, { confirmed: false });
    expect((await set(member, { sms: true })).body).toMatchObject({
      outcome: 'set',
      reminders: { sms: true, phone: { number: '+447700900123', state: 'confirm' } },
    });
    await withPhone(member);
    expect(await read(member)).toMatchObject({ sms: true, phone: { state: 'confirmed' } });
  });

  it('of e-mail, turned on, subscribes the address to reminders again, and to no other stream', async () => {
    const member = await createTestMember(app);
    for (const stream of ['reminder', 'alert', 'newsletter'] as const) {
      await app.data.add('mail_opt_outs', { email: member.email, stream });
    }
    expect(await read(member)).toMatchObject({
      email: true,
      mailTo: { stopped: true, optedOutStreams: ['reminder', 'alert'] },
    });
    await set(member, { sms: false });
    expect(await read(member)).toMatchObject({ mailTo: { stopped: true, optedOutStreams: ['reminder', 'alert'] } });
    expect((await set(member, { email: true })).body).toMatchObject({
      outcome: 'set',
      reminders: { mailTo: { stopped: false, optedOutStreams: ['alert'] } },
    });
    expect(await app.data.values('mail_opt_outs', 'stream', { email: member.email }, 'stream')).toEqual([
      'alert',
      'newsletter',
    ]);
  });

  it('keeps its state when set again, and so does the other one', async () => {
    const member = await createTestMember(app);
    await withPhone(member);
    for (let count = 0; count < 3; count += 1) await set(member, { sms: true });
    await set(member, {});
    expect(await switches(member)).toMatchObject([{ emailOn: true, smsOn: true }]);
  });

  it('set in one tab does not affect what another tab sets concurrently', async () => {
    const member = await createTestMember(app);
    await withPhone(member);
    const answers = await Promise.all([set(member, { email: false }), set(member, { sms: true }, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await switches(member)).toMatchObject([{ emailOn: false, smsOn: true }]);
  });

  it('is stored for a lapsed member too, whose row shows that nothing is sent', async () => {
    const member = await createTestMember(app, { status: 'canceled' });
    expect((await set(member, { email: false })).body).toMatchObject({
      outcome: 'set',
      reminders: { state: 'lapsed', email: false },
    });
  });

  it('of one member does not affect another’s', async () => {
    const [one, two] = [await createTestMember(app), await createTestMember(app)];
    await set(one, { email: false });
    expect(await read(two)).toMatchObject({ email: true });
  });

  it.each([{ email: 'yes' }, { sms: 1 }, { email: null }, [], 'on'])('is a boolean: %j is refused', async (body) => {
    expect((await set(await createTestMember(app), body)).status).toBe(400);
  });

  it('needs a registration: other paths are not found', async () => {
    const { headers } = await createTestMember(app);
    for (const registration of ['x'.repeat(99), 'AB12%00CDE', '%F0%9F%9A%97']) {
      expect((await callApi('GET', url(registration), { headers })).status).toBe(404);
    }
  });
});

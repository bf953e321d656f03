import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import { watchSchema, type Watch, type WatchChangeAnswer } from '@ve/contracts/http/monitoring/watch';
import { addMail } from '@ve/data/messaging/mails/mail.repository';
import { addDays, addMonths, londonDate } from '@ve/domain/kernel/time/london-date';
import {
  jsonReply,
  rawReply,
  readRecordings,
  startStubVendor,
  type StubVendor,
} from '@ve/providers/http/vendor-server.fixture';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { signedMailEvents } from '../../testing/signed-mail-events.ts';
import { storeTestDueDateFromDvla } from '../../testing/due-dates.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const recording = readRecordings(
  new URL('../../../../libs/providers/src/address/recordings/ideal-postcodes.json', import.meta.url),
);
let register: StubVendor;
let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  register = await startStubVendor();
  app = await startTestApp({ IDEAL_POSTCODES_URL: register.url, IDEAL_POSTCODES_API_KEY: 'ak_1' });
  other = await startTestApp({}, undefined, { sharing: app });
});
beforeEach(() => {
  register.requests.length = 0;
  register.play(jsonReply(recording('downingStreet')));
});
afterAll(() => Promise.all([app.close(), other.close(), register.close()]));

type Signed = Pick<TestMember, 'headers'>;
const read = async ({ headers }: Signed, through = app): Promise<Watch> =>
  watchSchema.parse((await callApi('GET', `${through.url}/api/watch`, { headers })).body);
const patch = ({ headers }: Signed, body: unknown, through = app) =>
  callApi('PATCH', `${through.url}/api/watch`, { headers, body });
const change = async (...given: Parameters<typeof patch>): Promise<WatchChangeAnswer> =>
  (await patch(...given)).body as WatchChangeAnswer;
const settings = async (...given: Parameters<typeof patch>) => {
  const changed = await change(...given);
  if (changed.outcome !== 'set') throw new Error(`not set: ${changed.outcome}`);
  return changed.watch.settings;
};
const give = ({ headers }: Signed, kind: string, on: unknown) =>
  callApi('PUT', `${app.url}/api/watch/due-dates/${kind}`, { headers, body: { on } });
const today = () => londonDate(new Date());
const none = { email: [], sms: [] };
const every = { email: [28, 14, 7, 1, -1], sms: [28, 14, 7, 1, -1] };

const due = ({ userId }: TestMember, kind: ReminderKind, on: string, registration = 'AB12CDE') =>
  storeTestDueDateFromDvla(app, { userId, kind, registrationNumber: registration, dueOn: on });

describe('the watch', () => {
  it('of a new member has the defaults, and dates that were not read yet', async () => {
    const member = await createTestMember(app);
    expect(await read(member)).toEqual({
      state: 'watching',
      registration: 'AB12CDE',
      settings: {
        email: true,
        sms: false,
        leads: { tax: every, mot: every, insurance: every, servicing: every },
        quiet: { from: 21, until: 8 },
        pause: null,
        disabledAlerts: [],
        postcode: null,
      },
      mailTo: { address: member.email, stopped: false, optedOutStreams: [], refused: false },
      phone: null,
      dueDates: [
        { kind: 'tax', on: null, source: null, readAt: null, why: 'not-read' },
        { kind: 'mot', on: null, source: null, readAt: null, why: 'not-read' },
        { kind: 'insurance', on: null, source: null, readAt: null, why: null },
        { kind: 'servicing', on: null, source: null, readAt: null, why: null },
      ],
      upcoming: [],
      calendarUrl: null,
      carMayChangeOn: null,
      asOf: today(),
    });
  });

  it('of a customer without a membership is empty', async () => {
    const nonMember = {
      headers: { cookie: `session=${await createTestSession(app, { email: 'watch-never@example.com' })}` },
    };
    expect(await read(nonMember)).toMatchObject({
      state: 'never',
      registration: null,
      dueDates: [],
      upcoming: [],
      mailTo: { address: 'watch-never@example.com' },
    });
    expect(await change(nonMember, { email: false })).toEqual({ outcome: 'not-member' });
    expect((await give(nonMember, 'insurance', today())).body).toEqual({ outcome: 'not-member' });
    expect(await callApi('GET', `${app.url}/api/watch`)).toMatchObject({ status: 401 });
  });

  it('shows what will be sent, soonest first, without what was already sent or would not arrive', async () => {
    const member = await createTestMember(app);
    await settings(member, { email: true });
    const on = addDays(today(), 7);
    await due(member, 'mot', on);
    const { dueDates, upcoming } = await read(member);
    expect(dueDates[1]).toMatchObject({ kind: 'mot', on, source: 'DVLA', why: null });
    expect(upcoming).toEqual([
      { kind: 'mot', dueOn: on, lead: 7, channel: 'email', on: today() },
      { kind: 'mot', dueOn: on, lead: 1, channel: 'email', on: addDays(on, -1) },
      { kind: 'mot', dueOn: on, lead: -1, channel: 'email', on: addDays(on, 1) },
    ]);
    await app.data.add('reminders', { userId: member.userId, kind: 'mot', dueOn: on, leadDays: 7 });
    expect((await read(member)).upcoming.map(({ lead }) => lead)).toEqual([1, -1]);
    await app.data.add('mail_opt_outs', { email: member.email, stream: 'reminder' });
    expect((await read(member)).upcoming).toEqual([]);
  });

  it('of a lapsed member reports that, and that nothing will be sent', async () => {
    const member = await createTestMember(app, { status: 'canceled' });
    await settings(member, { email: true });
    await due(member, 'tax', addDays(today(), 20));
    expect(await read(member)).toMatchObject({ state: 'lapsed', upcoming: [], carMayChangeOn: null });
  });

  it('has no date of an earlier car', async () => {
    const member = await createTestMember(app);
    await settings(member, { email: true });
    await due(member, 'tax', addDays(today(), 20), 'FN15FNC');
    expect(await read(member)).toMatchObject({ upcoming: [], dueDates: [{ kind: 'tax', on: null }, {}, {}, {}] });
  });

  it.each([
    // The clocks go forward at 01:00 UTC, and back at 01:00 UTC.
    ['2027-03-27T23:59:59Z', '2027-03-27'],
    ['2027-03-28T00:30:00Z', '2027-03-28'],
    ['2027-03-28T22:59:59Z', '2027-03-28'],
    ['2027-03-28T23:00:00Z', '2027-03-29'],
    ['2027-10-30T23:00:00Z', '2027-10-31'],
    ['2027-10-31T23:30:00Z', '2027-10-31'],
    ['2027-11-01T00:00:00Z', '2027-11-01'],
  ])('uses the day in London: at %s %s', async (instant, day) => {
    const member = await createTestMember(app);
    await app.data.set(
      'sessions',
      { expiresAt: new Date('2030-01-01'), lastSeenAt: new Date(instant) },
      { userId: member.userId },
    );
    const then = await startTestApp({}, () => new Date(instant), { sharing: app });
    try {
      expect((await read(member, then)).asOf).toBe(day);
    } finally {
      await then.close();
    }
  });
});

describe('a change', () => {
  it('of some settings keeps the others', async () => {
    const member = await createTestMember(app);
    expect(
      await settings(member, { quiet: { from: 23, until: 23 }, disabledAlerts: ['petrol', 'value', 'petrol'] }),
    ).toMatchObject({
      quiet: { from: 23, until: 23 },
      disabledAlerts: ['petrol', 'value'],
      email: true,
    });
    expect(
      await settings(member, {
        leads: { tax: { email: [-1, 28], sms: [] }, mot: every, insurance: none, servicing: none },
      }),
    ).toMatchObject({
      quiet: { from: 23, until: 23 },
      leads: { tax: { email: [28, -1], sms: [] }, mot: every, insurance: none, servicing: none },
    });
    expect(await settings(member, {})).toMatchObject({ disabledAlerts: ['petrol', 'value'] });
  });

  it('of SMS needs a number, without which nothing else is changed either', async () => {
    const member = await createTestMember(app);
    expect(await change(member, { sms: true, quiet: { from: 1, until: 2 } })).toEqual({ outcome: 'phone-needed' });
    expect((await read(member)).settings).toMatchObject({ sms: false, quiet: { from: 21, until: 8 } });
    await app.data.set('customers', { phoneNumber: '+447700900123' }, { userId: member.userId });
    expect(await settings(member, { sms: true })).toMatchObject({ sms: true });
    expect((await read(member)).phone).toEqual({ number: '+447700900123', state: 'confirm' });
  });

  it('of e-mail to on resubscribes an address that was unsubscribed or suppressed', async () => {
    const member = await createTestMember(app);
    const mail = { template: 'receipt', recipient: member.email, subjectId: null, uniqueKey: 'came-back' } as const;
    await addMail(app.em(), mail, new Date());
    expect((await read(member)).mailTo.refused).toBe(false);
    // As the relay reports it.
    const at = new Date(Date.now() - 86_400_000).toISOString();
    const report = signedMailEvents({ events: [{ type: 'bounce', permanent: true, recipient: member.email, at }] });
    const response = await fetch(`${app.url}/api/webhooks/mail`, { method: 'POST', ...report });
    expect(response.status).toBe(204);
    expect((await read(member)).mailTo.refused).toBe(true);
    await settings(member, { quiet: { from: 20, until: 9 } });
    expect((await read(member)).mailTo.refused).toBe(true);
    await settings(member, { email: true });
    expect((await read(member)).mailTo.refused).toBe(false);
  });

  it('alerts that were unsubscribed separately stay stopped until they are requested again', async () => {
    const member = await createTestMember(app);
    await app.data.add('mail_opt_outs', { email: member.email, stream: 'alert' });
    await settings(member, { email: true });
    expect((await read(member)).mailTo.optedOutStreams).toEqual(['alert']);
    await settings(member, { subscribe: ['alert'] });
    expect((await read(member)).mailTo.optedOutStreams).toEqual([]);
    expect((await patch(member, { subscribe: ['newsletter'] })).status).toBe(400);
  });

  it('to a pause holds until its day, and one in the past is none', async () => {
    const member = await createTestMember(app);
    expect(await settings(member, { pause: { until: null } })).toMatchObject({ pause: { until: null } });
    const until = addDays(today(), 1);
    expect(await settings(member, { pause: { until } })).toMatchObject({ pause: { until } });
    expect(await settings(member, { pause: { until: today() } })).toMatchObject({ pause: null });
    expect(await settings(member, { pause: { until: '0001-01-01' } })).toMatchObject({ pause: null });
    expect(await settings(member, { pause: { until: '9999-12-31' } })).toMatchObject({
      pause: { until: '9999-12-31' },
    });
    await app.data.set('watches', { pausedUntil: today() }, { userId: member.userId });
    expect((await read(member)).settings.pause).toBeNull();
    expect(await settings(member, { pause: null })).toMatchObject({ pause: null });
  });

  it('of different settings in two tabs keeps both', async () => {
    const member = await createTestMember(app);
    const answers = await Promise.all([
      patch(member, { quiet: { from: 22, until: 7 } }),
      patch(member, { email: false }, other),
      patch(member, { disabledAlerts: ['finance'] }),
      patch(member, { pause: { until: null } }, other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read(member)).settings).toMatchObject({
      quiet: { from: 22, until: 7 },
      email: false,
      disabledAlerts: ['finance'],
      pause: { until: null },
    });
  });

  it('of one member does not affect another’s', async () => {
    const [one, two] = [await createTestMember(app), await createTestMember(app)];
    await settings(one, { email: false });
    expect((await read(two)).settings.email).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a lead twice', { leads: { tax: { email: [7, 7], sms: [] }, mot: none, insurance: none, servicing: none } }],
    ['an unknown lead', { leads: { tax: { email: [3], sms: [] }, mot: none, insurance: none, servicing: none } }],
    ['leads of some kinds', { leads: { tax: none } }],
    ['leads of an unknown kind', { leads: { tax: none, mot: none, insurance: none, servicing: none, fuel: none } }],
    ['leads of one channel', { leads: { tax: { email: [] }, mot: none, insurance: none, servicing: none } }],
    ['an hour beyond the day', { quiet: { from: 25, until: 8 } }],
    ['an hour before the day', { quiet: { from: -1, until: 8 } }],
    ['half an hour', { quiet: { from: 1.5, until: 8 } }],
    ['an hour as text', { quiet: { from: '21', until: 8 } }],
    ['quiet hours without an end', { quiet: { from: 21 } }],
    ['a pause until an invalid day', { pause: { until: 'tomorrow' } }],
    ['a pause until a day that does not exist', { pause: { until: '2027-02-31' } }],
    ['a pause until an instant', { pause: { until: '2027-02-01T00:00:00Z' } }],
    ['an unknown alert', { disabledAlerts: ['weather'] }],
    ['more alerts than exist', { disabledAlerts: Array.from({ length: 10 }, () => 'petrol') }],
    ['no postcode', { postcode: 'postcode' }],
    ['half of a surrogate pair', { postcode: 'LS1 1A\ud800' }],
    ['a null character', { postcode: 'LS1 1A\u0000' }],
    ['10,000 characters', { postcode: 'L'.repeat(10_000) }],
    ['an invalid switch', { email: 'off' }],
    ['a list', []],
    ['nothing', null],
  ])('with %s is refused', async (_, body) => {
    const member = await createTestMember(app);
    const { status } = await patch(member, body);
    expect([400, 413]).toContain(status);
    expect((await read(member)).settings).toMatchObject({ email: true, quiet: { from: 21, until: 8 }, pause: null });
  });
});

describe('a postcode', () => {
  const placeOf = async ({ userId }: TestMember) => (await app.data.all('watches', { userId }))[0];

  it('is stored with its location, looked up once, and removed', async () => {
    const member = await createTestMember(app);
    expect(await settings(member, { postcode: ' sw1a2aa ' })).toMatchObject({ postcode: 'SW1A 2AA' });
    await settings(member, { postcode: 'SW1A 2AA', quiet: { from: 20, until: 9 } });
    expect(register.requests).toHaveLength(1);
    expect(await placeOf(member)).toMatchObject({
      postcode: 'SW1A 2AA',
      latitude: expect.closeTo(51.5, 0),
      longitude: expect.closeTo(-0.1, 0),
    });
    expect(await settings(member, { postcode: null })).toMatchObject({ postcode: null });
    expect(await placeOf(member)).toMatchObject({ postcode: null, latitude: null, longitude: null });
  });

  it('is not looked up for a lapsed member, who may remove theirs', async () => {
    const member = await createTestMember(app, { status: 'canceled' });
    expect(await change(member, { postcode: 'SW1A 2AA' })).toEqual({ outcome: 'not-member' });
    expect(register.requests).toEqual([]);
    expect(await settings(member, { postcode: null })).toMatchObject({ postcode: null });
  });

  it('that does not exist changes nothing', async () => {
    const member = await createTestMember(app);
    register.play(jsonReply(recording('notFound')));
    expect(await change(member, { postcode: 'ZZ99 9ZZ', email: false })).toEqual({ outcome: 'postcode-unknown' });
    expect((await read(member)).settings).toMatchObject({ postcode: null, email: true });
  });

  it('is looked up for one account ten times a day', async () => {
    const member = await createTestMember(app);
    for (let count = 0; count < 10; count += 1) {
      await settings(member, { postcode: 'SW1A 2AA' });
      await settings(member, { postcode: null });
    }
    expect(register.requests).toHaveLength(10);
    expect(await change(member, { postcode: 'SW1A 2AA' })).toEqual({ outcome: 'postcode-unavailable' });
    expect(register.requests).toHaveLength(10);
  });

  it('that cannot be located at the moment changes nothing', async () => {
    const member = await createTestMember(app);
    register.play(rawReply(500, 'nothing'));
    expect(await change(member, { postcode: 'SW1A 2AA', email: false })).toEqual({ outcome: 'postcode-unavailable' });
    expect((await read(member)).settings).toMatchObject({ postcode: null, email: true });
  });
});

describe('a date that the member enters', () => {
  it('is stored, changed and removed', async () => {
    const member = await createTestMember(app);
    const on = addDays(today(), 40);
    expect((await give(member, 'insurance', on)).body).toMatchObject({ outcome: 'set' });
    expect((await give(member, 'servicing', today())).body).toMatchObject({ outcome: 'set' });
    const { dueDates, upcoming } = await read(member);
    expect(dueDates.slice(2)).toEqual([
      { kind: 'insurance', on, source: 'member', readAt: expect.any(String), why: null },
      { kind: 'servicing', on: today(), source: 'member', readAt: expect.any(String), why: null },
    ]);
    expect(upcoming.filter(({ kind }) => kind === 'insurance')).toHaveLength(5);
    await give(member, 'insurance', null);
    await give(member, 'insurance', null);
    expect((await read(member)).dueDates[2]).toMatchObject({ on: null, source: null });
  });

  it('is accepted from yesterday to two years ahead', async () => {
    const member = await createTestMember(app);
    const last = addMonths(today(), 24);
    for (const on of [addDays(today(), -1), last]) {
      expect((await give(member, 'insurance', on)).body).toMatchObject({ outcome: 'set' });
    }
    for (const on of [addDays(today(), -2), addDays(last, 1), '0001-01-01', '0000-00-00', '2027-02-31', '9999-12-31']) {
      expect([on, (await give(member, 'insurance', on)).body]).toEqual([on, { outcome: 'out-of-range' }]);
    }
    expect((await read(member)).dueDates[2]).toMatchObject({ on: last });
  });

  it('is accepted only for a kind that no register knows', async () => {
    const member = await createTestMember(app);
    for (const on of ['soon', 7, '2027-1-1', '-2027-01-01', '9'.repeat(10_000)]) {
      expect([400, 413]).toContain((await give(member, 'insurance', on)).status);
    }
    for (const kind of ['tax', 'mot', 'fuel', '%00', 'insurance%20']) {
      expect((await give(member, kind, today())).status).toBe(404);
    }
  });

  it('is one, from the tab that was last', async () => {
    const member = await createTestMember(app);
    const days = [10, 11, 12, 13].map((count) => addDays(today(), count));
    await Promise.all(days.map((on) => give(member, 'servicing', on)));
    expect(days).toContain((await read(member)).dueDates[3]?.on);
  });
});

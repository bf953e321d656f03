import { isMailAddressSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import { removeMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { addMail, markMailSent } from '@ve/data/messaging/mails/mail.repository';
import { signedMailEvents } from '../../testing/signed-mail-events.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const email = 'dana@example.com';
let app: TestApp;
let now: number;
let mailId: string;
beforeAll(async () => {
  const secrets = 'mail_webhook_secret_of_the_tests,mail_webhook_secret_of_last_year';
  app = await startTestApp({ MAIL_WEBHOOK_SECRET: secrets }, () => new Date(now));
});
beforeEach(async () => {
  now = start;
  await app.empty('mails', 'mail_suppressions', 'outbox');
  const mail = { template: 'reminder', recipient: email, subjectId: null, uniqueKey: 'a' } as const;
  mailId = (await addMail(app.em(), mail, at(-60)))!;
  await markMailSent(app.em(), mailId, at(-60));
});
afterAll(() => app.close());

const at = (seconds = 0): Date => new Date(start + seconds * 1_000);
const deliver = (call: ReturnType<typeof signedMailEvents>, more: Record<string, string> = {}) =>
  fetch(`${app.url}/api/webhooks/mail`, { method: 'POST', headers: { ...call.headers, ...more }, body: call.body });
const bounce = { type: 'bounce', permanent: true, recipient: email, at: at(-30).toISOString() };
const signed = (given: Parameters<typeof signedMailEvents>[0] = {}) =>
  signedMailEvents({ at: at(), events: [bounce], ...given });
const suppressions = () => app.data.select('mail_suppressions', ['email', 'reason', 'suppressedAt']);

it('suppresses a dead address, and marks the bounced mail', async () => {
  const events = [{ ...bounce, recipient: 'Dana@Example.com', messageId: `<${mailId}@vehicle-enquiry.example>` }];
  const answer = await deliver(signed({ events }));
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(await suppressions()).toEqual([{ email, reason: 'bounce', suppressedAt: at(-30) }]);
  expect(await app.data.values('mails', 'bouncedAt')).toEqual([at(-30)]);
});

it('suppresses the address of a spam complaint, but not that of a full mailbox', async () => {
  await deliver(signed({ events: [{ ...bounce, permanent: false }] }));
  expect(await suppressions()).toEqual([]);
  await deliver(signed({ events: [{ ...bounce, type: 'complaint', permanent: false }] }));
  expect(await suppressions()).toMatchObject([{ reason: 'complaint' }]);
});

it('stores no address that we never wrote to, and no future time', async () => {
  const events = [
    { ...bounce, recipient: 'other@example.com' },
    { ...bounce, recipient: 'nonsense' },
    { ...bounce, at: at(86_400).toISOString() },
  ];
  expect((await deliver(signed({ events }))).status).toBe(204);
  expect(await suppressions()).toEqual([{ email, reason: 'bounce', suppressedAt: at() }]);
});

it('ignores a replay, and an event from before the owner subscribed again', async () => {
  const call = signed();
  await deliver(call);
  await deliver(call);
  expect(await suppressions()).toHaveLength(1);
  await removeMailOptOut(app.em(), { email, stream: 'reminder' }, at(1));
  now += 60_000;
  expect((await deliver(call)).status).toBe(204);
  expect(await isMailAddressSuppressed(app.em(), email)).toBe(false);
});

it.each([
  [true, null, null],
  [false, null, at(-60)],
  [true, at(-40), at(-60)],
])(
  'a notice of a change that bounces (permanently: %s, decided at %s) was sent until %s',
  async (permanent, settledAt, notifiedAt) => {
    await app.empty('users', 'announced_changes');
    const { id: userId } = await app.data.add('users', { email });
    const effectiveAt = at(40 * 86_400);
    const announced = { kind: 'terms', termsVersion: '2027-01-01', membershipPriceId: null } as const;
    const change = await app.data.add('announced_changes', { ...announced, announcedAt: at(-60), effectiveAt });
    const outcome = settledAt === null ? null : 'ended';
    const { id } = await app.data.add('change_notices', {
      announcedChangeId: change.id,
      userId,
      stripeSubscriptionId: 'sub_1',
      previousPence: 890,
      effectiveAt,
      createdAt: at(-60),
      notifiedAt: at(-60),
      settledAt,
      outcome,
    });
    const mail = { template: 'change-announced', recipient: email, subjectId: id, uniqueKey: 'b' } as const;
    const noticeMail = (await addMail(app.em(), mail, at(-60)))!;
    await markMailSent(app.em(), noticeMail, at(-60));
    const events = [{ ...bounce, permanent, messageId: `<${noticeMail}@vehicle-enquiry.example>` }];
    for (let times = 0; times < 2; times += 1) expect((await deliver(signed({ events }))).status).toBe(204);
    expect(await app.data.one('change_notices')).toMatchObject({ notifiedAt });
  },
);

it('accepts both secrets while one is being replaced', async () => {
  expect((await deliver(signed({ secret: 'mail_webhook_secret_of_last_year' }))).status).toBe(204);
});

describe('refuses', () => {
  const genuine = signed();
  const signature = genuine.headers['x-mail-signature'];
  it.each<[string, () => Promise<Response>]>([
    ['no signature', () => deliver(genuine, { 'x-mail-signature': '' })],
    ['nonsense', () => deliver(genuine, { 'x-mail-signature': 't=1,v1=x' })],
    ['another secret', () => deliver(signed({ secret: 'x'.repeat(32) }))],
    ['another body', () => deliver({ ...genuine, body: `${genuine.body} ` })],
    [
      'another time',
      () => deliver(genuine, { 'x-mail-signature': signature.replace(/t=\d+/, `t=${start / 1_000 + 1}`) }),
    ],
    ['an old call', () => deliver(signed({ at: at(-301) }))],
    ['a call from the future', () => deliver(signed({ at: at(301) }))],
  ])('%s', async (_, send) => {
    const answer = await send();
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'signature-refused' })]);
    expect(await suppressions()).toEqual([]);
  });

  it.each([
    ['no list', '{}'],
    ['an empty list', '{"events":[]}'],
    ['too long a list', JSON.stringify({ events: Array(501).fill(bounce) })],
    ['another type', JSON.stringify({ events: [{ ...bounce, type: 'open' }] })],
    ['no time', JSON.stringify({ events: [{ ...bounce, at: 'yesterday' }] })],
  ])('%s', async (_, body) => {
    expect((await deliver(signed({ body }))).status).toBe(400);
    expect(await suppressions()).toEqual([]);
  });

  it('every call when no secret is configured', async () => {
    const own = await startTestApp({ MAIL_WEBHOOK_SECRET: '' }, () => new Date(now));
    const { headers, body } = signed({ secret: '' });
    const answer = await fetch(`${own.url}/api/webhooks/mail`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
    await own.close();
  });
});

it('the log contains neither addresses nor the secret', async () => {
  await deliver(signed());
  expect(app.logLines.join('')).not.toMatch(/dana@example|mail_webhook_secret/);
});

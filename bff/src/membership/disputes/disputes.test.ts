import {
  type DataDisputeForm,
  dataDisputeLimits,
  disputableReportSections,
} from '@ve/contracts/http/membership/disputes';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  await app.empty('outbox', 'mails', 'disputes');
});
afterAll(() => app.close());

const dispute: DataDisputeForm = {
  registration: 'AB12 CDE',
  section: 'finance',
  datum: 'Outstanding Finance',
  value: '2 agreements <b>',
  source: 'UKVD',
  at: '2026-11-20T09:30:00.000Z',
  message: 'I paid it off\nin May; £5 & <b>more</b>',
  email: 'Dana@Example.com',
};
let clients = 0;
/** Each call comes from another client, unless one is given. */
const send = (body: unknown, headers: Record<string, string> = {}) =>
  postFromOwnPage(`${app.url}/api/disputes`, body, {
    'x-forwarded-for': `10.1.${clients >> 8}.${(clients += 1) & 255}`,
    ...headers,
  });
const columns = ['section', 'datum', 'value', 'source', 'fetchedAt', 'message', 'email', 'userId'] as const;
const stored = () => app.data.select('disputes', ['id', 'registrationNumber', ...columns]);
const queued = async () => {
  const jobs = new Map((await app.data.values('outbox', 'payload')).map((payload) => [payload['mailId'], payload]));
  return (await app.data.select('mails', ['id', 'template', 'stream', 'recipient', 'subjectId'], {}, 'template')).map(
    ({ id, ...mail }) => ({ ...mail, payload: jobs.get(id) }),
  );
};

it('stores the dispute as it was displayed, and queues both mails with its id only', async () => {
  const answer = await send(dispute, { 'x-request-id': 'request-12345' });
  expect([answer.status, await answer.text()]).toEqual([202, '']);
  const [row] = await stored();
  const { registration, at, ...rest } = dispute;
  expect(row).toEqual({
    ...rest,
    id: expect.any(String),
    registrationNumber: registration.replace(' ', ''),
    fetchedAt: new Date(at!),
    email: 'dana@example.com',
    userId: null,
  });
  const payload = { mailId: expect.any(String), correlationId: 'request-12345' };
  const about = { stream: 'service', subjectId: row?.id, payload };
  expect(await queued()).toEqual([
    { template: 'dispute', recipient: null, ...about },
    { template: 'dispute-confirmation', recipient: 'dana@example.com', ...about },
  ]);
  expect(app.logLines.join('')).not.toMatch(/dana/i);
});

it('stores and mails a dispute once for a repeated key of the address', async () => {
  const body = { ...dispute, idempotencyKey: crypto.randomUUID() };
  const answers = await Promise.all([send(body), send(body)]);
  answers.push(await send(body));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await stored()).toHaveLength(1);
  expect(await queued()).toHaveLength(2);
  await send({ ...body, email: 'other@example.com' });
  await send({ ...body, idempotencyKey: crypto.randomUUID() });
  expect(await stored()).toHaveLength(3);
});

it('records the signed-in user, regardless of the given address', async () => {
  const cookie = `session=${await createTestSession(app, { email: 'driver@example.com' })}`;
  expect((await send(dispute, { cookie })).status).toBe(202);
  expect(await stored()).toMatchObject([{ email: 'dana@example.com', userId: expect.any(String) }]);
});

it.each(disputableReportSections)('accepts a dispute of %s of which nothing was available', async (section) => {
  expect((await send({ ...dispute, section, value: null, source: null, at: null })).status).toBe(202);
  expect(await stored()).toMatchObject([{ section, value: null, source: null, fetchedAt: null }]);
});

it('accepts fields of the maximum length', async () => {
  const longest = {
    ...dispute,
    datum: 'ñ'.repeat(dataDisputeLimits.datum),
    value: 'ñ'.repeat(dataDisputeLimits.value),
    message: '\u{1f697}'.repeat(dataDisputeLimits.message / 2),
    email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
  };
  expect((await send(longest)).status).toBe(202);
  expect(await stored()).toMatchObject([{ datum: longest.datum, value: longest.value, message: longest.message }]);
});

it.each<[string, Record<string, unknown>]>([
  ['an unknown section', { section: 'colour' }],
  ['no datum', { datum: ' ' }],
  ['a datum that is too long', { datum: 'x'.repeat(121) }],
  ['a header in the datum', { datum: 'MOT\r\nBcc: all@example.com' }],
  ['a bidi override in the datum', { datum: 'MOT\u202Erevird' }],
  ['a value over two lines', { value: 'a\nb' }],
  ['a value that is too long', { value: 'x'.repeat(501) }],
  ['a value that is an object', { value: {} }],
  ['an unknown source', { source: 'Experian' }],
  ['an invalid time', { at: 'yesterday' }],
  ['no message', { message: '\n \n' }],
  ['a message that is too long', { message: 'x'.repeat(4_001) }],
  ['a NUL in the message', { message: 'a\u0000b' }],
  ['a lone surrogate in the datum', { datum: 'MOT \ud83d' }],
  ['a lone surrogate in the message', { message: 'Cut off: \ud83d' }],
  ['two addresses', { email: 'dana@example.com, all@example.com' }],
  ['a header in the address', { email: 'dana@example.com\r\nBcc: all@example.com' }],
])('refuses %s and stores nothing', async (_, changes) => {
  const answer = await send({ ...dispute, ...changes });
  expect(answer.status).toBe(400);
  const problem = (await answer.json()) as { code: string; fields: { path: string }[] };
  expect(problem.code).toBe('request-invalid');
  expect(problem.fields.map(({ path }) => path)).toEqual(Object.keys(changes));
  expect([await stored(), await queued()]).toEqual([[], []]);
});

it.each(["' or 1=1 --", '<script>', 'AB12CDE\u0000', ''])('refuses the registration %j', async (registration) => {
  expect((await send({ ...dispute, registration })).status).toBe(400);
  expect(await stored()).toEqual([]);
});

it.each<[number, string, Record<string, string>]>([
  [400, '{"datum":', {}],
  [413, 'x'.repeat(40_000), {}],
  [415, 'datum=MOT', { 'content-type': 'application/x-www-form-urlencoded' }],
  [403, JSON.stringify(dispute), { 'sec-fetch-site': 'cross-site' }],
])('returns %d for %.20s', async (status, body, headers) => {
  expect((await send(body, headers)).status).toBe(status);
  expect(await stored()).toEqual([]);
});

it('accepts five per address and day, in any spelling and from any number of concurrent clients, and two more per network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send({ ...dispute, email: index % 2 === 0 ? 'eve@example.com' : 'EVE@example.com' }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 7 }, () => 202), ...Array.from({ length: 5 }, () => 429)]);
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([(await stored()).length, (await queued()).length]).toEqual([7, 14]);
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  expect((await send({ ...dispute, email: 'eve@example.com' }, elsewhere)).status).toBe(202);
  expect((await send({ ...dispute, email: 'other@example.com' })).status).toBe(202);
  now += 24 * 3_600_000;
  expect((await send({ ...dispute, email: 'eve@example.com' })).status).toBe(202);
});

it('accepts twenty an hour from one client over all processes, and stores none of its addresses', async () => {
  const second = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now), { sharing: app });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      postFromOwnPage(
        `${index % 2 === 0 ? app.url : second.url}/api/disputes`,
        { ...dispute, email: `driver${index}@example.com` },
        { 'x-forwarded-for': '203.0.113.9' },
      ),
    ),
  );
  await second.close();
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(await stored()).toHaveLength(20);
  expect(JSON.stringify(await app.data.all('token_buckets'))).not.toContain('203.0.113.9');
});

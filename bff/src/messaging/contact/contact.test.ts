import { contactFormLimits, type ContactEnquiry } from '@ve/contracts/http/messaging/contact';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';
import { complaintDeadlines } from '@ve/domain/messaging/contact/complaint-deadlines';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { likeCondition } from '@ve/data/testing/test-rows';

let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  await app.empty('outbox', 'mails', 'contact_messages');
});
afterAll(() => app.close());

const enquiry: ContactEnquiry = {
  name: 'Dana Driver',
  email: 'Dana@Example.com',
  message: 'Is my car\nstill taxed? £5 & <b>more</b>',
  registration: 'AB12 CDE',
};
let clients = 0;
/** Each call comes from another client, unless one is given. */
const send = (body: unknown, headers: Record<string, string> = {}) =>
  postFromOwnPage(`${app.url}/api/contact`, body, {
    'x-forwarded-for': `10.1.${clients >> 8}.${(clients += 1) & 255}`,
    ...headers,
  });
const stored = () => app.data.select('contact_messages', ['id', 'name', 'email', 'message', 'registration']);
const queued = async () => {
  const jobs = new Map((await app.data.values('outbox', 'payload')).map((payload) => [payload['mailId'], payload]));
  return (await app.data.select('mails', ['id', 'template', 'stream', 'recipient', 'subjectId'], {}, 'template'))
    .map(({ id, ...mail }) => ({ ...mail, payload: jobs.get(id) }))
    .toReversed();
};

it('stores the enquiry with a lower-case address, and queues both mails with its id only', async () => {
  const answer = await send(enquiry, { 'x-request-id': 'request-12345' });
  expect([answer.status, await answer.text()]).toEqual([202, '']);
  const [row] = await stored();
  expect(row).toEqual({ id: expect.any(String), ...enquiry, email: 'dana@example.com' });
  const payload = { mailId: expect.any(String), correlationId: 'request-12345' };
  const about = { stream: 'service', subjectId: row?.id, payload };
  expect(await queued()).toEqual([
    { template: 'contact-message', recipient: null, ...about },
    { template: 'contact-confirmation', recipient: 'dana@example.com', ...about },
  ]);
  expect(app.logLines.join('')).not.toMatch(/dana/i);
});

it.each<[ContactEnquiry['kind'], number, number]>([
  ['enquiry', 202, 2],
  ['complaint', 200, 2],
])('answers a repeated key of %s as the first call, and stores and mails once', async (kind, status, mails) => {
  const body = { ...enquiry, kind, idempotencyKey: crypto.randomUUID() };
  const answers = await Promise.all([send(body), send(body)]);
  answers.push(await send(body));
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toHaveProperty('size', 1);
  expect(await stored()).toHaveLength(1);
  expect(await queued()).toHaveLength(mails);
  // The key is of one sender: no one learns the reference of another complaint from it.
  await send({ ...body, email: 'other@example.com' });
  expect(await stored()).toHaveLength(2);
});

it('does not count a repeated key against the limit of the address', async () => {
  const body = { ...enquiry, idempotencyKey: crypto.randomUUID() };
  for (const sent of [body, enquiry, enquiry, enquiry, enquiry, body]) expect((await send(sent)).status).toBe(202);
  expect(await stored()).toHaveLength(5);
});

it.each(['x', '', 7, null])('refuses the key %j', async (idempotencyKey) => {
  expect((await send({ ...enquiry, idempotencyKey })).status).toBe(400);
});

it('accepts fields of the maximum length', async () => {
  const longest = {
    name: 'ñ'.repeat(contactFormLimits.name),
    email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
    message: '\u{1f697}'.repeat(contactFormLimits.message / 2),
  };
  expect((await send(longest)).status).toBe(202);
  expect(await stored()).toMatchObject([{ name: longest.name, message: longest.message, registration: null }]);
});

it('stores an encoded word as typed', async () => {
  const name = '=?utf-8?q?Dana=0d=0aBcc:_all@example.com?=';
  expect((await send({ ...enquiry, name })).status).toBe(202);
  expect(await stored()).toMatchObject([{ name }]);
});

it.each<[string, Record<string, unknown>]>([
  ['no name', { name: ' ' }],
  ['a name that is too long', { name: 'x'.repeat(121) }],
  ['a header in the name', { name: 'Dana\r\nBcc: all@example.com' }],
  ['a lone line break in the name', { name: 'Dana\nDriver' }],
  ['a Unicode line break in the name', { name: 'Dana\u2028Driver' }],
  ['a bidi override in the name', { name: 'Dana\u202Erevird' }],
  ['a bidi isolate in the name', { name: 'Dana\u2067Driver' }],
  ['a directional mark in the name', { name: 'Dana\u200FDriver' }],
  ['an Arabic letter mark in the registration', { registration: 'AB12\u061CCDE' }],
  ['a NUL in the name', { name: 'Dana\u0000' + 'x' }],
  ['a header in the address', { email: 'dana@example.com\r\nBcc: all@example.com' }],
  ['two addresses', { email: 'dana@example.com, all@example.com' }],
  ['an address with a name', { email: 'Dana <dana@example.com>' }],
  ['no address', { email: 'dana' }],
  ['a header in the registration', { registration: 'AB12\r\nCDE' }],
  ['a registration that is too long', { registration: 'A'.repeat(21) }],
  ['no message', { message: '\n \n' }],
  ['a message that is too long', { message: 'x'.repeat(4_001) }],
  ['a NUL in the message', { message: 'a\u0000b' }],
  ['a lone surrogate in the name', { name: 'Dana \ud83d' }],
  ['a lone surrogate in the message', { message: 'Cut off: \ud83d' }],
  ['a list', { message: ['a'] }],
])('refuses %s and stores nothing', async (_, changes) => {
  const answer = await send({ ...enquiry, ...changes });
  expect(answer.status).toBe(400);
  const problem = (await answer.json()) as { code: string; fields: { path: string }[] };
  expect(problem.code).toBe('request-invalid');
  expect(problem.fields.map(({ path }) => path)).toEqual(Object.keys(changes));
  expect([await stored(), await queued()]).toEqual([[], []]);
});

it.each<[number, string, Record<string, string>]>([
  [400, '{"name":', {}],
  [413, 'x'.repeat(40_000), {}],
  [415, 'name=Dana', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, 'x', { 'content-type': 'multipart/form-data; boundary=x' }],
  [403, JSON.stringify(enquiry), { 'sec-fetch-site': 'cross-site' }],
])('returns %d for %.20s', async (status, body, headers) => {
  expect((await send(body, headers)).status).toBe(status);
  expect(await stored()).toEqual([]);
});

it('accepts five messages per address and day, in any spelling and from any number of concurrent clients, and two more per network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send({ ...enquiry, email: index % 2 === 0 ? 'eve@example.com' : 'EVE@example.com' }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 7 }, () => 202), ...Array.from({ length: 5 }, () => 429)]);
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answers.find(({ status }) => status === 429)?.json()).toMatchObject({
    detail: 'We can take no more messages from this e-mail address today. You can try again in 12 hours.',
  });
  expect([(await stored()).length, (await queued()).length]).toEqual([7, 14]);
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  expect((await send({ ...enquiry, email: 'eve@example.com' }, elsewhere)).status).toBe(202);
  expect((await send({ ...enquiry, email: 'other@example.com' })).status).toBe(202);
  now += 24 * 3_600_000;
  expect((await send({ ...enquiry, email: 'eve@example.com' })).status).toBe(202);
});

it('accepts twenty an hour from one client over all processes, and stores none of its addresses', async () => {
  const second = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now), { sharing: app });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      postFromOwnPage(
        `${index % 2 === 0 ? app.url : second.url}/api/contact`,
        { ...enquiry, email: `driver${index}@example.com` },
        { 'x-forwarded-for': '203.0.113.9' },
      ),
    ),
  );
  await second.close();
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('180');
  expect(await stored()).toHaveLength(20);
  expect(await app.data.values('token_buckets', 'key')).toContainEqual(expect.stringMatching(/^contact:[0-9a-f]{64}$/));
  expect(JSON.stringify(await app.data.all('token_buckets'))).not.toContain('203.0.113.9');
});

it('does not count requests refused for another reason', async () => {
  await app.empty('token_buckets');
  await send({ ...enquiry, name: ' ' });
  for (let n = 0; n < 9; n += 1) await send({ ...enquiry, email: 'often@example.com' });
  // Seven were accepted, each from another client; the last two were not accepted for the address.
  expect(await app.data.count('token_buckets', { key: likeCondition('contact:%') })).toBe(7);
});

describe('an affiliate application', () => {
  const application = {
    name: 'Ann Driver',
    email: 'Ann@Example.com',
    website: 'https://cars.example/about?x=<b>',
    content: 'automotive',
    message: `10,000 readers\n"'; drop table contact_messages; --`,
    adult: true,
    terms: true,
  };
  const apply = (changes: object = {}) =>
    postFromOwnPage(
      `${app.url}/api/affiliate-applications`,
      { ...application, ...changes },
      { 'x-forwarded-for': `10.2.${clients >> 8}.${(clients += 1) & 255}` },
    );

  it('is stored as a case that is due in two business days, with a mail to support and a confirmation', async () => {
    const answer = await apply();
    expect(answer.status).toBe(200);
    const receipt = (await answer.json()) as { reference: string };
    const [row] = await app.data.all('contact_messages');
    expect(receipt).toEqual({
      reference: row?.reference,
      answerBy: caseDueAt('affiliate', new Date(now)).toISOString(),
    });
    const { adult, terms, ...stored } = application;
    expect([adult, terms]).toEqual([true, true]);
    expect(row).toMatchObject({ ...stored, email: 'ann@example.com', kind: 'affiliate', state: 'received' });
    expect((await queued()).map(({ template, recipient }) => [template, recipient])).toEqual([
      ['contact-message', null],
      ['contact-confirmation', 'ann@example.com'],
    ]);
  });

  it('that is repeated gets the first answer, and is stored and mailed once', async () => {
    const idempotencyKey = crypto.randomUUID();
    const answers = await Promise.all([apply({ idempotencyKey }), apply({ idempotencyKey })]);
    answers.push(await apply({ idempotencyKey }));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toHaveProperty('size', 1);
    expect([(await stored()).length, (await queued()).length]).toEqual([1, 2]);
  });

  it('counts as a message of its address', async () => {
    const email = 'applies@example.com';
    for (let n = 0; n < 7; n += 1) expect((await apply({ email })).status).toBe(200);
    expect((await apply({ email })).status).toBe(429);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a script as the website', { website: 'javascript:alert(1)' }],
    ['a website without a protocol', { website: 'cars.example' }],
    ['a space in the website', { website: 'https://cars.example/a b' }],
    ['a line break in the website', { website: 'https://cars.example/\r\nBcc: all@example.com' }],
    ['a website that is too long', { website: `https://cars.example/${'x'.repeat(300)}` }],
    ['another kind of content', { content: 'poems' }],
    ['someone who is under 18', { adult: false }],
    ['someone who does not accept the requirements', { terms: false }],
    ['a header in the name', { name: 'Ann\r\nBcc: all@example.com' }],
    ['no message', { message: ' ' }],
  ])('with %s is refused, and nothing is stored', async (_, changes) => {
    const answer = await apply(changes);
    expect(answer.status).toBe(400);
    const { fields } = (await answer.json()) as { fields: { path: string }[] };
    expect([...new Set(fields.map(({ path }) => path))]).toEqual(Object.keys(changes));
    expect([await stored(), await queued()]).toEqual([[], []]);
  });
});

describe('a complaint', () => {
  const complain = async (changes: Partial<ContactEnquiry> = {}) => {
    const answer = await send({ ...enquiry, email: 'dana@example.com', kind: 'complaint', ...changes });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { reference: string; answerBy: string; escalationAt: string };
  };
  const statusOf = async (token: unknown) => {
    const answer = await postFromOwnPage(`${app.url}/api/complaint-status`, { token });
    return [answer.status, (await answer.json()) as unknown];
  };
  /** Acts as the builder of the confirmation. */
  const giveLink = async (reference: string) => {
    const { token, hash } = newSecretToken();
    await app.data.set('contact_messages', { statusTokenHash: hash }, { reference });
    return token;
  };

  it('gets a reference without look-alike characters and its dates, a mail to support and its own confirmation', async () => {
    const receipt = await complain();
    const { answerBy, escalationAt } = complaintDeadlines(new Date(now));
    expect(receipt).toEqual({
      reference: expect.stringMatching(/^VE-[34679ACDEFGHJKMNPQRTWXY]{8}$/),
      answerBy: answerBy.toISOString(),
      escalationAt: escalationAt.toISOString(),
    });
    expect(await app.data.all('contact_messages')).toMatchObject([
      { kind: 'complaint', reference: receipt.reference, state: 'received' },
    ]);
    expect((await queued()).map(({ template, recipient }) => [template, recipient])).toEqual([
      ['contact-message', null],
      ['complaint-confirmation', 'dana@example.com'],
    ]);
  });

  it('gets a new reference each time, and an enquiry that names another kind gets none', async () => {
    const receipts = [await complain(), await complain(), await complain()];
    expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(3);
    const answer = await send({ ...enquiry, kind: 'enquiry' });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });

  it('counts as a message of its address', async () => {
    for (let n = 0; n < 7; n += 1) await complain({ email: 'complains@example.com' });
    expect((await send({ ...enquiry, email: 'complains@example.com', kind: 'complaint' })).status).toBe(429);
  });

  it('of an unknown kind is refused', async () => {
    expect((await send({ ...enquiry, kind: 'praise' })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('shows its state by its link, and nothing that was typed', async () => {
    const receipt = await complain();
    const token = await giveLink(receipt.reference);
    const found = { outcome: 'found', ...receipt, receivedAt: new Date(now).toISOString() };
    const open = { ...found, escalatedAt: null, answeredAt: null };
    expect(await statusOf(token)).toEqual([200, { ...open, state: 'received' }]);
    const { reference } = receipt;
    const later = '2026-12-07T17:00:01.000Z';
    await app.data.set('contact_messages', { state: 'escalated', escalatedAt: new Date(later) }, { reference });
    expect(await statusOf(token)).toEqual([200, { ...open, state: 'escalated', escalatedAt: later }]);
    await app.data.set('contact_messages', { state: 'answered', answeredAt: new Date(later) }, { reference });
    expect(await statusOf(token)).toEqual([
      200,
      { ...found, state: 'answered', escalatedAt: later, answeredAt: later },
    ]);
  });

  it('that was closed without an answer is shown as closed, to pages of earlier releases as answered', async () => {
    const receipt = await complain();
    const token = await giveLink(receipt.reference);
    const at = '2026-12-07T17:00:01.000Z';
    await app.data.set(
      'contact_messages',
      { state: 'closed', closedAt: new Date(at) },
      { reference: receipt.reference },
    );
    const [, state] = await statusOf(token);
    expect(state).toMatchObject({ state: 'answered', answeredAt: at, closed: true });
  });

  it.each(['x', 'a'.repeat(43), "' or 1=1 --", 'a'.repeat(200)])('is unknown by %j', async (token) => {
    await giveLink((await complain()).reference);
    expect(await statusOf(token)).toEqual([200, { outcome: 'unknown' }]);
  });

  it.each(['', 'a'.repeat(201), 7, null])('is not searched by %j', async (token) => {
    expect((await statusOf(token))[0]).toBe(400);
  });
});

import { endOpenCase } from '@ve/app/operations/end-case';
import { setPersonalDataRequestToken } from '@ve/data/privacy/my-data/data-request.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createTestMember } from '../../testing/members.ts';
import { isBackgroundStatement, openSqlStatementLog } from '../../testing/statement-log.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const anHour = 3_600_000;
let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  await app.empty(
    'outbox',
    'mails',
    'mail_opt_outs',
    'mail_suppressions',
    'newsletter_subscriptions',
    'contact_messages',
    'disputes',
    'data_requests',
    'sign_ups',
  );
});
afterAll(() => app.close());

let clients = 0;
const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  postFromOwnPage(`${app.url}${path}`, body, {
    'x-forwarded-for': `10.3.${clients >> 8}.${(clients += 1) & 255}`,
    ...headers,
  });
const ask = (email: unknown, headers?: Record<string, string>) => call('/api/data-requests', { email }, headers);
const read = async (token: string) => (await call('/api/data-requests/read', { token })).json();
const erase = async (token: string) => (await call('/api/data-requests/erase', { token })).json();
const email = 'dana@example.com';

const fill = async (of: string) => {
  await app.data.add('newsletter_subscriptions', { email: of, requestedAt: new Date(now) });
  await app.data.add('mail_opt_outs', { email: of, stream: 'newsletter' }, new Date(now));
  await app.data.add('mail_suppressions', { email: of, reason: 'bounce', suppressedAt: new Date(now) });
  for (const [kind, reference, state] of [
    ['enquiry', 'VE-CCCCCCCC', 'received'],
    ['complaint', 'VE-AAAAAAAA', 'answered'],
    ['complaint', 'VE-BBBBBBBB', 'received'],
  ] as const) {
    await app.data.add('contact_messages', {
      name: 'Dana',
      email: of,
      message: 'Hello',
      receivedAt: new Date(now),
      kind,
      ...(of === email ? { reference } : {}),
      state,
    });
  }
  await app.data.add('disputes', {
    registrationNumber: 'AB12CDE',
    section: 'tax',
    datum: 'Tax',
    message: 'Wrong',
    email: of,
    createdAt: new Date(now),
  });
};
/** Requests a link, and acts as the worker that writes the mail. */
const linkOf = async (of: string): Promise<string> => {
  await ask(of);
  const row = (await app.data.all('data_requests', {}, 'createdAt')).at(-1)!;
  const { token, hash } = newSecretToken();
  await setPersonalDataRequestToken(app.em(), row.id, hash);
  return token;
};

describe('requesting the personal data', () => {
  it('responds and queues the same, with the same statements, for a known and an unknown address', async () => {
    await fill(email);
    const log = await openSqlStatementLog(app.databaseUrl);
    const counted = await startTestApp({}, () => new Date(now), { sharing: { ...app, databaseUrl: log.url } });
    const request = async (of: string) => {
      await app.data.remove('outbox');
      log.take();
      const answer = await postFromOwnPage(`${counted.url}/api/data-requests`, { email: of });
      const statements = log.take().filter((statement) => !isBackgroundStatement(statement));
      const jobs = await app.data.values('outbox', 'jobName');
      const headers = [...answer.headers.keys()].sort();
      return { status: answer.status, body: await answer.text(), headers, jobs, statements };
    };
    try {
      await request('warm-up@example.com');
      const unknown = await request('nobody@example.com');
      expect(unknown).toMatchObject({ status: 202, body: '', jobs: ['mails.send'] });
      expect(unknown.statements.length).toBeGreaterThan(3);
      expect(await request(email)).toEqual(unknown);
    } finally {
      await counted.close();
      log.close();
    }
  });

  it('sends at most three mails a day to one address, and one per network, without revealing it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await app.data.count('mails')).toBe(4);
    await ask(email, { 'x-forwarded-for': '198.51.100.9' });
    expect(await app.data.count('mails')).toBe(5);
  });

  it('is accepted twenty times an hour from one client', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await ask(`driver${index}@example.com`, { 'x-forwarded-for': '203.0.113.9' })).status);
    }
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([20, 429]);
  });

  it.each(['', 'driver', 'a@example.com\r\nBcc: b@example.com', 7])('refuses %j', async (wrong) => {
    expect((await ask(wrong)).status).toBe(400);
  });
});

describe('the link', () => {
  it('shows only the data of its address, and deletes nothing', async () => {
    await fill(email);
    await fill('other@example.com');
    // Another person typed this address by mistake: their name and home must not be shown.
    await app.data.add('sign_ups', { email, fullName: 'Stranger Smith', address: '99 High Street' });
    const token = await linkOf(email);
    expect(await read(token)).toMatchObject({
      outcome: 'found',
      held: {
        email,
        account: false,
        newsletter: { confirmedAt: null },
        stops: [{ stream: 'newsletter' }],
        suppressedAt: new Date(now).toISOString(),
        messages: [{ name: 'Dana' }, { name: 'Dana' }, { name: 'Dana' }],
        disputes: [{ registration: 'AB12CDE', datum: 'Tax', message: 'Wrong' }],
        signUps: [{ registration: 'AB12CDE', createdAt: expect.any(String) }],
      },
    });
    expect(JSON.stringify(await read(token))).not.toMatch(/Stranger|High Street/);
    expect(await app.data.count('contact_messages')).toBe(6);
  });

  it('deletes everything except an open complaint, once, and the complaint after it is answered', async () => {
    await fill(email);
    const token = await linkOf(email);
    expect(await erase(token)).toEqual({ outcome: 'erased', deleted: 5, complaints: 1, signUps: 0 });
    expect(await app.data.values('contact_messages', 'reference')).toEqual(['VE-BBBBBBBB']);
    for (const table of [
      'newsletter_subscriptions',
      'mail_opt_outs',
      'mail_suppressions',
      'disputes',
      'mails',
      'data_requests',
    ]) {
      expect([table, await app.rows(`select * from ${table}`)]).toEqual([table, []]);
    }
    expect([await erase(token), await read(token)]).toEqual([{ outcome: 'expired' }, { outcome: 'expired' }]);
    expect(await erase(await linkOf(email))).toEqual({ outcome: 'erased', deleted: 0, complaints: 1, signUps: 0 });
    const answer = () =>
      app.em().transactional(async (em) => {
        const ending = { reference: 'VE-BBBBBBBB', how: 'answered', answer: null, erase: true } as const;
        return (await endOpenCase(em, ending, new Date(now))).outcome;
      });
    expect([await answer(), await answer()]).toEqual(['erased', 'unknown']);
    expect(await app.data.all('contact_messages')).toEqual([]);
  });

  it('leaves an account, with its mails and limits, to its signed-in user', async () => {
    const { userId } = await createTestMember(app);
    const user = await app.data.one('users', { id: userId });
    const of = user.email;
    await fill(of);
    const token = await linkOf(of);
    expect(await read(token)).toMatchObject({ held: { account: true } });
    await erase(token);
    expect(await app.data.count('customers', { userId })).toBe(1);
    expect(await app.data.count('mails', { recipient: of })).toBe(1);
    expect(await app.data.all('disputes')).toEqual([]);
  });

  it('neither shows nor deletes disputes that another account sent with the address', async () => {
    const { userId } = await createTestMember(app);
    await fill(email);
    await app.data.add('disputes', {
      registrationNumber: 'CD34EFG',
      section: 'tax',
      datum: 'Tax',
      message: 'Wrong too',
      email,
      userId,
      createdAt: new Date(now),
    });
    const token = await linkOf(email);
    expect(await read(token)).toMatchObject({ held: { disputes: [{ registration: 'AB12CDE' }] } });
    await erase(token);
    expect(await app.data.values('disputes', 'registrationNumber')).toEqual(['CD34EFG']);
  });

  it('works for an hour', async () => {
    await fill(email);
    const token = await linkOf(email);
    now += anHour;
    expect([await read(token), await erase(token)]).toEqual([{ outcome: 'expired' }, { outcome: 'expired' }]);
    expect(await app.data.count('disputes')).toBe(1);
  });

  it('that is unknown shows nothing', async () => {
    for (const token of ['x', newSecretToken().token]) expect(await read(token)).toEqual({ outcome: 'expired' });
  });
});

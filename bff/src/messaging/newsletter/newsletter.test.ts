import { addNewsletterToken } from '@ve/data/messaging/newsletter/newsletter.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;
let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  await app.empty('outbox', 'mails', 'mail_opt_outs', 'newsletter_subscriptions');
});
afterAll(() => app.close());

let clients = 0;
const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  postFromOwnPage(`${app.url}${path}`, body, {
    'x-forwarded-for': `10.2.${clients >> 8}.${(clients += 1) & 255}`,
    ...headers,
  });
const ask = (email: unknown, headers?: Record<string, string>) => call('/api/newsletter', { email }, headers);
const outcomeOf = async (path: string, token: string): Promise<unknown> => {
  const answer = await call(path, { token });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { outcome: unknown }).outcome;
};
const confirm = (token: string) => outcomeOf('/api/newsletter/confirm', token);
const unsubscribe = (token: string) => outcomeOf('/api/unsubscribe', token);
const queued = async () => {
  const jobs = new Map((await app.data.values('outbox', 'payload')).map((payload) => [payload['mailId'], payload]));
  return (await app.data.select('mails', ['id', 'template', 'stream', 'recipient']))
    .filter(({ id }) => jobs.has(id))
    .map(({ id, ...mail }) => ({ ...mail, request: jobs.get(id)?.['correlationId'] }));
};
const isSubscribed = async (email: string) => {
  const [row] = await app.data.all('newsletter_subscriptions', { email });
  const stops = await app.data.count('mail_opt_outs', { email, stream: 'newsletter' });
  return row === undefined ? null : row.confirmedAt !== null && stops === 0;
};

/** Acts as the worker: creates the links in the mail. */
const linksFor = async (email: string) => {
  const row = await app.data.one('newsletter_subscriptions', { email });
  const tokens = { confirm: newSecretToken(), unsubscribe: newSecretToken() };
  for (const kind of ['confirm', 'unsubscribe'] as const) {
    await addNewsletterToken(app.em(), {
      subscriptionId: row.id,
      kind,
      tokenHash: tokens[kind].hash,
      now: new Date(now),
      expiresAt: kind === 'confirm' ? new Date(now + 7 * aDay) : null,
    });
  }
  return { confirm: tokens.confirm.token, unsubscribe: tokens.unsubscribe.token };
};

describe('requesting the newsletter', () => {
  it('does not subscribe the address yet and queues one mail with its id only', async () => {
    const answer = await ask('Driver@Example.com', { 'x-request-id': 'request-12345' });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
    expect(await isSubscribed('driver@example.com')).toBe(false);
    expect(await queued()).toEqual([
      { template: 'newsletter-confirm', stream: 'service', recipient: 'driver@example.com', request: 'request-12345' },
    ]);
  });

  it('responds and queues the same for a new, subscribed or unsubscribed address', async () => {
    await ask('known@example.com');
    await ask('left@example.com');
    await confirm((await linksFor('known@example.com')).confirm);
    await unsubscribe((await linksFor('left@example.com')).unsubscribe);
    await app.data.remove('outbox');
    const request = async (email: string) => {
      const answer = await ask(email);
      const headers = [...answer.headers.keys()].sort();
      return { status: answer.status, text: await answer.text(), headers, queued: (await queued()).length };
    };
    const fresh = await request('fresh@example.com');
    expect(fresh).toMatchObject({ status: 202, text: '', queued: 1 });
    expect(await request('known@example.com')).toEqual({ ...fresh, queued: 2 });
    expect(await request('left@example.com')).toEqual({ ...fresh, queued: 3 });
    expect([await isSubscribed('known@example.com'), await isSubscribed('left@example.com')]).toEqual([true, false]);
  });

  it('sends at most three mails a day to one address, and one per network, without revealing it', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('eve@example.com')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await queued()).toHaveLength(4);
    await ask('eve@example.com', { 'x-forwarded-for': '203.0.113.9' });
    expect(await queued()).toHaveLength(5);
    now += aDay;
    await ask('EVE@example.com');
    expect(await queued()).toHaveLength(6);
  });

  it('is accepted twenty times an hour from one client', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await ask(`driver${index}@example.com`, { 'x-forwarded-for': '203.0.113.7' })).status);
    }
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([20, 429]);
  });

  it.each([
    '',
    'driver',
    'a@example.com\r\nBcc: b@example.com',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
    7,
  ])('refuses %j', async (email) => {
    expect((await ask(email)).status).toBe(400);
    expect(await queued()).toEqual([]);
  });
});

describe('a link', () => {
  const email = 'driver@example.com';
  beforeEach(() => ask(email));

  it('confirms once, and then reports that it is done', async () => {
    const links = await linksFor(email);
    expect(await confirm(links.confirm)).toBe('confirmed');
    expect(await isSubscribed(email)).toBe(true);
    expect(await confirm(links.confirm)).toBe('already-confirmed');
  });

  it('confirms once when redeemed ten times concurrently', async () => {
    const links = await linksFor(email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirm(links.confirm)));
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already-confirmed')).toHaveLength(9);
  });

  it('has no effect when merely opened, as by mail scanners', async () => {
    const links = await linksFor(email);
    for (const path of [
      '/newsletter/confirm',
      '/api/newsletter/confirm',
      '/newsletter/unsubscribe',
      '/unsubscribe',
      '/api/unsubscribe',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        await fetch(`${app.url}${path}?token=${links.confirm}`, { method, headers: { accept: 'text/html' } });
        await fetch(`${app.url}${path}?token=${links.unsubscribe}`, { method, headers: { accept: 'text/html' } });
      }
    }
    expect(await app.data.values('newsletter_subscriptions', 'confirmedAt')).toEqual([null]);
    expect(await app.data.all('mail_opt_outs')).toEqual([]);
  });

  it('expires after seven days', async () => {
    const links = await linksFor(email);
    now += 7 * aDay - 1;
    const last = await linksFor(email);
    now += 1;
    expect(await confirm(links.confirm)).toBe('expired');
    expect(await isSubscribed(email)).toBe(false);
    expect(await confirm(last.confirm)).toBe('confirmed');
  });

  it('to unsubscribe never expires, works repeatedly, and revokes confirm links', async () => {
    const links = await linksFor(email);
    const spare = await linksFor(email);
    await confirm(links.confirm);
    now += 400 * aDay;
    expect(await unsubscribe(links.unsubscribe)).toBe('unsubscribed');
    expect(await unsubscribe(links.unsubscribe)).toBe('unsubscribed');
    expect(await isSubscribed(email)).toBe(false);
    expect([await confirm(links.confirm), await confirm(spare.confirm)]).toEqual(['expired', 'expired']);
  });

  it('works for its own purpose only', async () => {
    const links = await linksFor(email);
    expect([await confirm(links.unsubscribe), await unsubscribe(links.confirm)]).toEqual(['expired', 'unknown']);
    expect(await isSubscribed(email)).toBe(false);
  });

  it('to unsubscribe stops the newsletter only', async () => {
    const links = await linksFor(email);
    await confirm(links.confirm);
    await unsubscribe(links.unsubscribe);
    expect(await app.data.all('mail_opt_outs')).toMatchObject([{ email, stream: 'newsletter' }]);
  });

  it('resubscribes an address that requested and confirmed again', async () => {
    const links = await linksFor(email);
    await unsubscribe(links.unsubscribe);
    await ask(email);
    expect(await isSubscribed(email)).toBe(false);
    expect(await confirm((await linksFor(email)).confirm)).toBe('confirmed');
    expect(await isSubscribed(email)).toBe(true);
  });

  it.each(['x', newSecretToken().token, "' or 1=1 --", '\u0000', 'a'.repeat(200)])('is unknown: %j', async (token) => {
    expect([await confirm(token), await unsubscribe(token)]).toEqual(['expired', 'unknown']);
  });

  it.each([{}, { token: '' }, { token: 'a'.repeat(201) }, { token: [] }])('is refused: %j', async (body) => {
    expect((await call('/api/newsletter/confirm', body)).status).toBe(400);
  });

  it('is stored as a hash only', async () => {
    const links = await linksFor(email);
    const stored = JSON.stringify(await app.data.all('newsletter_tokens'));
    expect(stored).not.toContain(links.confirm);
    await confirm(links.confirm);
    expect(app.logLines.join('')).not.toContain(links.confirm);
  });
});

describe('one-click unsubscribing (RFC 8058)', () => {
  const email = 'reader@example.com';
  const press = (token: string, init: RequestInit, path = '/unsubscribe') =>
    fetch(`${app.url}${path}?token=${encodeURIComponent(token)}`, { method: 'POST', ...init });
  const form = (text = 'List-Unsubscribe=One-Click'): RequestInit => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: text,
  });
  const multipart = (): RequestInit => {
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    return { body };
  };
  beforeEach(() => ask(email));

  it.each([
    ['a form', form, '/unsubscribe'],
    ['a multipart form', multipart, '/unsubscribe'],
    ['the URL in older mails', form, '/newsletter/unsubscribe'],
  ])('works by %s from anywhere, without a cookie or a further step', async (_, init, path) => {
    const links = await linksFor(email);
    await confirm(links.confirm);
    const answer = await press(links.unsubscribe, init(), path);
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null]);
    expect(await isSubscribed(email)).toBe(false);
  });

  it('does not reveal whether a link exists', async () => {
    expect((await press(newSecretToken().token, form())).status).toBe(200);
    expect((await press('nonsense', form())).status).toBe(200);
  });

  it.each([
    ['another form', form('a=b')],
    ['nothing', {}],
    ['a large form', form(`a=${'x'.repeat(5_000)}`)],
  ])('is not triggered by %s', async (_, init) => {
    const links = await linksFor(email);
    await confirm(links.confirm);
    expect((await press(links.unsubscribe, init)).status).toBeGreaterThanOrEqual(400);
    expect(await isSubscribed(email)).toBe(true);
  });
});

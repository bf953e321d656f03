import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailAddressSuppressed, suppressMailAddress } from '@ve/data/messaging/mails/mail-suppression.repository';
import { addNewsletterToken, recordNewsletterRequest } from '@ve/data/messaging/newsletter/newsletter.repository';
import { createUser } from '@ve/data/identity/user/user.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
const email = 'dana@example.com';
let userId: string;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
  key = await unsubscribeSigningKey(app.em());
});
beforeEach(async () => {
  await app.empty('users', 'mail_opt_outs', 'mail_suppressions', 'newsletter_subscriptions');
  userId = (await createUser(app.em(), email, new Date(now)))!;
});
afterAll(() => app.close());

let clients = 0;
const from = () => ({ 'x-forwarded-for': `10.4.${clients >> 8}.${(clients += 1) & 255}` });
const call = async (path: string, token: string): Promise<unknown> => {
  const answer = await postFromOwnPage(`${app.url}${path}`, { token }, from());
  expect(answer.status).toBe(200);
  return answer.json();
};
const read = (token: string) => call('/api/unsubscribe/read', token);
const stop = (token: string) => call('/api/unsubscribe', token);
const undo = (token: string) => call('/api/unsubscribe/undo', token);
const tokenOf = (stream: 'reminder' | 'alert', id = userId) => unsubscribeToken({ userId: id, stream }, key);
const stops = () => app.data.all('mail_opt_outs', {}, 'stream');
/** Posts as a mail program does: without a cookie, our header or an earlier page. */
const oneClick = (token: string) =>
  fetch(`${app.url}/unsubscribe?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', ...from() },
    body: 'List-Unsubscribe=One-Click',
  });

describe('an unsubscribe link', () => {
  it('stops its stream only, regardless of how often it is redeemed, and can be undone', async () => {
    const token = tokenOf('reminder');
    expect(await read(token)).toEqual({ outcome: 'found', stream: 'reminder', stopped: false });
    for (let time = 0; time < 2; time += 1) {
      expect(await stop(token)).toEqual({ outcome: 'unsubscribed', stream: 'reminder' });
      expect(await stops()).toMatchObject([{ email, stream: 'reminder' }]);
    }
    expect(await read(token)).toMatchObject({ stopped: true });
    expect(await read(tokenOf('alert'))).toMatchObject({ stopped: false });
    expect(await undo(token)).toEqual({ outcome: 'subscribed', stream: 'reminder' });
    expect(await stops()).toEqual([]);
  });

  it('does nothing when it is merely opened', async () => {
    for (const path of ['/unsubscribe', '/api/unsubscribe']) {
      for (const method of ['GET', 'HEAD']) {
        const headers = { accept: 'text/html', ...from() };
        await fetch(`${app.url}${path}?token=${tokenOf('reminder')}`, { method, headers });
      }
    }
    await read(tokenOf('reminder'));
    expect(await stops()).toEqual([]);
  });

  it('is redeemed by one POST of a mail program (RFC 8058), also when repeated, and other streams continue', async () => {
    await recordMailOptOut(app.em(), { email, stream: 'alert' }, new Date(now));
    for (let time = 0; time < 2; time += 1) {
      const answer = await oneClick(tokenOf('reminder'));
      expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null]);
    }
    expect(await stops()).toMatchObject([
      { email, stream: 'alert' },
      { email, stream: 'reminder' },
    ]);
  });

  it('works years later, and for the account’s address at that time', async () => {
    const token = tokenOf('alert');
    now += 5 * 365 * 86_400_000;
    await app.data.set('users', { email: 'new@example.com' });
    expect(await stop(token)).toMatchObject({ outcome: 'unsubscribed' });
    expect(await stops()).toMatchObject([{ email: 'new@example.com', stream: 'alert' }]);
  });

  it('of the newsletter does the same by its stored token', async () => {
    const { token, hash } = newSecretToken();
    const subscriptionId = await recordNewsletterRequest(app.em(), email, new Date(now));
    const stored = { subscriptionId, kind: 'unsubscribe', tokenHash: hash } as const;
    await addNewsletterToken(app.em(), { ...stored, now: new Date(now), expiresAt: null });
    expect(await stop(token)).toEqual({ outcome: 'unsubscribed', stream: 'newsletter' });
    expect(await undo(token)).toEqual({ outcome: 'subscribed', stream: 'newsletter' });
    expect(await stops()).toEqual([]);
    expect(await app.data.values('newsletter_subscriptions', 'confirmedAt')).toEqual([expect.any(Date)]);
  });

  it('that resubscribes also lifts a suppression', async () => {
    await suppressMailAddress(app.em(), { email, reason: 'complaint', at: new Date(now) });
    expect(await read(tokenOf('reminder'))).toMatchObject({ stopped: true });
    await undo(tokenOf('reminder'));
    expect(await isMailAddressSuppressed(app.em(), email)).toBe(false);
  });

  it.each<[string, () => string]>([
    ['of a deleted account', () => tokenOf('reminder', '00000000-0000-4000-8000-000000000009')],
    ['signed with another key', () => unsubscribeToken({ userId, stream: 'reminder' }, 'x'.repeat(64))],
    ['of another kind', () => newSecretToken().token],
    ['of nonsense', () => "' or 1=1 --"],
    ['with a NUL', () => '\u0000'],
  ])('%s is unknown', async (_, make) => {
    const token = make();
    const unknown = { outcome: 'unknown' };
    expect([await read(token), await stop(token), await undo(token)]).toEqual([unknown, unknown, unknown]);
    expect((await oneClick(encodeURIComponent(token))).status).toBe(200);
    expect(await stops()).toEqual([]);
  });

  it('is not in the log', async () => {
    await oneClick(tokenOf('reminder'));
    expect(app.logLines.join('')).not.toContain(tokenOf('reminder'));
  });
});

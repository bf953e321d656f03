import type { JobName } from '@ve/contracts/jobs';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { isEmailChangeOpen } from '@ve/domain/identity/email-change';
import { findEmailChangeMailData, setEmailChangeToken } from '@ve/data/identity/email-change/email-change.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { likeCondition } from '@ve/data/testing/test-rows';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aMinute = 60_000;
const aDay = 86_400_000;

let app: TestApp;
let ahead = 0;
let members = 0;
const now = () => new Date(Date.now() + ahead);
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, now);
});
beforeEach(async () => {
  ahead = 0;
  await app.empty('mails', 'outbox', 'token_buckets');
});
afterAll(() => app.close());

const emailOf = async ({ userId }: TestMember) => (await app.data.one('users', { id: userId })).email;
const read = async ({ headers }: Pick<TestMember, 'headers'>) =>
  (await (await fetch(`${app.url}/api/me/profile`, { headers })).json()) as Record<string, unknown>;
const send = (method: string, path: string, { headers }: Pick<TestMember, 'headers'>, body?: unknown) =>
  fetch(app.url + path, {
    method,
    headers: {
      ...headers,
      ...firstPartyHeaders,
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const form = { name: 'Dana Driver', address: '1 High Street, Leeds', postcode: 'ls1 4ap', phone: '07700 900123' };
const mailed = () => app.data.select('mails', ['template', 'recipient'], {}, ['template', 'recipient']);
const jobs = (name: JobName) => app.data.values('outbox', 'payload', { jobName: name });

describe('the profile', () => {
  it('shows the stored data, corrects it, and has Stripe updated', async () => {
    const member = await createTestMember(app);
    const email = await emailOf(member);
    const held = {
      name: 'Dana Driver',
      email,
      emailConfirmed: false,
      address: null,
      postcode: null,
      phone: null,
      emailChange: null,
    };
    expect(await read(member)).toEqual(held);
    const name = `Dana O’Driver <img src=x onerror=alert(1)>`;
    const corrected = { ...held, name, address: form.address, postcode: 'LS1 4AP', phone: '+447700900123' };
    const saved = await send('PUT', '/api/me/profile', member, { ...form, name });
    expect([saved.status, await saved.json()]).toEqual([200, corrected]);
    expect(await read(member)).toEqual(corrected);
    expect(await jobs('customers.sync')).toEqual([
      { userId: member.userId, changeId: expect.any(String), correlationId: expect.any(String) },
    ]);
    await send('PUT', '/api/me/profile', member, { ...form, address: '', postcode: '', phone: '' });
    expect(await read(member)).toEqual(held);
  });

  it('is visible to its user only, and refused for visitors', async () => {
    const [member, other] = [await createTestMember(app), await createTestMember(app)];
    await send('PUT', '/api/me/profile', member, { ...form, name: 'Somebody' });
    expect(await read(other)).toMatchObject({ name: 'Dana Driver', phone: null });
    expect((await fetch(`${app.url}/api/me/profile`)).status).toBe(401);
  });

  it('of a user without a customer is the address only, until they save it', async () => {
    const headers = { cookie: `session=${await createTestSession(app)}` };
    expect(await read({ headers })).toMatchObject({ name: null, address: null });
    expect((await send('PUT', '/api/me/profile', { headers }, form)).status).toBe(200);
    expect(await read({ headers })).toMatchObject({ name: 'Dana Driver', postcode: 'LS1 4AP' });
  });

  it.each([
    { ...form, name: ' ' },
    { ...form, name: 'a\r\nBcc: b@example.com' },
    { ...form, name: 'a'.repeat(201) },
    { ...form, address: 'a'.repeat(1_001) },
    { ...form, postcode: 'LS1' },
    { ...form, phone: '+1 202 555 0100' },
    { ...form, phone: '101' },
    { ...form, phone: 7 },
    { name: 'Dana' },
  ])('refuses an invalid profile: %#', async (body) => {
    const member = await createTestMember(app);
    const answer = await send('PUT', '/api/me/profile', member, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'request-invalid']);
    expect(await jobs('customers.sync')).toEqual([]);
  });
});

/** A member who has requested another address, and the links of both mails. */
async function asked(newEmail = `new${(members += 1)}@example.org`) {
  const member = await createTestMember(app);
  const oldEmail = await emailOf(member);
  const answer = (await (await send('POST', '/api/me/email-change', member, { email: newEmail })).json()) as object;
  const links = await linksOf(member);
  return { member, oldEmail, newEmail, answer, links };
}

/** Acts as the worker: creates the links of the mails, as their builder does. */
async function linksOf({ userId }: TestMember): Promise<{ old: string; new: string }> {
  const changes = await app.data.all('email_changes', { userId, finishedAt: null }, 'createdAt');
  const links = { old: newSecretToken(), new: newSecretToken() };
  for (const side of ['old', 'new'] as const) {
    await setEmailChangeToken(app.em(), { id: changes.at(-1)!.id, side, tokenHash: links[side].hash });
  }
  return { old: links.old.token, new: links.new.token };
}

type Word = '' | '/confirm' | '/stop';
let clients = 0;
const link = async (token: string, word: Word = '', headers: Record<string, string> = {}) => {
  const client = { 'x-forwarded-for': `10.9.${(clients += 1) >> 8}.${clients & 255}` };
  const answer = await postFromOwnPage(`${app.url}/api/email-change${word}`, { token }, { ...client, ...headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};
const isSignedIn = async ({ headers }: TestMember) =>
  (await fetch(`${app.url}/api/me/profile`, { headers })).status === 200;

describe('another e-mail address', () => {
  it('needs both addresses to confirm, in either order', async () => {
    for (const [first, second] of [
      ['old', 'new'],
      ['new', 'old'],
    ] as const) {
      await app.empty('mails', 'outbox');
      const { member, oldEmail, newEmail, answer, links } = await asked();
      const waiting = { newEmail, oldConfirmed: false, newConfirmed: false, expiresAt: expect.any(String) };
      expect(answer).toEqual({ outcome: 'asked', emailChange: waiting });
      expect(await mailed()).toMatchObject([
        { template: 'email-change-new', recipient: newEmail },
        { template: 'email-change-old', recipient: oldEmail },
      ]);
      expect(await link(links.old)).toEqual({
        outcome: 'open',
        side: 'old',
        from: oldEmail,
        to: newEmail,
        confirmed: false,
      });
      expect(await link(links.new)).toMatchObject({ side: 'new', from: expect.stringMatching(/^m•••••@/) });
      expect(await link(links[first], '/confirm')).toEqual({ outcome: 'waiting' });
      expect(await read(member)).toMatchObject({ email: oldEmail, emailChange: { [`${first}Confirmed`]: true } });
      expect(await link(links[first], '/confirm')).toEqual({ outcome: 'waiting' });
      const elsewhere = await app.data.add('sessions', { userId: member.userId });
      await app.data.add('sign_in_requests', { userId: member.userId, createdAt: new Date() });
      expect(await link(links[second], '/confirm', member.headers)).toEqual({ outcome: 'changed' });
      expect(await read(member)).toMatchObject({ email: newEmail, emailChange: null });
      expect(await app.data.values('customers', 'email', { userId: member.userId })).toEqual([newEmail]);
      expect(await app.data.values('sessions', 'revokedAt', { id: elsewhere.id })).toEqual([expect.any(Date)]);
      expect(await app.data.all('sign_in_requests', { userId: member.userId })).toEqual([]);
      expect(await jobs('customers.sync')).toHaveLength(1);
      expect((await mailed()).filter(({ template }) => template === 'email-changed')).toEqual(
        [oldEmail, newEmail].toSorted().map((recipient) => ({ template: 'email-changed', recipient })),
      );
      for (const each of [links.old, links.new]) {
        expect(await link(each)).toEqual({ outcome: 'changed' });
        expect(await link(each, '/confirm')).toEqual({ outcome: 'changed' });
        expect(await link(each, '/stop')).toEqual({ outcome: 'changed' });
      }
    }
  });

  it('is stopped by the account’s own address, which signs every browser out', async () => {
    const { member, oldEmail, links } = await asked();
    await link(links.new, '/confirm');
    expect(await link(links.old, '/stop')).toEqual({ outcome: 'stopped' });
    expect(await isSignedIn(member)).toBe(false);
    for (const token of [links.old, links.new]) expect(await link(token, '/confirm')).toEqual({ outcome: 'ended' });
    expect(await emailOf(member)).toBe(oldEmail);
  });

  it('is stopped by the owner of the new address, which ends no session', async () => {
    const { member, links } = await asked();
    expect(await link(links.new, '/stop')).toEqual({ outcome: 'stopped' });
    expect(await isSignedIn(member)).toBe(true);
    expect(await link(links.old, '/confirm')).toEqual({ outcome: 'ended' });
  });

  it('is cancelled on the page, and replaced by a newer request', async () => {
    const { member, links } = await asked();
    expect((await send('DELETE', '/api/me/email-change', member)).status).toBe(204);
    expect(await link(links.old)).toEqual({ outcome: 'ended' });
    expect(await read(member)).toMatchObject({ emailChange: null });
    await send('POST', '/api/me/email-change', member, { email: 'second@example.org' });
    const second = await linksOf(member);
    await send('POST', '/api/me/email-change', member, { email: 'third@example.org' });
    expect(await link(second.new, '/confirm')).toEqual({ outcome: 'ended' });
    expect(await read(member)).toMatchObject({ emailChange: { newEmail: 'third@example.org' } });
  });

  it('ends after 24 hours', async () => {
    const { member, links } = await asked();
    await link(links.old, '/confirm');
    ahead = aDay + aMinute;
    expect(await link(links.new, '/confirm')).toEqual({ outcome: 'ended' });
    ahead = 0;
    expect(await emailOf(member)).not.toMatch(/^new/);
  });

  it('that has an account gets the same response, and only its mail says that', async () => {
    const owner = await createTestMember(app);
    const taken = await emailOf(owner);
    const { member, oldEmail, answer } = await asked(taken);
    expect(answer).toEqual({ outcome: 'asked', emailChange: expect.objectContaining({ newEmail: taken }) });
    expect(await mailed()).toMatchObject([
      { template: 'email-change-new', recipient: taken },
      { template: 'email-change-old', recipient: oldEmail },
    ]);
    const change = await app.data.one('email_changes', { userId: member.userId });
    expect(await findEmailChangeMailData(app.em(), change.id)).toMatchObject({ taken: true });
    expect(isEmailChangeOpen(change, now())).toBe(true);
  });

  it('that gets an account in the meantime changes nothing', async () => {
    const { member, oldEmail, newEmail, links } = await asked();
    await link(links.old, '/confirm');
    await app.data.add('users', { email: newEmail });
    expect(await link(links.new, '/confirm')).toEqual({ outcome: 'taken' });
    expect(await link(links.new, '/confirm')).toEqual({ outcome: 'ended' });
    expect(await emailOf(member)).toBe(oldEmail);
    expect(await isSignedIn(member)).toBe(true);
  });

  it('applies once, regardless of concurrent confirmations', async () => {
    const { member, newEmail, links } = await asked();
    const answers = await Promise.all(
      [links.old, links.new, links.old, links.new, links.old].map((token) => link(token, '/confirm')),
    );
    expect(answers.filter(({ outcome }) => outcome === 'changed').length).toBeGreaterThan(0);
    expect(await emailOf(member)).toBe(newEmail);
    expect((await mailed()).filter(({ template }) => template === 'email-changed')).toHaveLength(2);
  });

  it('keeps the streams that the old address had stopped, except the newsletter', async () => {
    const { oldEmail, newEmail, links } = await asked();
    for (const stream of ['reminder', 'newsletter'] as const) {
      await app.data.add('mail_opt_outs', { email: oldEmail, stream });
    }
    await link(links.old, '/confirm');
    await link(links.new, '/confirm');
    expect(await app.data.values('mail_opt_outs', 'stream', { email: newEmail })).toEqual(['reminder']);
  });

  it('is limited by account and by address', async () => {
    const member = await createTestMember(app);
    const ask = async (by: TestMember, email: string) =>
      (await send('POST', '/api/me/email-change', by, { email })).status;
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push(await ask(member, `limit${time}@example.org`));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const many = [];
    for (let time = 0; time < 5; time += 1) many.push(await ask(await createTestMember(app), 'bombed@example.org'));
    // The fourth uses the share of its network.
    expect(many).toEqual([200, 200, 200, 200, 429]);
    const keys = await app.data.all('token_buckets', { key: likeCondition('%@%') });
    expect(keys).toEqual([]);
  });

  it('that is the current one, or invalid, is refused', async () => {
    const member = await createTestMember(app);
    const email = await emailOf(member);
    expect(await (await send('POST', '/api/me/email-change', member, { email: email.toUpperCase() })).json()).toEqual({
      outcome: 'same',
    });
    expect((await send('POST', '/api/me/email-change', member, { email: 'nobody' })).status).toBe(400);
    expect(await mailed()).toEqual([]);
  });

  it('by a link that never existed has ended', async () => {
    for (const token of ['a', 'a'.repeat(43), "' or 1=1 --"]) {
      for (const word of ['', '/confirm', '/stop'] as const)
        expect(await link(token, word)).toEqual({ outcome: 'ended' });
    }
  });

  it('survives mail scanners, which open links', async () => {
    const { links } = await asked();
    for (const path of ['/your-data/confirm', '/api/email-change', '/api/email-change/confirm']) {
      for (const method of ['GET', 'HEAD']) await fetch(`${app.url}${path}?token=${links.new}`, { method });
    }
    expect(await link(links.new)).toMatchObject({ outcome: 'open', confirmed: false });
  });
});

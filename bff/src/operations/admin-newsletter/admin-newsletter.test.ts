import { queueNewsletterBatch } from '@ve/app/messaging/newsletter/queue-newsletter';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { NewsletterIssues } from '@ve/contracts/http/operations/admin-newsletter';
import { moveToDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { storeNewsletterPreview } from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { markNewsletterConfirmed, recordNewsletterRequest } from '@ve/data/messaging/newsletter/newsletter.repository';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const draft = { subject: 'News', opening: 'Hello\n\nthere', articleIds: [4, 1] };

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() =>
  app.empty(
    'newsletter_issues',
    'newsletter_subscriptions',
    'mail_opt_outs',
    'mails',
    'outbox',
    'dead_letters',
    'audit_log',
  ),
);
afterAll(() => app.close());

const base = '/api/admin/newsletter-issues';
const send = (path: string, body: unknown, method = 'POST', by: Record<string, string> = headers) =>
  method === 'POST'
    ? postFromOwnPage(`${app.url}${base}${path}`, body, by)
    : fetch(`${app.url}${base}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...firstPartyHeaders,
          ...by,
        },
        body: JSON.stringify(body),
      });
const outcomeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { outcome: string }).outcome;
const create = async (body: object = draft): Promise<string> =>
  ((await (await send('', body)).json()) as { id: string }).id;
const read = (path: string) => fetch(`${app.url}${base}${path}`, { headers });
const list = async () => (await (await read('')).json()) as NewsletterIssues;
const actions = () => app.data.values('audit_log', 'action', {}, 'id');
const subscribe = async (email: string, confirmedAt: Date | null = new Date(now.getTime() - 1_000)) => {
  const id = await recordNewsletterRequest(app.em(), email, new Date(now.getTime() - 2_000));
  if (confirmedAt !== null) await markNewsletterConfirmed(app.em(), id, confirmedAt);
};

it('stores a draft and its edits, and refuses the edit of an earlier version', async () => {
  const id = await create();
  expect(await outcomeOf(send(`/${id}`, { ...draft, subject: 'Newer', version: 1 }, 'PUT'))).toBe('saved');
  expect(await outcomeOf(send(`/${id}`, { ...draft, subject: 'Lost', version: 1 }, 'PUT'))).toBe('stale');
  expect((await list()).issues).toMatchObject([
    { id, state: 'draft', version: 2, subject: 'Newer', opening: 'Hello\n\nthere', articleIds: [4, 1] },
  ]);
  expect((await actions()).toSorted()).toEqual(['newsletter.created', 'newsletter.edited']);
});

it('writes one draft for a key, though the call is repeated or made twice at the same time', async () => {
  const idempotencyKey = randomUUID();
  const ids = await Promise.all([0, 1].map(() => create({ ...draft, idempotencyKey })));
  expect(await outcomeOf(send(`/${ids[0]}`, { ...draft, subject: 'Newer', version: 1 }, 'PUT'))).toBe('saved');
  ids.push(await create({ ...draft, idempotencyKey }));
  expect(new Set(ids).size).toBe(1);
  expect((await list()).issues).toMatchObject([{ id: ids[0], version: 2, subject: 'Newer' }]);
  expect((await actions()).toSorted()).toEqual(['newsletter.created', 'newsletter.edited']);
  expect((await send('', { ...draft, idempotencyKey: 'x' })).status).toBe(400);
});

it('shows the previews of the present version only', async () => {
  const id = await create();
  expect(await outcomeOf(send(`/${id}/preview`, { version: 1 }))).toBe('queued');
  expect(await app.data.values('outbox', 'jobName')).toEqual(['newsletter-issues.preview']);
  expect(await (await read(`/${id}/preview`)).json()).toEqual({ text: null, failed: false });
  expect((await read(`/${id}/preview.html`)).status).toBe(404);
  await storeNewsletterPreview(app.em(), { id, version: 1 }, { html: '<p style="color:red">Hello', text: 'Hello' });
  expect(await (await read(`/${id}/preview`)).json()).toEqual({ text: 'Hello', failed: false });
  const page = await read(`/${id}/preview.html`);
  expect([page.headers.get('content-type'), await page.text()]).toEqual([
    'text/html; charset=utf-8',
    '<p style="color:red">Hello',
  ]);
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups$/);
  await send(`/${id}`, { ...draft, version: 1 }, 'PUT');
  expect(await outcomeOf(send(`/${id}/preview`, { version: 1 }))).toBe('stale');
});

it('says when the job of a preview failed, until it is asked for again', async () => {
  const id = await create();
  await send(`/${id}/preview`, { version: 1 });
  const [job] = await app.data.values('outbox', 'id');
  await moveToDeadLetters(app.em(), [{ id: job!, why: 'Error' }], now);
  expect(await (await read(`/${id}/preview`)).json()).toEqual({ text: null, failed: true });
  await send(`/${id}/preview`, { version: 1 });
  expect(await (await read(`/${id}/preview`)).json()).toEqual({ text: null, failed: false });
});

it('mails a test to the member of staff, which counts as no e-mail to a subscriber', async () => {
  const id = await create();
  expect(await outcomeOf(send(`/${id}/test`, { version: 2 }))).toBe('stale');
  const presses = await Promise.all([0, 1, 2].map(() => outcomeOf(send(`/${id}/test`, { version: 1 }))));
  expect(presses).toEqual(['queued', 'queued', 'queued']);
  expect(await app.data.all('mails')).toMatchObject([
    { template: 'newsletter-test', stream: 'service', recipient: 'sam.staff@example.com', subjectId: id },
  ]);
  expect((await list()).issues[0]).toMatchObject({ state: 'draft', mails: { waiting: 0, sent: 0 } });
});

it('is sent once when two admins press at the same time, to those who are subscribed then', async () => {
  await subscribe('in@example.com');
  await subscribe('unconfirmed@example.com', null);
  await subscribe('left@example.com');
  await recordMailOptOut(app.em(), { email: 'left@example.com', stream: 'newsletter' }, now);
  const id = await create();
  expect((await list()).subscribers).toBe(1);
  expect(await outcomeOf(send(`/${id}/send`, { version: 2 }))).toBe('stale');
  const both = await Promise.all([0, 1].map(() => outcomeOf(send(`/${id}/send`, { version: 1 }))));
  expect(both.toSorted()).toEqual(['already', 'sending']);
  const other = await create();
  expect(await outcomeOf(send(`/${other}/send`, { version: 1 }))).toBe('busy');
  expect(await outcomeOf(send(`/${id}`, { ...draft, version: 1 }, 'PUT'))).toBe('stale');
  await subscribe('late@example.com', new Date(now.getTime() + 1_000));
  expect(await queueNewsletterBatch(app.em(), { now, perMinute: 10 })).toEqual({ queued: 1, finished: [] });
  expect(await app.data.values('mails', 'recipient')).toEqual(['in@example.com']);
  expect((await list()).issues.find((issue) => issue.id === id)).toMatchObject({
    state: 'sending',
    allQueued: true,
    mails: { waiting: 1, sent: 0, skipped: 0, failed: 0 },
  });
  await app.data.set('mails', { sentAt: now });
  expect(await queueNewsletterBatch(app.em(), { now, perMinute: 10 })).toEqual({ queued: 0, finished: [id] });
  expect((await list()).issues.find((issue) => issue.id === id)).toMatchObject({ state: 'sent', mails: { sent: 1 } });
  expect(await app.data.all('audit_log', { action: 'newsletter.sent' })).toMatchObject([
    { actor: 'sam.staff@example.com', subject: id, details: { version: 1, subscribers: 1 } },
  ]);
});

it('of two newsletters that are sent at the same time, one waits for the other', async () => {
  await subscribe('in@example.com');
  const ids = [await create(), await create()];
  const both = await Promise.all(ids.map((id) => outcomeOf(send(`/${id}/send`, { version: 1 }))));
  expect(both.toSorted()).toEqual(['busy', 'sending']);
});

it('queues one batch a minute, in the order of the ids, and none while the last one waits', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await subscribe(`${name}@example.com`);
  const id = await create();
  await send(`/${id}/send`, { version: 1 });
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const run = async (minutes: number) =>
    (await queueNewsletterBatch(app.em(), { now: at(minutes), perMinute: 2 })).queued;
  const together = await Promise.all([run(0), run(0), run(0)]);
  expect(together.toSorted()).toEqual([0, 0, 2]);
  expect(await run(0.9)).toBe(0);
  expect(await run(1)).toBe(0);
  await app.data.set('mails', { sentAt: now });
  expect(await run(1)).toBe(2);
  await recordMailOptOut(app.em(), { email: 'e@example.com', stream: 'newsletter' }, at(1));
  await app.data.set('mails', { sentAt: now });
  expect(await run(2)).toBe(1);
  expect(await run(3)).toBe(0);
  expect((await app.data.values('mails', 'recipient')).toSorted()).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`),
  );
});

it('is not sent to no one', async () => {
  const id = await create();
  expect(await outcomeOf(send(`/${id}/send`, { version: 1 }))).toBe('no-subscribers');
  expect((await list()).issues[0]).toMatchObject({ state: 'draft' });
});

it.each([
  ['an unknown article', { articleIds: [2] }],
  ['an article twice', { articleIds: [1, 1] }],
  ['no article', { articleIds: [] }],
  ['an empty subject', { subject: ' ' }],
  ['a subject on two lines', { subject: 'a\nb' }],
  ['a long subject', { subject: 'x'.repeat(121) }],
  ['an empty opening', { opening: '' }],
  ['a long opening', { opening: 'x'.repeat(4_001) }],
  ['a control character', { opening: 'a\u0000b' }],
])('refuses a draft with %s', async (_, wrong) => {
  expect((await send('', { ...draft, ...wrong })).status).toBe(400);
  expect(await app.data.all('newsletter_issues')).toEqual([]);
});

it('answers 404 for a newsletter that does not exist', async () => {
  for (const path of [`/${randomUUID()}`, '/x']) {
    expect((await send(path, { ...draft, version: 1 }, 'PUT')).status).toBe(404);
    for (const action of ['preview', 'test', 'send']) {
      expect((await send(`${path}/${action}`, { version: 1 })).status).toBe(404);
    }
  }
});

it('requires an admin with a second factor', async () => {
  const byLink = { cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` };
  expect((await send('', draft, 'POST', byLink)).status).toBe(403);
  expect((await fetch(`${app.url}${base}`, { headers: byLink })).status).toBe(403);
});

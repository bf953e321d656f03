import { buildEndpointPath } from '@ve/contracts/endpoint';
import {
  type ErrorGroupPage,
  type ErrorOccurrencePage,
  listErrorOccurrencesEndpoint,
  reopenErrorGroupEndpoint,
  solveErrorGroupEndpoint,
} from '@ve/contracts/http/operations/admin-error-logs';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { jobDefinitions } from '@ve/contracts/jobs';
import { writeErrorLog } from '@ve/data/operations/error-log/error-log.repository';
import { randomUUID } from 'node:crypto';
import { storeRelease } from '@ve/app/releases/store-release';
import { releaseFilesOf, sha256Of } from '../../testing/release-uploads.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const reason = 'Released a fix';
const hostile = `<img src=x onerror=alert(1)> "'; drop table error_groups; -- \u2028 ${'long '.repeat(150)}`;

let app: TestApp;
let now = start;
let admin: { cookie: string };
let adminId: string;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
  const email = 'admin@example.com';
  admin = { cookie: `session=${await createTestSession(app, { email, roles: ['admin'], openedBy: 'password-totp' })}` };
  adminId = (await app.data.one('users', { email })).id;
});
beforeEach(async () => {
  now = start;
  await app.empty('error_logs', 'error_groups', 'audit_log', 'outbox');
});
afterAll(() => app.close());

const entry: ErrorLogEntry = {
  timestamp: new Date(start).toISOString(),
  error_message: 'x is undefined',
  error_stack: 'TypeError: x is undefined\n    at draw (/remotes/mfe-report/9c1e/1.js:1:2)',
  user_agent: 'Mozilla/5.0',
  url: '/report',
  session_id: '0b9d2c1e8f47',
  error_type: 'React Error',
  component_name: 'Chart',
  additional_data: { errorName: 'TypeError' },
};
/** Publishes a release with these maps by the names of their scripts. */
const publishWithMaps = async (version: string, maps: Record<string, string>, commit: string | null) => {
  const release = remoteReleaseFixture('mfe-report', version, ['/report']);
  const texts = { 'remoteEntry.ab12.js': 'entry', 'exposed.cd34.js': 'exposed' };
  const named = Object.entries(maps).map(([script, map]): [string, string] => [`maps/${script}.map`, map]);
  const contents = Object.fromEntries([...Object.entries(texts), ...named]);
  const builtFrom = commit === null ? null : { commit, branch: 'main', dirty: false, ciUrl: null };
  const upload = {
    release,
    files: releaseFilesOf(contents),
    contents: new Map(Object.values(contents).map((text) => [sha256Of(text), Buffer.from(text)])),
    builtFrom,
  };
  expect(await storeRelease(app.em(), { upload, by: 'test' }, new Date(now))).toEqual({ outcome: 'stored' });
};
const write = (
  minute: number,
  changes: Partial<ErrorLogEntry> = {},
  { fingerprint = 'x', userId = null }: { fingerprint?: string; userId?: string | null } = {},
) => {
  const receivedAt = new Date(start - 86_400_000 + minute * 60_000);
  const report = { ...entry, timestamp: receivedAt.toISOString(), ...changes };
  return app.em().transactional((em) => writeErrorLog(em, report, { fingerprint, userId, receivedAt }));
};
const get = (path: string, headers: Record<string, string> = admin) => fetch(`${app.url}${path}`, { headers });
const list = async (query = '') => (await (await get(`/api/admin/error-groups${query}`)).json()) as ErrorGroupPage;
const messages = ({ rows }: ErrorGroupPage) => rows.map(({ message }) => message);
const only = async (query = '?state=all') => (await list(query)).rows[0]!;
const occurrences = (id: string, query = '') => get(buildEndpointPath(listErrorOccurrencesEndpoint, { id }) + query);
const solve = (id: string, body: unknown = { reason }) =>
  postFromOwnPage(app.url + buildEndpointPath(solveErrorGroupEndpoint, { id }), body, admin);
const reopen = (id: string, body: unknown = { reason }) =>
  postFromOwnPage(app.url + buildEndpointPath(reopenErrorGroupEndpoint, { id }), body, admin);
const audited = ['actor', 'actorUserId', 'action', 'subject', 'details'] as const;
const audit = () => app.data.select('audit_log', audited, {}, ['createdAt', 'action']);
const byAdmin = (action: string, subject: string, details: Record<string, unknown>) => ({
  actor: 'admin@example.com',
  actorUserId: adminId,
  action,
  subject,
  details,
});

describe('the list of errors', () => {
  it('has each error once, open ones by default, ten a page', async () => {
    for (let index = 0; index < 12; index += 1) {
      await write(index, { error_message: `error ${String(index)}` }, { fingerprint: String(index) });
    }
    await write(20, { error_message: 'error 0' }, { fingerprint: '0' });
    const first = await list();
    expect(first).toMatchObject({ total: 12, isMore: false, hasNewer: false, hasOlder: true });
    expect(first.rows[0]).toEqual({
      id: expect.any(String),
      type: 'React Error',
      message: 'error 0',
      reports: 2,
      firstSeen: '2026-11-20T12:00:00.000Z',
      lastSeen: '2026-11-20T12:20:00.000Z',
      releases: ['mfe-report@9c1e'],
      solved: null,
      reopenedAt: null,
    });
    expect(messages(await list(`?after=${String(first.last)}`))).toEqual(['error 2', 'error 1']);
    await solve(first.rows[0]?.id ?? '');
    expect((await list()).total).toBe(11);
    expect(messages(await list('?state=solved'))).toEqual(['error 0']);
    expect((await list('?state=all')).total).toBe(12);
  });

  it('is searched by part of the message, and filtered by type', async () => {
    await write(1, { error_message: 'Stripe said 50% OFF', error_type: 'Payment Error' }, { fingerprint: 'a' });
    await write(2, { error_message: 'x is undefined' }, { fingerprint: 'b' });
    expect(messages(await list('?search=stripe'))).toEqual(['Stripe said 50% OFF']);
    expect(messages(await list(`?search=${encodeURIComponent('50% off')}&type=Payment+Error`))).toHaveLength(1);
    expect(await list(`?search=${encodeURIComponent('%%%')}`)).toMatchObject({ rows: [], total: 0, first: null });
    expect(messages(await list('?type=React+Error'))).toEqual(['x is undefined']);
  });

  it.each([
    ['two characters', '?search=ab'],
    ['10,000 characters', `?search=${'a'.repeat(10_000)}`],
    ['an unknown type', '?type=Gossip'],
    ['an unknown state', '?state=closed'],
    ['a foreign cursor', '?after=bm90IGEgY3Vyc29y'],
  ])('refuses %s', async (_what, query) => {
    expect((await get(`/api/admin/error-groups${query}`)).status).toBe(400);
  });

  it('is a problem document without database details when it fails', async () => {
    await app.rows('alter table error_groups rename to error_groups_away');
    try {
      const answer = await get('/api/admin/error-groups');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        500,
        expect.stringContaining('application/problem+json'),
      ]);
      expect(await answer.text()).not.toMatch(/error_groups/);
    } finally {
      await app.rows('alter table error_groups_away rename to error_groups');
    }
  });
});

describe('the occurrences of an error', () => {
  it('contain everything that was reported, hostile text unchanged, and a read of a user’s is in the audit log', async () => {
    await write(1, { error_message: hostile, url: hostile.slice(0, 400), error_stack: hostile }, { userId: adminId });
    const { id, message } = await only();
    expect(message).toBe(hostile);
    const page = (await (await occurrences(id)).json()) as ErrorOccurrencePage;
    expect(page).toMatchObject({ total: 1, isMore: false, hasNewer: false, hasOlder: false });
    expect(page.rows).toEqual([
      {
        id: expect.any(String),
        firstSeen: '2026-11-20T12:01:00.000Z',
        lastSeen: '2026-11-20T12:01:00.000Z',
        reports: 1,
        message: hostile,
        stack: hostile,
        sources: [],
        url: hostile.slice(0, 400),
        userAgent: 'Mozilla/5.0',
        component: 'Chart',
        sessionId: '0b9d2c1e8f47',
        userId: adminId,
        additionalData: { errorName: 'TypeError' },
      },
    ]);
    expect(await audit()).toEqual([byAdmin('error.viewed', id, { userIds: [adminId] })]);
  });

  it('name the lines of our sources, by the maps of the release that ran', async () => {
    // Column 1 of line 1 is column 3 of line 11 in the first source.
    const map = { version: 3, sources: ['mfe-report/src/chart.tsx'], names: [], mappings: 'AAUE' };
    const commit = 'c0de'.repeat(10);
    await publishWithMaps(
      'm1',
      { '1.js': JSON.stringify(map), '2.js': '{', '3.js': `"${'x'.repeat(1_100_000)}"` },
      commit,
    );
    await publishWithMaps('m2', { '1.js': '{"version":3}' }, null);
    const at = (version: string, script: string) =>
      `    at a (https://site.example/remotes/mfe-report/${version}/${script}:1:2)`;
    const stack = [
      'TypeError: x is undefined',
      ...['1.js', '2.js', '3.js', '4.js'].map((script) => at('m1', script)),
      ...[at('m2', '1.js'), at('gone', '1.js'), at('..', '1.js')],
      at('m1', '1.js').replace('    at a (', 'a@').replace(')', ''),
    ].join('\n');
    await write(1, { error_stack: stack });
    const { rows } = (await (await occurrences((await only()).id)).json()) as ErrorOccurrencePage;
    const position = { file: 'mfe-report/src/chart.tsx', line: 11, column: 3, commit };
    expect(rows).toEqual([expect.objectContaining({ stack, sources: [position, position] })]);
  });

  it('are ten a page, of this error alone; reads without users are not audited', async () => {
    const day = 1_440;
    for (let index = 0; index < 12; index += 1) await write((index - 11) * day);
    await write(5, {}, { fingerprint: 'another' });
    const { id } = (await list()).rows.find(({ reports }) => reports === 12)!;
    const first = (await (await occurrences(id)).json()) as ErrorOccurrencePage;
    const next = (await (await occurrences(id, `?after=${String(first.last)}`)).json()) as ErrorOccurrencePage;
    expect([first.rows.length, first.total, first.hasOlder, next.rows.length, next.hasOlder]).toEqual([
      10,
      12,
      true,
      2,
      false,
    ]);
    expect(await audit()).toEqual([]);
  });

  it('are empty once they are purged', async () => {
    await write(1);
    await app.empty('error_logs');
    const page = await occurrences((await only()).id);
    expect([page.status, await page.json()]).toEqual([200, expect.objectContaining({ rows: [], total: 0 })]);
  });

  it('cannot be read from a page of another site, nor when the read cannot be audited', async () => {
    await write(1, {}, { userId: adminId });
    const { id } = await only();
    const path = buildEndpointPath(listErrorOccurrencesEndpoint, { id });
    expect((await get(path, { ...admin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await occurrences(id)).status).toBe(500);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
  });
});

describe('a solved error', () => {
  it('shows who solved it and when, and is in the audit log with the reason; so is reopening it', async () => {
    await write(1);
    const { id } = await only();
    expect(await (await solve(id)).json()).toEqual({ outcome: 'solved' });
    expect(await (await solve(id)).json()).toEqual({ outcome: 'was-solved' });
    expect((await only()).solved).toEqual({ at: new Date(now).toISOString(), by: 'admin@example.com' });
    now += 1;
    expect(await (await reopen(id, { reason: 'It is still there' })).json()).toEqual({ outcome: 'reopened' });
    expect(await (await reopen(id)).json()).toEqual({ outcome: 'was-open' });
    expect(await only()).toMatchObject({ solved: null, reopenedAt: null });
    expect(await audit()).toEqual([
      byAdmin('error.solved', id, { reason }),
      byAdmin('error.reopened', id, { reason: 'It is still there' }),
    ]);
  });

  it('is solved once by concurrent requests', async () => {
    await write(1);
    const { id } = await only();
    const answers = await Promise.all(Array.from({ length: 5 }, () => solve(id)));
    const outcomes = await Promise.all(answers.map(async (answer) => (await answer.json()) as { outcome: string }));
    expect(outcomes.filter(({ outcome }) => outcome === 'solved')).toHaveLength(1);
    expect(await audit()).toHaveLength(1);
  });

  it('is reopened when a browser reports it later, also while an earlier report waits in the queue', async () => {
    const report = () => postFromOwnPage(`${app.url}/api/error-logs`, entry);
    const run = async () => {
      const queued = await app.data.values('outbox', 'payload', {}, 'position');
      await app.data.remove('outbox');
      for (const payload of queued) {
        const { entry: queuedEntry, receivedAt, ...rest } = jobDefinitions['error-logs.write'].payload.parse(payload);
        await app
          .em()
          .transactional((em) =>
            writeErrorLog(em, queuedEntry, { fingerprint: rest.fingerprint, receivedAt: new Date(receivedAt) }),
          );
      }
      return queued.length;
    };
    await report();
    await run();
    now += 60_000;
    await report();
    now += 60_000;
    const { id } = await only();
    await solve(id);
    now += 60_000;
    // Received after it was solved, while the report of two minutes ago is still queued.
    await report();
    expect(await run()).toBe(2);
    expect(await only()).toMatchObject({ solved: null, reopenedAt: new Date(now).toISOString(), reports: 3 });
  });

  it('is rolled back when it cannot be audited', async () => {
    await write(1);
    const { id } = await only();
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await solve(id)).status).toBe(500);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
    expect((await only()).solved).toBeNull();
  });

  it.each([
    ['none', {}],
    ['blanks', { reason: '       ' }],
    ['one that is too long', { reason: 'a'.repeat(301) }],
  ])('needs a reason: %s is refused', async (_what, body) => {
    await write(1);
    const { id } = await only();
    expect([(await solve(id, body)).status, (await reopen(id, body)).status]).toEqual([400, 400]);
    expect(await audit()).toEqual([]);
  });

  it('with an unknown id is not found, nor are its occurrences', async () => {
    for (const id of [randomUUID(), 'x', `${randomUUID()}x`]) {
      const answers = await Promise.all([solve(id), reopen(id), occurrences(id)]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await audit()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findReleaseToken } from '../releases/registry/release-token.repository.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

const script = fileURLToPath(new URL('./release-token.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
const em = () => db.orm.em.fork();
const now = new Date('2026-11-22T10:00:00.000Z');

const run = async (args: string[], env: Record<string, string> = { DATABASE_URL: db.url }) => {
  const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};

it('release-token creates a token that is shown once, lists it, and revokes it', async () => {
  const made = await run(['mfe-report', '--label', 'report team CI', '--by', 'dana']);
  expect(made.code).toBe(0);
  const [, token = ''] = /^RELEASE_TOKEN=(\S{43})$/m.exec(made.text) ?? [];
  const hash = createHash('sha256').update(token).digest('hex');
  const found = await findReleaseToken(em(), hash, now);
  expect(found).toEqual({ id: expect.any(String), name: 'mfe-report', label: 'report team CI' });
  const listed = await run(['--list']);
  expect(listed.text).toMatch(
    /mfe-report {2}report team CI: made \d{4}-\d\d-\d\d by dana, last used \d{4}-\d\d-\d\d\n$/,
  );
  expect(listed.text).not.toContain(token);
  expect(await run(['--revoke', found?.id ?? ''])).toMatchObject({ code: 0, text: `${found?.id} is revoked.\n` });
  expect(await findReleaseToken(em(), hash, now)).toBeNull();
  expect(await run(['--revoke', found?.id ?? ''])).toMatchObject({
    code: 1,
    text: expect.stringContaining('no token that works has this id'),
  });
  expect(await db.data.all('audit_log', {}, ['createdAt', 'id'])).toMatchObject([
    { actor: 'release-token', action: 'release-token.created' },
    { actor: 'release-token', action: 'release-token.revoked' },
  ]);
});

it.each([
  [[]],
  [['mfe-report']],
  [['report', '--label', 'CI']],
  [['mfe-report', 'mfe-search', '--label', 'CI']],
  [['mfe-report', '--label', 'dana@example.com']],
  [['mfe-report', '--label', 'CI', '--by', 'dana@example.com']],
  [['mfe-report', '--list']],
  [['--revoke', 'all']],
  [['--all']],
])('release-token prints its usage for %j', async (args) => {
  expect(await run(args)).toMatchObject({ code: 2, text: expect.stringMatching(/^Usage/) });
});

it('release-token reports an invalid database URL, and repeats no value', async () => {
  expect(await run(['--list'], { DATABASE_URL: 'hunter2' })).toEqual({
    code: 1,
    text: 'DATABASE_URL must be a Postgres URL\n',
  });
});

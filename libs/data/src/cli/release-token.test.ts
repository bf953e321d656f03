import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readDatabaseTime } from '../kernel/database-time.ts';
import { findReleaseToken, releaseTokenHash } from '../releases/registry/release-token.repository.ts';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import { setReleasePreview } from '../releases/preview/release-preview.repository.ts';
import { writeRelease } from '../releases/registry/release.repository.ts';
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
  expect(found).toEqual({
    id: expect.any(String),
    names: ['mfe-report'],
    actions: ['release', 'canary', 'rollback', 'preview'],
    label: 'report team CI',
    expiresAt: expect.any(Date),
  });
  const listed = await run(['--list']);
  expect(listed.text).toMatch(
    /mfe-report {2}report team CI: may release,canary,rollback,preview, made \d{4}-\d\d-\d\d by dana, last used \d{4}-\d\d-\d\d, expires \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
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

const day = 86_400_000;
const tokenIn = (text: string): string => /^RELEASE_TOKEN=(\S{43})$/m.exec(text)?.[1] ?? '';
const idIn = (text: string): string => /--revoke (\S+)$/m.exec(text)?.[1] ?? '';
const after = async (ms: number): Promise<Date> => new Date((await readDatabaseTime(em())).getTime() + ms);
const isValid = async (token: string, ms: number): Promise<boolean> =>
  (await findReleaseToken(em(), releaseTokenHash(token), await after(ms))) !== null;

it('release-token limits a token to names, actions and days', async () => {
  const made = await run(['mfe-search,mfe-report', '--label', 'CI', '--may', 'canary,rollback', '--days', '2']);
  expect(made.text).toContain('It may canary, rollback mfe-search, mfe-report until ');
  const token = tokenIn(made.text);
  expect(await findReleaseToken(em(), releaseTokenHash(token), await after(0))).toMatchObject({
    names: ['mfe-report', 'mfe-search'],
    actions: ['canary', 'rollback'],
  });
  expect([await isValid(token, 1.99 * day), await isValid(token, 2.01 * day)]).toEqual([true, false]);
});

it('release-token replaces a token by one of the same rights; the old one works for the given hours', async () => {
  const made = await run(['mfe-report', '--label', 'CI', '--may', 'preview']);
  const rotated = await run(['--rotate', idIn(made.text), '--overlap', '2', '--days', '30', '--by', 'dana']);
  expect(rotated.code).toBe(0);
  const [old, fresh] = [tokenIn(made.text), tokenIn(rotated.text)];
  expect(await findReleaseToken(em(), releaseTokenHash(fresh), await after(0))).toMatchObject({
    names: ['mfe-report'],
    actions: ['preview'],
    label: 'CI',
  });
  const hour = 3_600_000;
  expect([await isValid(old, 1.9 * hour), await isValid(old, 2.1 * hour)]).toEqual([true, false]);
  expect([await isValid(fresh, 29 * day), await isValid(fresh, 31 * day)]).toEqual([true, false]);
  const again = await run(['--rotate', idIn(rotated.text), '--overlap', '0']);
  expect(await isValid(fresh, 1_000)).toBe(false);
  expect(await isValid(tokenIn(again.text), 1_000)).toBe(true);
  expect(await run(['--rotate', idIn(rotated.text)])).toMatchObject({
    code: 1,
    text: expect.stringContaining('no token that works has this id'),
  });
  expect(await db.data.all('audit_log', { action: 'release-token.rotated' }, ['createdAt', 'id'])).toMatchObject([
    { details: { replaces: idIn(made.text), names: ['mfe-report'], actions: ['preview'], by: 'dana' } },
    { details: { replaces: idIn(rotated.text), by: 'operator' } },
  ]);
  expect((await db.data.all('release_tokens')).map((row) => JSON.stringify(row)).join()).not.toContain(old);
});

it.each([
  [[]],
  [['mfe-report']],
  [['report', '--label', 'CI']],
  [['mfe-report', 'mfe-search', '--label', 'CI']],
  [['mfe-report', '--label', 'dana@example.com']],
  [['mfe-report', '--label', 'CI', '--by', 'dana@example.com']],
  [['mfe-report', '--list']],
  [['mfe-report,mfe-report', '--label', 'CI']],
  [['mfe-report,report', '--label', 'CI']],
  [['mfe-report', '--label', 'CI', '--may', 'delete']],
  [['mfe-report', '--label', 'CI', '--may', '']],
  [['mfe-report', '--label', 'CI', '--days', '0']],
  [['mfe-report', '--label', 'CI', '--days', '367']],
  [['--rotate', '0b6a2c1e-2f0e-4a57-9a50-2f8e4a1d7c10', '--overlap', '721']],
  [['--rotate', '0b6a2c1e-2f0e-4a57-9a50-2f8e4a1d7c10', '--may', 'release']],
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

it('release-token --revoke ends the previews that the token has set, and no others', async () => {
  const made = await run(['mfe-report', '--label', 'previews']);
  const [, id = ''] = /--revoke (\S{36})$/m.exec(made.text) ?? [];
  const name = 'mfe-report';
  const version = 'v1';
  const build = {
    release: releaseSchema.parse({
      ...{ name, version, routes: [], slots: [], contract: '1.0.0', entry: 'a.js' },
      ...{ preload: [], styles: [], fonts: [], document: null },
    }),
    files: [],
    builtFrom: null,
    previewOnly: true,
  };
  await writeRelease(em(), build, { by: 'test', now });
  const shown = { name, version, by: 'token:previews', expiresAt: new Date(now.getTime() + day) };
  await setReleasePreview(em(), { ...shown, preview: 'own', token: id }, now);
  await setReleasePreview(em(), { ...shown, preview: 'other', token: randomUUID() }, now);
  expect((await run(['--revoke', id])).text).toBe(
    `${id} is revoked.\nThe preview own of mfe-report, which it had set, has ended.\n`,
  );
  expect(await db.data.values('release_previews', 'preview')).toEqual(['other']);
  expect(await db.data.all('audit_log', { action: 'release.preview-ended' })).toMatchObject([
    { actor: 'release-token', subject: name, details: { preview: 'own', token: id } },
  ]);
});

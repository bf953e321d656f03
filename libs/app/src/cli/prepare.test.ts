import { tables } from '@ve/data/entities';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReleaseMove, moveRelease } from '../releases/move-release.ts';
import { isPasswordCorrect } from '@ve/data/identity/user/password-hash';
import { baselineMigrationName } from '@ve/data/migrations/migrations';
import { findScheduledJobs } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createEmptyTestDatabase } from '@ve/data/testing/test-database';

const script = fileURLToPath(new URL('./prepare.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  db = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 've-prepare-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const prepare = async (env: Record<string, string>, args: string[] = []) => {
  const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};
const demo = () => ({ DATABASE_URL: db.url, SEED: 'demo', DEMO_ACCOUNTS_FILE: join(folder, 'data', 'accounts.json') });
const everything = () =>
  tables(db.orm.em.fork())
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.userId', 'users.id')
    .leftJoin('customers', 'customers.userId', 'users.id')
    .leftJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .leftJoin('reports', 'reports.customerId', 'customers.id')
    .select(['users.email', 'role', 'name', 'status', 'creditsUsed', 'reports.registrationNumber'])
    .select((row) => row('passwordHash', 'is not', null).as('staff'))
    .orderBy('users.email')
    .execute();

describe('prepare', () => {
  it('lists every configuration error and no value', async () => {
    const { code, text } = await prepare({ DATABASE_URL: 'hunter2', SEED: 'hunter2' });
    expect(code).toBe(1);
    expect(text).toContain('DATABASE_URL must be a Postgres URL');
    expect(text).toContain('SEED must be none or demo');
    expect(text).not.toContain('hunter2');
  });

  it('plans the backups where there is a key for them, so that one that is never begun is late', async () => {
    const jobs = async () =>
      (await findScheduledJobs(db.orm.em.fork())).map(({ name, endedAt }) => ({ name, endedAt }));
    expect(await prepare({ DATABASE_URL: db.url })).toMatchObject({ code: 0 });
    expect(await jobs()).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      expect(await prepare({ DATABASE_URL: db.url, BACKUP_RECIPIENT: 'age1public' })).toMatchObject({ code: 0 });
    expect(await jobs()).toEqual([
      { name: 'backup', endedAt: null },
      { name: 'restore check', endedAt: null },
    ]);
  });

  it('refuses demo accounts in production', async () => {
    const { code, text } = await prepare({ ...demo(), NODE_ENV: 'production' });
    expect(code).toBe(1);
    expect(text).toContain('SEED demo is refused when NODE_ENV is production');
    expect(await everything()).toEqual([]);
  });

  it('creates no release tokens in production', async () => {
    const { code, text } = await prepare({
      ...{ DATABASE_URL: db.url, NODE_ENV: 'production', RELEASE_TOKENS_FILE: join(folder, 'tokens.json') },
    });
    expect(code).toBe(1);
    expect(text).toContain('RELEASE_TOKENS_FILE is refused when NODE_ENV is production');
  });

  it('reports that the database is not reachable', async () => {
    const { code, text } = await prepare({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(text).toContain('prepare failed');
  });

  it('lists with --dry-run what it would apply, changes nothing, then reports what it applied', async () => {
    const empty = await createEmptyTestDatabase();
    try {
      const dry = await prepare({ DATABASE_URL: empty.url }, ['--dry-run']);
      expect(dry).toEqual({
        code: 0,
        text: `database: would apply ${baselineMigrationName}\nNothing was changed.\n`,
      });
      expect(await prepare({ DATABASE_URL: empty.url })).toMatchObject({
        code: 0,
        text: expect.stringContaining(`database: applied ${baselineMigrationName}\ndatabase: schema up to date\n`),
      });
      expect(await prepare({ DATABASE_URL: empty.url }, ['--dry-run'])).toEqual({
        code: 0,
        text: 'database: schema up to date\nNothing was changed.\n',
      });
    } finally {
      await empty.drop();
    }
  });

  it('refuses other arguments', async () => {
    expect(await prepare({ DATABASE_URL: db.url }, ['--dryrun'])).toMatchObject({
      code: 2,
      text: expect.stringContaining('--dry-run'),
    });
  });

  it.each(['--help', '-h'])(
    'says with %s how it is used, on standard output, without a configuration',
    async (help) => {
      const child = spawn(process.execPath, ['--conditions=source', script, help], { env: { PATH: process.env.PATH } });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      expect([code, out, err]).toEqual([0, expect.stringMatching(/^Usage: .+\[--dry-run\]\n/), '']);
    },
  );

  it('is idempotent for the demo accounts', async () => {
    expect(await prepare(demo())).toMatchObject({ code: 0 });
    const first = await everything();
    expect(first).toEqual([
      expect.objectContaining({ email: 'admin@example.com', role: 'admin', name: null, staff: true }),
      expect.objectContaining({
        email: 'driver@example.com',
        role: 'user',
        status: 'active',
        creditsUsed: 0,
        registrationNumber: 'AB12CDE',
        staff: false,
      }),
      expect.objectContaining({ email: 'moderator@example.com', role: 'moderator', staff: true }),
      expect.objectContaining({ email: 'trial@example.com', status: 'trialing', registrationNumber: 'FN15FNC' }),
    ]);
    const file = await readFile(demo().DEMO_ACCOUNTS_FILE, 'utf8');
    expect((await stat(demo().DEMO_ACCOUNTS_FILE)).mode & 0o777).toBe(0o600);

    expect(await prepare(demo())).toMatchObject({ code: 0 });
    expect(await everything()).toEqual(first);
    expect(await readFile(demo().DEMO_ACCOUNTS_FILE, 'utf8')).toBe(file);
  });

  it('sets a working staff password, also after the passwords file was lost', async () => {
    await rm(demo().DEMO_ACCOUNTS_FILE);
    await prepare(demo());
    const { accounts } = JSON.parse(await readFile(demo().DEMO_ACCOUNTS_FILE, 'utf8')) as {
      accounts: { email: string; password: string | null }[];
    };
    const stored = await db.data.all('users');
    for (const { email, password } of accounts) {
      const hash = stored.find((user) => user.email === email)?.passwordHash ?? null;
      if (password === null) expect(hash).toBeNull();
      else expect(await isPasswordCorrect(password, hash!)).toBe(true);
    }
    expect(accounts.filter(({ password }) => password !== null)).toHaveLength(2);
    expect(
      await isPasswordCorrect('wrong', stored.find(({ email }) => email === 'admin@example.com')!.passwordHash!),
    ).toBe(false);
  });

  it('names each stored release that is not served to visitors, and what is not prerendered', async () => {
    const store = join(folder, 'store');
    const build = async (version: string) => {
      const live = { 'mfe-report': version, 'mfe-search': version, shell: version };
      for (const [name, prerender] of [
        ['mfe-report', ['/mfe-report']],
        ['mfe-search', []],
        ['shell', []],
      ] as const) {
        const files = { entry: 'remoteEntry.js', preload: [], styles: [], fonts: [], document: null };
        const release = { name, version, routes: [`/${name}`], slots: [], contract: '1.0.0', prerender, ...files };
        await mkdir(join(store, name, version), { recursive: true });
        await writeFile(join(store, name, version, 'release.json'), JSON.stringify(release));
      }
      await writeFile(join(store, 'live.json'), JSON.stringify(live));
    };
    const publish = () => prepare({ DATABASE_URL: db.url, STORE_DIR: store });
    const move = (name: string, by: string, request: ReleaseMove) =>
      moveRelease(db.orm.em.fork(), { name, move: request, by }, new Date('2026-11-22T15:00:00.000Z'));
    for (const version of ['v1', 'v2']) {
      await build(version);
      expect(await publish()).toMatchObject({ code: 0, text: expect.stringContaining('remotes: 3 live') });
    }
    await move('mfe-report', 'staff', { action: 'rollback' });
    await move('mfe-search', 'token:CI', { action: 'rollback' });
    const { code, text } = await publish();
    expect(code).toBe(0);
    expect(text).toContain('remotes: mfe-search stays as its team has released it');
    expect(text).toContain('remotes: WARNING: mfe-report stays at v1: somebody has taken v2 from visitors');
    expect(text).toContain(
      'mfe-report v1 has no prerendered pages by shell v2: run npm run release shell from the commit of shell v2',
    );
  });
});

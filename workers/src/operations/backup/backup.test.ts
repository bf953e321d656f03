import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findScheduledJobs } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { connectDatabase } from '@ve/data/kernel/database';
import { listDatabaseTables } from '@ve/data/operations/backup/table-digest.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache, runBundled, type BundledScript } from '@ve/server-kit/testing/bundled-script';
import { waitUntil } from '../../testing/wait-until.ts';

const dayMs = 86_400_000;
const serverMajor = 18;

/** Where the client programs of the server's version are; null: not on this machine. */
const clientFolder = ((): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), `/usr/lib/postgresql/${serverMajor}/bin`];
  const isOfServer = (folder: string): boolean =>
    ['pg_dump', 'pg_restore'].every((program) =>
      String(spawnSync(join(folder, program), ['--version']).stdout).includes(`(PostgreSQL) ${serverMajor}`),
    );
  return folders.find(isOfServer) ?? null;
})();
const canMount = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let keys: { private: string; public: string };
const toRemove: string[] = [];

beforeAll(async () => {
  db = await openTestDatabase(4);
  const { out } = await run('backup', { args: ['--new-key'] });
  keys = { private: /AGE-SECRET-KEY-1\S+/.exec(out)?.[0] ?? '', public: /\bage1\S+/.exec(out)?.[0] ?? '' };
  await db.data.addAll('users', [{ email: 'kept@example.com' }, { email: 'other@example.com' }]);
});
beforeEach(async () => {
  folder = await makeFolder();
  await db.orm.em.fork().execute('delete from scheduled_jobs');
});
afterEach(async () => {
  for (const path of toRemove.splice(0)) await rm(path, { recursive: true, force: true });
});
afterAll(() => db.close());

const makeFolder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 've-backup-'));
  toRemove.push(made);
  return made;
};

interface Run {
  args?: string[];
  /** Where `pg_dump` and `pg_restore` are. */
  client?: string;
  databaseUrl?: string;
  stdin?: string;
  /** Words before the command. */
  within?: string[];
  env?: Record<string, string>;
}

const start = async (script: BundledScript, options: Run): Promise<ChildProcess> => {
  const { args = [], client = clientFolder ?? '/none', databaseUrl = db.url, within = [], env = {} } = options;
  const [command = '', ...words] = [...within, process.execPath, ...(await runBundled(script)), ...args];
  return spawn(command, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: `${client}${delimiter}/usr/bin${delimiter}/bin`,
      ...compileCache,
      DATABASE_URL: databaseUrl,
      BACKUP_DIR: folder,
      // Not yet known when it is made.
      BACKUP_RECIPIENT: (keys as typeof keys | undefined)?.public ?? '',
      ...env,
    },
  });
};

const run = async (script: BundledScript, options: Run = {}): Promise<{ out: string; err: string; code: number }> => {
  const child = await start(script, options);
  child.stdin?.end(options.stdin ?? '');
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { out, err, code: code as number };
};

/** The log events of a run, by their names. */
const eventsOf = (out: string): Record<string, { err?: { message: string } }> =>
  Object.fromEntries(
    out
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { event: string; err?: { message: string } })
      .map((line) => [line.event, line]),
  );

/** A folder with a `pg_dump` and a `pg_restore` of our own: shell scripts. */
const clientThat = async (dumps: string, version = `${serverMajor}.4`, restores = 'exit 1'): Promise<string> => {
  const made = await makeFolder();
  for (const [program, does] of Object.entries({ pg_dump: dumps, pg_restore: restores })) {
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "${program} (PostgreSQL) ${version}"; exit; fi\n${does}\n`;
    await writeFile(join(made, program), script, { mode: 0o755 });
  }
  return made;
};
/** Until the process that reads its errors has ended. */
const untilReaderEnds = 'while echo waiting >&2; do sleep 0.1; done';
const hasHalf = async (): Promise<boolean> => (await files()).some((file) => file.endsWith('.partial'));
const scratchDatabases = (): Promise<unknown[]> =>
  db.orm.em.fork().execute(`select datname from pg_database where starts_with(datname, 'restore_check_')`);

const nameAt = (takenAt: Date): string => `vehicle-enquiry-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`;
const nameAged = (days: number): string => nameAt(new Date(Date.now() - days * dayMs));
const manifestOf = (takenAt: Date): string =>
  JSON.stringify({ takenAt, postgresMajor: 18, migrations: [], tables: [] });
/** A backup of that age in days, or what has its name. */
const addBackup = async (days: number, { manifest, dump = 'x' }: { manifest?: string; dump?: string } = {}) => {
  const takenAt = new Date(Date.now() - days * dayMs);
  const files = ['json', 'dump.age'].map((end) => `${nameAt(takenAt)}.${end}`);
  const [manifestFile = '', dumpFile = ''] = files;
  await writeFile(join(folder, manifestFile), manifest ?? manifestOf(takenAt));
  await writeFile(join(folder, dumpFile), dump);
  return files;
};
const files = async (): Promise<string[]> => (await readdir(folder)).sort();
const jobs = async () =>
  Object.fromEntries((await findScheduledJobs(db.orm.em.fork())).map((job) => [job.name, job.why]));

describe('a backup that cannot be taken', () => {
  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'because pg_dump is of another version',
      () => clientThat('echo dump', '15.18'),
      /pg_dump is of PostgreSQL 15, and the server of 18: use the client of PostgreSQL 18/,
    ],
    [
      'because pg_dump fails midway',
      () => clientThat('head -c 500000 /dev/urandom; echo "the server closed the connection" >&2; exit 1'),
      /pg_dump failed: the server closed the connection/,
    ],
  ])('%s leaves the earlier ones and nothing else, and is recorded', async (_, client, why) => {
    const earlier = await addBackup(1);
    const { code, out } = await run('backup', { client: await client() });
    expect(code).toBe(1);
    expect(eventsOf(out)['backup_failed']?.err?.message).toMatch(why);
    expect(await files()).toEqual(earlier.sort());
    expect(await jobs()).toEqual({ backup: expect.stringMatching(why) as unknown });
  });

  it('because there is no pg_dump says what to install', async () => {
    const { code, out } = await run('backup', { env: { PATH: await makeFolder() } });
    expect([code, eventsOf(out)['backup_failed']?.err?.message]).toEqual([
      1,
      'pg_dump cannot be run: install the client programs of PostgreSQL',
    ]);
  });

  it('does not stop the deletion of expired ones, the last one included', async () => {
    const kept = await addBackup(33.9);
    await addBackup(34.1);
    await addBackup(80);
    expect(await run('backup', { client: await clientThat('exit 1') })).toMatchObject({ code: 1 });
    expect(await files()).toEqual(kept.sort());
    await rm(join(folder, kept[0]!));
    await rm(join(folder, kept[1]!));
    await addBackup(34.1);
    await run('backup', { client: await clientThat('exit 1') });
    expect(await files()).toEqual([]);
  });

  it('because it was killed leaves a half file that the next one deletes', async () => {
    const child = await start('backup', { client: await clientThat('head -c 500000 /dev/urandom; sleep 60') });
    await waitUntil('a half file', hasHalf);
    const half = await files();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(half).toEqual([expect.stringMatching(/^vehicle-enquiry-.+\.dump\.age\.partial$/)]);
    await run('backup', { client: await clientThat('exit 1') });
    expect(await files()).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('because of %s ends with %i', async (signal, code) => {
    const child = await start('backup', {
      client: await clientThat(`head -c 500000 /dev/urandom; ${untilReaderEnds}`),
    });
    await waitUntil('a half file', hasHalf);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
  });

  it('because another is running leaves its half file', async () => {
    const client = await clientThat(`head -c 500000 /dev/urandom; ${untilReaderEnds}`);
    const first = await start('backup', { client });
    await waitUntil('a half file', hasHalf);
    const second = await start('backup', { client, args: ['--nightly'] });
    let out = '';
    for await (const chunk of second.stdout!) {
      out += String(chunk);
      if (out.includes('backup_failed')) break;
    }
    second.kill('SIGTERM');
    expect(await once(second, 'close')).toEqual([0, null]);
    expect(eventsOf(out)['backup_failed']?.err?.message).toBe('another backup of this database is running');
    expect(await hasHalf()).toBe(true);
    first.kill('SIGKILL');
    await once(first, 'close');
  });

  it('is refused without a public key, and without a folder that can be made', async () => {
    expect(await run('backup', { env: { BACKUP_RECIPIENT: 'age1nonsense' } })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/BACKUP_RECIPIENT must be the public key of an age key/) as unknown,
    });
    const { code, out } = await run('backup', {
      client: await clientThat('echo dump'),
      env: { BACKUP_DIR: '/dev/null/backups' },
    });
    expect([code, eventsOf(out)['backup_failed']?.err?.message]).toEqual([
      1,
      'the folder /dev/null/backups cannot be made',
    ]);
  });

  it('is not asked for with words that the command does not know', async () => {
    expect(await run('backup', { args: ['--check', '--nightly'] })).toMatchObject({ code: 2, out: '' });
    expect(await run('restore-backup')).toMatchObject({ code: 2, err: expect.stringMatching(/^Usage: /) as unknown });
  });
});

describe('a check that is interrupted', () => {
  it('fails, and its copy of the data is dropped by the next run, but not by one meanwhile', async () => {
    const client = await clientThat('echo dump', undefined, untilReaderEnds);
    const check = await start('backup', { client, args: ['--check'] });
    await waitUntil('a database for the check', async () => (await scratchDatabases()).length > 0);
    const databases = await scratchDatabases();
    expect(databases).toHaveLength(1);

    await run('backup', { client: await clientThat('exit 1') });
    expect(await scratchDatabases()).toEqual(databases);
    check.kill('SIGTERM');
    expect(await once(check, 'close')).toEqual([143, null]);
    expect(await scratchDatabases()).toEqual(databases);
    await waitUntil('its sessions have ended', async () => {
      await run('backup', { client: await clientThat('exit 1') });
      return (await scratchDatabases()).length === 0;
    });
  });

  it('of another database is left alone', async () => {
    const other = 'restore_check_of_another_1';
    await db.orm.em.fork().execute(`create database ${other} template template0`);
    await run('backup', { client: await clientThat('exit 1') });
    expect(await scratchDatabases()).toEqual([{ datname: other }]);
    await db.orm.em.fork().execute(`drop database ${other}`);
  });
});

it('a nightly run that starts again deletes what has expired meanwhile, without a new backup', async () => {
  const kept = await addBackup(0);
  await addBackup(34.1);
  const child = await start('backup', { client: await clientThat('exit 1'), args: ['--nightly'] });
  await waitUntil('the expired one is deleted', async () => (await files()).length === 2);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await files()).toEqual(kept.sort());
});

it.each([
  ['are empty', { manifest: '', dump: '' }],
  ['have a manifest that is none', { manifest: '{}' }],
  ['have the manifest of another time', { manifest: manifestOf(new Date('2026-01-01T02:00:00Z')) }],
  ['have an empty dump', { dump: '' }],
])('files that are named for tonight and %s stop no nightly backup', async (_, content) => {
  await addBackup(0.001, content);
  const child = await start('backup', { client: await clientThat('echo dump'), args: ['--nightly'] });
  await waitUntil('a backup is taken', async () => !(await hasHalf()) && (await files()).length === 4);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('a file that is named for no day stops no nightly backup', async () => {
  for (const end of ['json', 'dump.age']) await writeFile(join(folder, `vehicle-enquiry-20269999T020000Z.${end}`), '');
  const child = await start('backup', { client: await clientThat('echo dump'), args: ['--nightly'] });
  await waitUntil('a backup is taken', async () => !(await hasHalf()) && (await files()).length === 4);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('a file that is dated in the future stops no nightly backup, and is reported', async () => {
  const future = await addBackup(-400);
  const child = await start('backup', { client: await clientThat('echo dump'), args: ['--nightly'] });
  await waitUntil('the run is recorded', async () => (await jobs())['backup'] != null);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await files()).toHaveLength(4);
  expect(await files()).toEqual(expect.arrayContaining(future));
  expect((await jobs())['backup']).toMatch(
    /^expired backups could not be deleted: vehicle-enquiry-\S+ is dated in the future, and would be kept too long: delete it$/,
  );
});

it('a file that is dated in the future is recorded, and fails no single run that took its backup', async () => {
  await addBackup(-400);
  const { code, out } = await run('backup', { client: await clientThat('echo dump') });
  expect([code, Object.keys(eventsOf(out))]).toEqual([0, ['backup_taken', 'backups_expire_failed']]);
  expect((await jobs())['backup']).toMatch(/ is dated in the future, /);
});

it('a backup under the name of another one is not restored', async () => {
  expect(await run('backup', { client: await clientThat('echo dump') })).toMatchObject({ code: 0 });
  const [dump = '', manifest = ''] = await files();
  const renamed = `${nameAged(1)}.dump.age`;
  await rename(join(folder, dump), join(folder, renamed));
  await rename(join(folder, manifest), join(folder, renamed.replace('.dump.age', '.json')));
  const { code, err } = await run('restore-backup', { args: [join(folder, renamed)], stdin: keys.private });
  expect([code, err]).toEqual([
    2,
    `Refused, nothing was changed: ${join(folder, renamed)} is not the backup of its manifest, whose name is ${dump}.\n`,
  ]);
});

(canMount ? it : it.skip)('a full disk leaves the earlier backups and no half file, and ends with 1', async () => {
  const script = 'mount -t tmpfs -o size=256k none "$BACKUP_DIR" && touch "$BACKUP_DIR/earlier" && "$@"; code=$?';
  const { code, out } = await run('backup', {
    client: await clientThat('head -c 2000000 /dev/urandom'),
    within: [...['unshare', '--mount', '--map-root-user', 'sh', '-c'], `${script}; ls "$BACKUP_DIR"; exit $code`, 'sh'],
  });
  expect([code, out.trim().split('\n').at(-1)]).toEqual([1, 'earlier']);
  expect(eventsOf(out)['backup_failed']?.err?.message).toBe(
    'there is no space left for the backup (ENOSPC); the earlier backups are untouched',
  );
  expect(await jobs()).toEqual({ backup: expect.stringMatching(/no space left/) as unknown });
});

(clientFolder === null ? describe.skip : describe)('with the client of the server', () => {
  const takeBackup = async (...args: string[]): Promise<string> => {
    const { code, out } = await run('backup', { args });
    expect([code, Object.keys(eventsOf(out))]).toEqual([0, expect.arrayContaining(['backup_taken'])]);
    const [dump = ''] = (await files()).filter((file) => file.endsWith('.dump.age'));
    return join(folder, dump);
  };

  const emptyDatabase = async () => {
    const name = `empty_${Date.now()}_${toRemove.length}`;
    await db.orm.em.fork().execute(`create database ${name} template template0`);
    const url = new URL(db.url);
    url.pathname = `/${name}`;
    return { url: url.href, drop: () => db.orm.em.fork().execute(`drop database ${name} with (force)`) };
  };
  const countTables = async (url: string): Promise<number> => {
    const orm = await connectDatabase({ url, poolSize: 1 });
    const tables = await listDatabaseTables(orm.em.fork());
    await orm.close(true);
    return tables.length;
  };
  const changeManifest = async (path: string, changes: object): Promise<void> => {
    const file = path.replace('.dump.age', '.json');
    await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), ...changes }));
  };

  let target: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeEach(async () => {
    target = await emptyDatabase();
  });
  afterEach(() => target.drop());

  const restore = (path: string, stdin = `# the key\n${keys.private}\n`) =>
    run('restore-backup', { args: [path], databaseUrl: target.url, stdin });

  it('is encrypted, for its owner alone, and restored as it was', async () => {
    const path = await takeBackup();
    const content = await readFile(path);
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(content.includes('kept@example.com') || content.includes('PGDMP')).toBe(false);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await files()).toHaveLength(2);
    const takenAt = (JSON.parse(await readFile(path.replace('.dump.age', '.json'), 'utf8')) as { takenAt: string })
      .takenAt;

    const { code, out } = await restore(path);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Restored: \d+ tables with \d+ rows, as they were\.\n/)]);
    expect(out).toContain(`--backup-taken-at ${takenAt} --dry-run`);
    expect(await jobs()).toEqual({ backup: null });
  });

  it('is restored and compared with --check, in a database that is gone afterwards', async () => {
    await takeBackup('--check');
    expect(await jobs()).toEqual({ backup: null, 'restore check': null });
    expect(await scratchDatabases()).toEqual([]);
  });

  it('is taken every night, once, until the process is stopped', async () => {
    const child = await start('backup', { args: ['--nightly'] });
    let out = '';
    for await (const chunk of child.stdout!) {
      out += String(chunk);
      if (out.includes('restore_checked')) break;
    }
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await files()).toHaveLength(2);
    expect(await jobs()).toEqual({ backup: null, 'restore check': null });
  });

  it.each<[string, (path: string) => unknown, RegExp]>([
    [
      'over a database that is not empty',
      async () => {
        const orm = await connectDatabase({ url: target.url, poolSize: 1 });
        await orm.em.fork().execute('create table something (id int)');
        await orm.close(true);
      },
      /the database is not empty: it has 1 tables\. Create an empty one/,
    ],
    [
      'of another version of the site',
      (path) => changeManifest(path, { migrations: ['0099-later'] }),
      /of another version of the site \(0099-later\): run the version that made it, or a newer one/,
    ],
    [
      'of a newer PostgreSQL',
      (path) => changeManifest(path, { postgresMajor: 99 }),
      /the backup is of PostgreSQL 99, and the server of 18: restore into 99 or newer/,
    ],
    ['without its manifest', (path) => rm(path.replace('.dump.age', '.json')), /keep both files of a backup together/],
  ])('is not restored %s', async (_, change, why) => {
    const path = await takeBackup();
    await change(path);
    const before = await countTables(target.url);
    const { code, err } = await restore(path);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
    expect(err).toMatch(/^Refused, nothing was changed: /);
    expect(await countTables(target.url)).toBe(before);
  });

  it('is not restored with another key, or none', async () => {
    const path = await takeBackup();
    const other = (await run('backup', { args: ['--new-key'] })).out;
    expect(await restore(path, other)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/this key does not read .+, or the file is damaged/) as unknown,
    });
    expect(await restore(path, '')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/this is no private key/) as unknown,
    });
    expect(await countTables(target.url)).toBe(0);
  });

  it('that is damaged leaves the database empty', async () => {
    const path = await takeBackup();
    const content = await readFile(path);
    await writeFile(path, content.subarray(0, content.length - 20));
    expect(await restore(path)).toMatchObject({ code: 1, err: expect.stringMatching(/is damaged/) as unknown });
    expect(await countTables(target.url)).toBe(0);
  });

  it('that holds something else than was counted is reported', async () => {
    const path = await takeBackup();
    const { tables } = JSON.parse(await readFile(path.replace('.dump.age', '.json'), 'utf8')) as {
      tables: { table: string; rows: number; checksum: string | null }[];
    };
    await changeManifest(path, {
      tables: tables.flatMap((each) => {
        if (each.table === 'public.users') return [{ ...each, rows: 3 }];
        if (each.table === 'public.payments') return [{ ...each, checksum: '7' }];
        return each.table === 'public.consents' ? [] : [each];
      }),
    });
    expect(await restore(path)).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /not as it was:\n {2}public\.payments has other contents\n {2}public\.users has 2 rows instead of 3\n {2}public\.consents was not backed up/,
      ) as unknown,
    });
  });
});

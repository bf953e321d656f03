import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findScheduledJobs } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { msUntilBackup, runBackup, tryAgain, type BackupRunOptions } from './run-backups.ts';

const hour = 3_600_000;

it.each([
  ['none was ever taken', '2026-11-28T12:00:00Z', null, 0],
  ['the one of last night is missing', '2026-11-28T12:00:00Z', '2026-11-27T02:00:00Z', 0],
  ['last night has one', '2026-11-28T12:00:00Z', '2026-11-28T02:00:00Z', 14 * hour],
  ['the night has not come', '2026-11-28T01:00:00Z', '2026-11-27T02:00:04Z', hour],
  ['one was taken by day', '2026-11-28T12:00:00Z', '2026-11-28T11:00:00Z', 14 * hour],
])('waits for the hour of the night, and not at all where %s', (_, now, newest, ms) => {
  expect(msUntilBackup(new Date(now), 2, newest === null ? null : new Date(newest))).toBe(ms);
});

describe('what failed of a run', () => {
  let db: Awaited<ReturnType<typeof openTestDatabase>>;
  let client: string;
  let folder: string;
  const path = process.env['PATH'];
  beforeAll(async () => {
    db = await openTestDatabase(4);
  });
  beforeEach(async () => {
    client = await mkdtemp(join(tmpdir(), 've-client-'));
    folder = await mkdtemp(join(tmpdir(), 've-backup-'));
    await useClient('echo pg_dump >> "$0.calls"; echo dump', 'echo "no permission" >&2; exit 1');
    process.env['PATH'] = `${client}${delimiter}${path}`;
    await db.orm.em.fork().execute('delete from scheduled_jobs');
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    for (const each of [client, folder]) await rm(each, { recursive: true });
  });
  afterAll(() => db.close());

  const useClient = async (dumps: string, restores: string): Promise<void> => {
    for (const [program, does] of Object.entries({ pg_dump: dumps, pg_restore: restores })) {
      const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "${program} (PostgreSQL) 18.4"; exit; fi\n${does}\n`;
      await writeFile(join(client, program), script, { mode: 0o755 });
    }
  };
  const options = async (): Promise<BackupRunOptions> => ({
    fork: () => db.orm.em.fork(),
    databaseUrl: db.url,
    folder,
    recipient: await identityToRecipient(await generateX25519Identity()),
    logger: createLogger({ name: 'backup', level: 'silent', format: 'json' }),
  });
  const countDumps = async (): Promise<number> =>
    (await readFile(join(client, 'pg_dump.calls'), 'utf8')).trim().split('\n').length;
  const jobs = async () =>
    Object.fromEntries((await findScheduledJobs(db.orm.em.fork())).map((job) => [job.name, job.why]));
  const addExpired = async (isFile: boolean): Promise<string> => {
    const file = `vehicle-enquiry-2026010${isFile ? 1 : 2}T020000Z.dump.age`;
    await (isFile ? writeFile(join(folder, file), 'x') : mkdir(join(folder, file)));
    return file;
  };

  it('is tried again alone where it is the check: the backup is not taken again', async () => {
    const failed = await runBackup(await options(), { check: true });
    expect([failed.length, await jobs()]).toEqual([
      1,
      { backup: null, 'restore check': 'it could not be restored: pg_restore failed: no permission' },
    ]);

    await useClient('exit 1', 'cat > /dev/null');
    expect(await tryAgain(failed)).toHaveLength(1);
    expect(await jobs()).toEqual({ backup: null, 'restore check': expect.stringMatching(/^it differs: /) as unknown });
    expect(await countDumps()).toBe(1);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('is an alarm where it is the expiry, and is tried again alone until all that expired is deleted', async () => {
    await addExpired(true);
    const kept = await addExpired(false);
    const failed = await runBackup(await options(), { check: false });
    expect((await readdir(folder)).filter((file) => file.includes('202601'))).toEqual([kept]);
    expect([failed.length, await jobs()]).toEqual([
      1,
      { backup: expect.stringMatching(/^expired backups could not be deleted: /) as unknown },
    ]);

    expect(await tryAgain(failed)).toHaveLength(1);
    await rm(join(folder, kept), { recursive: true });
    await addExpired(true);
    expect(await tryAgain(failed)).toEqual([]);
    expect(await jobs()).toEqual({ backup: null });
    expect([await countDumps(), (await readdir(folder)).length]).toEqual([1, 2]);
  });

  it('is tried again whole where it is the backup', async () => {
    await useClient('exit 1', 'exit 1');
    const failed = await runBackup(await options(), { check: false });
    expect(await readdir(folder)).toEqual([]);
    await useClient('echo dump', 'exit 1');
    expect(await tryAgain(failed)).toEqual([]);
    expect([(await readdir(folder)).length, await jobs()]).toEqual([2, { backup: null }]);
  });
});

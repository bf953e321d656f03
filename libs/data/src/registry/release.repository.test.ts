import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Release } from '@ve/contracts/remote-manifest';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { publishStore } from './publish-store.ts';
import { liveReleases, publishRelease } from './release.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let store: string;
beforeAll(async () => {
  db = await openTestDatabase();
  store = await mkdtemp(join(tmpdir(), 've-store-'));
});
afterAll(async () => {
  await db.close();
  await rm(store, { recursive: true });
});
beforeEach(() => db.orm.em.fork().execute('truncate remote_releases, audit_log'));

const release = (name: string, version: string): Release => ({
  name,
  version,
  routes: ['/report'],
  slots: [],
  contract: '1.0.0',
  entry: 'remoteEntry.abc.js',
  preload: [],
  styles: [],
  fonts: [],
  document: null,
});
const now = new Date('2026-03-01T10:00:00.000Z');
const publish = (name: string, version: string) =>
  publishRelease(db.orm.em.fork(), release(name, version), 'admin@example.com', now);
const audit = () =>
  db.orm.em.fork().execute('select at, actor, action, subject, details from audit_log order by at, id');

describe('the registry', () => {
  it('has one live release of each name, and can go back to an earlier one', async () => {
    await publish('shell', 's1');
    await publish('mfe-report', 'r1');
    await publish('mfe-report', 'r2');
    expect(await liveReleases(db.orm.em.fork())).toEqual([release('mfe-report', 'r2'), release('shell', 's1')]);
    await publish('mfe-report', 'r1');
    expect((await liveReleases(db.orm.em.fork())).map(({ version }) => version)).toEqual(['r1', 's1']);
  });

  it('records who published what, and nothing when nothing changed', async () => {
    await publish('shell', 's1');
    await publish('shell', 's1');
    expect(await audit()).toEqual([
      {
        at: '2026-03-01 10:00:00+00',
        actor: 'admin@example.com',
        action: 'release.published',
        subject: 'shell',
        details: { version: 's1', replaced: null },
      },
    ]);
  });

  it('ends with one live release when several are published at once', async () => {
    await Promise.all(['r1', 'r2', 'r3', 'r4'].map((version) => publish('mfe-report', version)));
    expect(await liveReleases(db.orm.em.fork())).toHaveLength(1);
  });
});

describe('a store', () => {
  const write = async (file: string, content: unknown) => {
    await mkdir(join(store, file, '..'), { recursive: true });
    await writeFile(join(store, file), JSON.stringify(content));
  };
  const publishAll = () => publishStore(db.orm.em.fork(), store, 'prepare', now);

  it('is published as live.json names it, all or none', async () => {
    expect(await publishAll()).toBeNull();
    await write('live.json', { shell: 's1', 'mfe-report': 'r1' });
    await write('shell/s1/release.json', release('shell', 's1'));
    await expect(publishAll()).rejects.toThrow('is not the release mfe-report r1');
    expect(await liveReleases(db.orm.em.fork())).toEqual([]);
    await write('mfe-report/r1/release.json', release('mfe-report', 'r1'));
    expect(await publishAll()).toBe(2);
    expect(await publishAll()).toBe(2);
    expect(await audit()).toHaveLength(2);
  });

  it.each([{ shell: '..' }, { '../shell': 's1' }, ['shell']])('refuses live.json %j', async (live) => {
    await write('live.json', live);
    await expect(publishAll()).rejects.toThrow();
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Release } from '@ve/contracts/remote-manifest';
import fc from 'fast-check';
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
  prerender: [],
  pages: {},
  feeds: [],
  redirects: {},
});
const now = new Date('2026-03-01T10:00:00.000Z');
const publish = (name: string, version: string) =>
  publishRelease(db.orm.em.fork(), release(name, version), 'admin@example.com', now);
const audit = () =>
  db.orm.em.fork().execute('select at, actor, action, subject, details from audit_log order by at, id');

describe('the registry', () => {
  it('has one live release per name, and can roll back to an earlier one', async () => {
    await publish('shell', 's1');
    await publish('mfe-report', 'r1');
    await publish('mfe-report', 'r2');
    expect(await liveReleases(db.orm.em.fork())).toEqual({
      releases: [release('mfe-report', 'r2'), release('shell', 's1')],
      unreadable: [],
    });
    await publish('mfe-report', 'r1');
    expect((await liveReleases(db.orm.em.fork())).releases.map(({ version }) => version)).toEqual(['r1', 's1']);
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

  it('has one live release when several are published at once', async () => {
    await Promise.all(['r1', 'r2', 'r3', 'r4'].map((version) => publish('mfe-report', version)));
    expect((await liveReleases(db.orm.em.fork())).releases).toHaveLength(1);
  });
});

describe('a live row', () => {
  /** Writes into the row, bypassing the repository. */
  const corrupt = (name: string, changes: object) =>
    db.orm.em
      .fork()
      .execute(`update remote_releases set release = release || ?::jsonb where name = ? and live`, [
        JSON.stringify(changes),
        name,
      ]);

  it('of a release before contract 1.1.0 is read with defaults', async () => {
    await publish('mfe-report', 'r1');
    await db.orm.em
      .fork()
      .execute(`update remote_releases set release = release - '{prerender,pages,feeds,redirects}'::text[]`);
    expect(await liveReleases(db.orm.em.fork())).toEqual({ releases: [release('mfe-report', 'r1')], unreadable: [] });
  });

  it('that names a slot unknown to this contract is read', async () => {
    const slots = ['report.before-checks/v9'];
    await publishRelease(db.orm.em.fork(), { ...release('mfe-report', 'r1'), slots }, 'admin@example.com', new Date());
    expect(await liveReleases(db.orm.em.fork())).toMatchObject({ releases: [{ slots }], unreadable: [] });
  });

  it('that cannot be parsed affects only its own release, and reports the issue', async () => {
    await Promise.all(['shell', 'mfe-bad', 'mfe-report'].map((name) => publish(name, 'v1')));
    await corrupt('mfe-bad', { routes: ['/fine', 'no route'] });
    expect(await liveReleases(db.orm.em.fork())).toEqual({
      releases: [release('mfe-report', 'v1'), release('shell', 'v1')],
      unreadable: [{ name: 'mfe-bad', version: 'v1', issue: expect.stringMatching(/^routes\.1: /) }],
    });
  });

  it('does not affect other releases, whatever is written into it', async () => {
    await Promise.all(['shell', 'mfe-bad', 'mfe-report'].map((name) => publish(name, 'v1')));
    const keys = Object.keys(release('mfe-bad', 'v1')).filter((key) => key !== 'name' && key !== 'version');
    const changes = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { minKeys: 1, maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (corruption) => {
        await db.orm.em.fork().execute(`update remote_releases set release = ?::jsonb where name = 'mfe-bad'`, [
          // PostgreSQL stores no NUL and no lone surrogate.
          JSON.stringify({ ...release('mfe-bad', 'v1'), ...corruption }).replace(
            /\\u0000|\\ud[89a-f][0-9a-f]{2}/gi,
            '',
          ),
        ]);
        const { releases, unreadable } = await liveReleases(db.orm.em.fork());
        const others = releases.filter(({ name }) => name !== 'mfe-bad');
        expect(others).toEqual([release('mfe-report', 'v1'), release('shell', 'v1')]);
        expect(releases.length + unreadable.length).toBe(3);
      }),
      { numRuns: 100 },
    );
  });

  it('is rejected on publishing when invalid', async () => {
    const bad = { ...release('mfe-bad', 'v1'), slots: ['Not a slot'] };
    await expect(publishRelease(db.orm.em.fork(), bad, 'admin@example.com', new Date())).rejects.toThrow();
    expect((await liveReleases(db.orm.em.fork())).releases).toEqual([]);
  });
});

describe('a store', () => {
  const write = async (file: string, content: unknown) => {
    await mkdir(join(store, file, '..'), { recursive: true });
    await writeFile(join(store, file), JSON.stringify(content));
  };
  const publishAll = () => publishStore(db.orm.em.fork(), store, 'prepare', now);

  it('is published as named in live.json, all or none', async () => {
    expect(await publishAll()).toBeNull();
    await write('live.json', { shell: 's1', 'mfe-report': 'r1' });
    await write('shell/s1/release.json', release('shell', 's1'));
    await expect(publishAll()).rejects.toThrow('is not the release mfe-report r1');
    expect((await liveReleases(db.orm.em.fork())).releases).toEqual([]);
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

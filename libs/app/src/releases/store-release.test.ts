import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Release } from '@ve/contracts/remote-manifest';
import fc from 'fast-check';
import { clearTables } from '@ve/data/testing/clear-tables';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { removeTestReleaseFiles, publishTestRelease } from '../testing/publish-release.ts';
import { type ReleaseStorePublishMode, publishReleaseStore } from './publish-store.ts';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import {
  findReleaseChannels,
  listReleaseMoves,
  findRollbackVersion,
} from '@ve/data/releases/registry/release-move.repository';
import { type ReleaseMove, moveRelease } from './move-release.ts';
import {
  readReleaseFileContent,
  listReleases,
  findMissingFileHashes,
  findPrerenderedPagesOfRelease,
  readStoredReleaseChannels,
  type ParsedReleaseCache,
  readRelease,
  findReleaseFiles,
} from '@ve/data/releases/registry/release.repository';
import { storePrerenderedPages, storeRelease } from './store-release.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let store: string;
const em = () => db.orm.em.fork();
beforeAll(async () => {
  db = await openTestDatabase();
  store = await mkdtemp(join(tmpdir(), 've-store-'));
});
afterAll(async () => {
  await db.close();
  await rm(store, { recursive: true });
});
beforeEach(() =>
  clearTables(
    em(),
    'remote_releases',
    'release_channels',
    'release_moves',
    'release_files',
    'prerendered_pages',
    'audit_log',
  ),
);

const release = (name: string, version: string): Release => ({
  name,
  version,
  routes: [`/${name}`],
  slots: [],
  contract: '1.0.0',
  entry: 'remoteEntry.abc.js',
  preload: [],
  styles: [],
  fonts: [],
  document: null,
  starter: null,
  devtools: null,
  prerender: [],
  pages: {},
  feeds: [],
  redirects: {},
  offers: [],
  node: null,
  shared: {},
  sharedExports: {},
  calls: {},
});
const now = new Date('2026-03-01T10:00:00.000Z');
const publish = (name: string, version: string) => publishTestRelease(em(), release(name, version), 'token:CI', now);
const audit = () => db.data.all('audit_log', {}, ['createdAt', 'id']);

const stable = async () =>
  (await readStoredReleaseChannels(em())).channels.filter(({ channel }) => channel === 'stable');
const versions = async () => (await stable()).map(({ release: { name, version } }) => `${name}@${version}`);

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const folderOf = (contents: Record<string, string>) => {
  const files: ReleaseFile[] = Object.entries(contents).map(([path, content]) => ({
    path,
    hash: hashOf(content),
    size: Buffer.byteLength(content),
  }));
  return {
    files,
    contents: new Map(Object.values(contents).map((content) => [hashOf(content), Buffer.from(content)] as const)),
  };
};
const put = (name: string, version: string, contents: Record<string, string>) =>
  storeRelease(em(), { upload: { release: release(name, version), ...folderOf(contents) }, by: 'token:CI' }, now);

describe('a release', () => {
  it('is stored with its files, each content once, and is in no channel', async () => {
    expect(await put('mfe-report', 'r1', { 'b.js': 'b', 'a.js': 'a', 'copy/a.js': 'a' })).toEqual({
      outcome: 'stored',
    });
    expect(await findReleaseFiles(em(), 'mfe-report', 'r1')).toEqual([
      { path: 'a.js', hash: hashOf('a'), size: 1 },
      { path: 'b.js', hash: hashOf('b'), size: 1 },
      { path: 'copy/a.js', hash: hashOf('a'), size: 1 },
    ]);
    expect(await readReleaseFileContent(em(), hashOf('b'))).toEqual(Buffer.from('b'));
    expect(await readReleaseFileContent(em(), hashOf('c'))).toBeNull();
    expect(await findMissingFileHashes(em(), [hashOf('a'), hashOf('c'), hashOf('c')])).toEqual([hashOf('c')]);
    expect(await db.data.count('release_files')).toBe(2);
    expect(await readRelease(em(), 'mfe-report', 'r1')).toEqual(release('mfe-report', 'r1'));
    expect(await readStoredReleaseChannels(em())).toEqual({ channels: [], unreadable: [] });
    expect(await audit()).toMatchObject([
      { actor: 'token:CI', action: 'release.published', subject: 'mfe-report', details: { version: 'r1' } },
    ]);
  });

  it('is unchanged once stored', async () => {
    await put('mfe-report', 'r1', { 'a.js': 'a', 'a.js.br': 'compressed' });
    expect(await put('mfe-report', 'r1', { 'a.js.br': 'by another compressor', 'a.js': 'a' })).toEqual({
      outcome: 'same',
    });
    for (const other of [{ 'a.js': 'b' }, { 'a.js': 'a', 'b.js': 'b' }, { 'b.js': 'a' }, {}]) {
      expect(await put('mfe-report', 'r1', other)).toEqual({ outcome: 'conflict' });
    }
    const otherManifest = { release: { ...release('mfe-report', 'r1'), routes: [] }, ...folderOf({ 'a.js': 'a' }) };
    expect(await storeRelease(em(), { upload: otherManifest, by: 'token:CI' }, now)).toEqual({ outcome: 'conflict' });
    expect(await findReleaseFiles(em(), 'mfe-report', 'r1')).toHaveLength(2);
    expect(await audit()).toHaveLength(1);
  });

  it('uploads only the missing contents; when one is missing nothing is stored', async () => {
    await put('mfe-report', 'r1', { 'a.js': 'a' });
    const { files } = folderOf({ 'a.js': 'a', 'b.js': 'b' });
    const without = { release: release('mfe-report', 'r2'), files, contents: new Map() };
    expect(await storeRelease(em(), { upload: without, by: 'token:CI' }, now)).toEqual({
      outcome: 'missing',
      hashes: [hashOf('b')],
    });
    expect(await readRelease(em(), 'mfe-report', 'r2')).toBeNull();
    const contents = new Map([[hashOf('b'), Buffer.from('b')]]);
    expect(await storeRelease(em(), { upload: { ...without, contents }, by: 'token:CI' }, now)).toEqual({
      outcome: 'stored',
    });
  });

  it('is not stored with content of another hash', async () => {
    const { files } = folderOf({ 'a.js': 'a' });
    const forged = {
      release: release('mfe-report', 'r1'),
      files,
      contents: new Map([[hashOf('a'), Buffer.from('b')]]),
    };
    await expect(storeRelease(em(), { upload: forged, by: 'token:CI' }, now)).rejects.toThrow(
      'release_files_hash_check',
    );
    expect(await readRelease(em(), 'mfe-report', 'r1')).toBeNull();
  });

  describe('from before files were stored', () => {
    const filesNow = () => findReleaseFiles(em(), 'mfe-report', 'r1');

    it('gets them from any upload while it is in no channel', async () => {
      await publish('mfe-report', 'r1');
      await put('mfe-report', 'r2', { 'a.js': 'a' });
      await move('mfe-report', { action: 'stable', version: 'r2' });
      expect(await put('mfe-report', 'r1', { 'a.js': 'a' })).toEqual({ outcome: 'stored' });
      expect(await put('mfe-report', 'r1', { 'a.js': 'b' })).toEqual({ outcome: 'conflict' });
      expect(await filesNow()).toMatchObject([{ hash: hashOf('a') }]);
    });

    it('gets them only from the served folder while it is in a channel', async () => {
      await publish('mfe-report', 'r1');
      expect(await put('mfe-report', 'r1', { 'a.js': 'a' })).toEqual({ outcome: 'conflict' });
      expect(await filesNow()).toEqual([]);
      const served = { release: release('mfe-report', 'r1'), ...folderOf({ 'a.js': 'a' }), isServed: true };
      expect(await storeRelease(em(), { upload: served, by: 'prepare' }, now)).toEqual({ outcome: 'stored' });
      expect(await versions()).toEqual(['mfe-report@r1']);
    });

    it('accepts no other manifest from any source', async () => {
      await publish('mfe-report', 'r1');
      const other = { ...release('mfe-report', 'r1'), routes: ['/elsewhere'] };
      const upload = { release: other, ...folderOf({ 'a.js': 'a' }) };
      for (const isServed of [true, false]) {
        expect(await storeRelease(em(), { upload: { ...upload, isServed }, by: 'token:CI' }, now)).toEqual({
          outcome: 'conflict',
        });
      }
      await db.data.remove('release_channels');
      expect(await storeRelease(em(), { upload, by: 'token:CI' }, now)).toEqual({ outcome: 'conflict' });
      expect(await readRelease(em(), 'mfe-report', 'r1')).toEqual(release('mfe-report', 'r1'));
      expect(await filesNow()).toEqual([]);
    });
  });

  it('is stored once by concurrent publishes, and by one of them when they differ', async () => {
    const outcomes = async (contents: readonly string[]) =>
      (await Promise.all(contents.map((content) => put('mfe-report', `r${contents.join('')}`, { 'a.js': content }))))
        .map(({ outcome }) => outcome)
        .toSorted();
    expect(await outcomes(['a', 'a', 'a'])).toEqual(['same', 'same', 'stored']);
    expect(await outcomes(['b', 'c', 'd'])).toEqual(['conflict', 'conflict', 'stored']);
  });

  it('shares new files with another release that is published concurrently', async () => {
    const shared = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.js`, `shared ${index}`]));
    const reversed = Object.fromEntries(Object.entries(shared).toReversed());
    const both = await Promise.all([put('mfe-report', 'r1', shared), put('mfe-search', 's1', reversed)]);
    expect(both).toEqual([{ outcome: 'stored' }, { outcome: 'stored' }]);
    expect(await db.data.count('release_files')).toBe(20);
  });

  it('is listed, the newest first, with its channel', async () => {
    await put('mfe-report', 'r1', { 'a.js': 'a' });
    await move('mfe-report', { action: 'stable', version: 'r1' });
    const later = new Date(now.getTime() + 1_000);
    await storeRelease(
      em(),
      { upload: { release: release('mfe-report', 'r2'), ...folderOf({ 'a.js': 'b' }) }, by: 'prepare' },
      later,
    );
    await put('mfe-search', 's1', { 'a.js': 'a' });
    expect(await listReleases(em(), 'mfe-report')).toEqual([
      {
        name: 'mfe-report',
        version: 'r2',
        publishedAt: later,
        publishedBy: 'prepare',
        builtFrom: null,
        contract: '1.0.0',
        node: null,
        channel: null,
        share: null,
      },
      expect.objectContaining({ version: 'r1', publishedAt: now, channel: 'stable', share: 100 }),
    ]);
    expect(await listReleases(em())).toHaveLength(3);
  });

  it('keeps what it was built from at its first publish', async () => {
    const builtFrom = { commit: 'a'.repeat(40), branch: 'main', dirty: false, ciUrl: 'https://ci.example/runs/7' };
    const upload = { release: release('mfe-report', 'r1'), ...folderOf({ 'a.js': 'a' }) };
    await storeRelease(em(), { upload: { ...upload, builtFrom }, by: 'token:CI' }, now);
    const later = { ...upload, builtFrom: { ...builtFrom, commit: 'b'.repeat(40) } };
    expect(await storeRelease(em(), { upload: later, by: 'token:CI' }, now)).toEqual({ outcome: 'same' });
    expect(await listReleases(em(), 'mfe-report')).toMatchObject([{ version: 'r1', builtFrom }]);
  });

  it('is listed regardless of how often another name is released', async () => {
    await put('mfe-search', 's1', { 'a.js': 'a' });
    await put('mfe-report', 'r0', { 'a.js': 'a' });
    await move('mfe-report', { action: 'stable', version: 'r0' });
    const first = await db.data.one('remote_releases', { version: 'r0' });
    const later = Array.from({ length: 120 }, (_, n) => ({
      ...first,
      ...{ version: `n${n}`, release: { ...first.release, version: `n${n}` } },
      files: JSON.stringify(first.files),
      publishedAt: new Date(now.getTime() + (n + 1) * 1_000),
    }));
    await db.data.addAll('remote_releases', later);
    const listed = await listReleases(em());
    expect(listed.filter(({ name }) => name === 'mfe-report')).toHaveLength(101);
    expect(listed.filter(({ version }) => version === 'r0' || version === 's1')).toHaveLength(2);
  });
});

describe('prerendered pages', () => {
  const render = (contents: Record<string, string>, version = 'r1') =>
    storePrerenderedPages(
      em(),
      { pages: { shellVersion: 's1', name: 'mfe-report', version, ...folderOf(contents) }, by: 'token:CI' },
      now,
    );

  it('belong to one shell and one release, which are stored', async () => {
    expect(await render({ 'index.json': '{}' })).toEqual({ outcome: 'unknown-release' });
    await put('shell', 's1', { 'main.js': 'main' });
    await put('mfe-report', 'r1', { 'a.js': 'a' });
    expect(await render({ 'index.json': '{}' }, 'r2')).toEqual({ outcome: 'unknown-release' });
    expect(await render({ 'index.json': '{}', 'a.html': 'a' })).toEqual({ outcome: 'stored' });
    expect(await render({ 'index.json': '{}', 'a.html': 'a' })).toEqual({ outcome: 'same' });
    expect(await render({ 'index.json': '{}', 'a.html': 'b' })).toEqual({ outcome: 'conflict' });
    expect((await audit()).filter(({ action }) => action === 'release.pages-published')).toMatchObject([
      { actor: 'token:CI', subject: 'mfe-report', details: { version: 'r1', shellVersion: 's1' } },
    ]);
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'mfe-report', version: 'r1' }),
    ).toEqual(folderOf({ 'a.html': 'a', 'index.json': '{}' }).files);
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's2', name: 'mfe-report', version: 'r1' }),
    ).toBeNull();
  });

  it('are not stored without their contents', async () => {
    await put('shell', 's1', {});
    await put('mfe-report', 'r1', {});
    const { files } = folderOf({ 'a.html': 'a' });
    const pages = { shellVersion: 's1', name: 'mfe-report', version: 'r1', files, contents: new Map() };
    expect(await storePrerenderedPages(em(), { pages, by: 'token:CI' }, now)).toEqual({
      outcome: 'missing',
      hashes: [hashOf('a')],
    });
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'mfe-report', version: 'r1' }),
    ).toBeNull();
  });
});

const move = (name: string, request: ReleaseMove, why: string | null = null) =>
  moveRelease(em(), { name, move: request, by: 'token:CI', why }, now);

describe('a move', () => {
  const given = async () =>
    (await findReleaseChannels(em(), 'mfe-report')).map(
      ({ channel, version, share }) => `${channel} ${version} ${share}`,
    );
  const history = async () =>
    (await listReleaseMoves(em(), 'mfe-report', 100)).map(({ action, from, to }) => [action, from, to].join(' '));
  beforeEach(async () => {
    for (const version of ['r1', 'r2', 'r3']) await put('mfe-report', version, { 'a.js': version });
  });

  it('moves a release to all visitors, to a share, to all of them after that', async () => {
    await move('mfe-report', { action: 'stable', version: 'r1' });
    expect(await move('mfe-report', { action: 'canary', version: 'r2', share: 10 }, 'to try it')).toEqual({
      outcome: 'moved',
      channels: [
        { channel: 'canary', version: 'r2', share: 10, assignedAt: now, assignedBy: 'token:CI' },
        { channel: 'stable', version: 'r1', share: 100, assignedAt: now, assignedBy: 'token:CI' },
      ],
    });
    expect(
      (await readStoredReleaseChannels(em())).channels.map(({ channel, release: { version } }) => [channel, version]),
    ).toEqual([
      ['canary', 'r2'],
      ['stable', 'r1'],
    ]);
    await move('mfe-report', { action: 'promote' });
    expect(await given()).toEqual(['stable r2 100']);
    expect(await listReleaseMoves(em(), 'mfe-report', 2)).toMatchObject([
      { action: 'promote', from: 'r1', to: 'r2', share: null, reason: null, createdBy: 'token:CI', createdAt: now },
      { action: 'canary', from: null, to: 'r2', share: 10, reason: 'to try it' },
    ]);
    expect(await audit()).toContainEqual(
      expect.objectContaining({
        actor: 'token:CI',
        action: 'release.moved',
        subject: 'mfe-report',
        details: { action: 'canary', from: null, to: 'r2', share: 10, why: 'to try it' },
      }),
    );
  });

  it('dates a canary from its last change of version or share', async () => {
    await move('mfe-report', { action: 'canary', version: 'r1', share: 10 });
    const later = new Date(now.getTime() + 60_000);
    const grow = { name: 'mfe-report', move: { action: 'canary', version: 'r1', share: 50 }, by: 'token:CI' } as const;
    expect(await moveRelease(em(), grow, later)).toMatchObject({ channels: [{ share: 50, assignedAt: later }] });
    const replace = { ...grow, move: { ...grow.move, version: 'r2' } };
    expect(await moveRelease(em(), replace, later)).toMatchObject({ channels: [{ version: 'r2', assignedAt: later }] });
  });

  it('rolls back the canary first, then stable, as far as there is a version before', async () => {
    await move('mfe-report', { action: 'stable', version: 'r1' });
    await move('mfe-report', { action: 'stable', version: 'r2' });
    await move('mfe-report', { action: 'canary', version: 'r3', share: 10 });
    await move('mfe-report', { action: 'rollback' });
    expect(await given()).toEqual(['stable r2 100']);
    await move('mfe-report', { action: 'rollback' });
    expect(await given()).toEqual(['stable r1 100']);
    expect(await move('mfe-report', { action: 'rollback' })).toEqual({ outcome: 'nothing-before' });
    expect((await history()).slice(0, 2)).toEqual(['rollback r2 r1', 'stop r3 ']);
    await move('mfe-report', { action: 'stable', version: 'r3' });
    await move('mfe-report', { action: 'rollback' });
    expect(await given()).toEqual(['stable r1 100']);
  });

  it('rolls stable back past versions that are no longer stored', async () => {
    for (const version of ['r1', 'r2', 'r3']) await move('mfe-report', { action: 'stable', version });
    await db.data.remove('remote_releases', { version: 'r2' });
    await move('mfe-report', { action: 'rollback' });
    expect(await given()).toEqual(['stable r1 100']);
    expect(await move('mfe-report', { action: 'rollback' })).toEqual({ outcome: 'nothing-before' });
  });

  it('never selects a release from before files were stored, which no list offers either', async () => {
    await move('mfe-report', { action: 'stable', version: 'r1' });
    await removeTestReleaseFiles(em(), 'mfe-report', 'r1');
    expect(await listReleases(em(), 'mfe-report')).toHaveLength(3);
    await move('mfe-report', { action: 'stable', version: 'r2' });
    expect(await findRollbackVersion(em(), 'mfe-report')).toBeNull();
    expect(await move('mfe-report', { action: 'rollback' })).toEqual({ outcome: 'nothing-before' });
    expect(await move('mfe-report', { action: 'stable', version: 'r1' })).toEqual({ outcome: 'unknown-release' });
    const canary = { action: 'canary', version: 'r1', share: 10 } as const;
    expect(await move('mfe-report', canary)).toEqual({ outcome: 'unknown-release' });
    expect((await listReleases(em(), 'mfe-report')).map(({ version }) => version)).toEqual(['r2', 'r3']);
    expect(await given()).toEqual(['stable r2 100']);
  });

  it('ends the canary that becomes stable, and no other', async () => {
    await move('mfe-report', { action: 'canary', version: 'r2', share: 10 });
    await move('mfe-report', { action: 'stable', version: 'r1' });
    expect(await given()).toEqual(['canary r2 10', 'stable r1 100']);
    await move('mfe-report', { action: 'stable', version: 'r2' });
    expect(await given()).toEqual(['stable r2 100']);
  });

  it('ends a canary that is older than the new stable release, and records it in the history', async () => {
    const later = new Date(now.getTime() + 1_000);
    const newer = { release: release('mfe-report', 'r4'), ...folderOf({ 'a.js': 'r4' }) };
    await storeRelease(em(), { upload: newer, by: 'token:CI' }, later);
    await move('mfe-report', { action: 'stable', version: 'r1' });
    await move('mfe-report', { action: 'canary', version: 'r2', share: 10 });
    await move('mfe-report', { action: 'stable', version: 'r4' });
    expect(await given()).toEqual(['stable r4 100']);
    expect(await listReleaseMoves(em(), 'mfe-report', 2)).toMatchObject([
      { action: 'stable', from: 'r1', to: 'r4' },
      { action: 'stop', from: 'r2', to: null, reason: 'r4 is newer and was given to all visitors' },
    ]);
    expect(await audit()).toContainEqual(
      expect.objectContaining({ details: { action: 'stable', from: 'r1', to: 'r4', ended: 'r2' } }),
    );
    await move('mfe-report', { action: 'rollback' });
    expect(await given()).toEqual(['stable r1 100']);
    await move('mfe-report', { action: 'canary', version: 'r4', share: 10 });
    await move('mfe-report', { action: 'stable', version: 'r3' });
    expect(await given()).toEqual(['canary r4 10', 'stable r3 100']);
  });

  it('is in the history of its name regardless of how often another name is moved', async () => {
    await put('mfe-search', 's1', { 'a.js': 's1' });
    await move('mfe-search', { action: 'stable', version: 's1' });
    for (const version of ['r1', 'r2', 'r3', 'r1']) await move('mfe-report', { action: 'stable', version });
    expect((await listReleaseMoves(em(), null, 2)).map(({ name, to }) => `${name} ${String(to)}`)).toEqual([
      'mfe-report r1',
      'mfe-report r3',
      'mfe-search s1',
    ]);
  });

  it('without an effect changes nothing, and is not in the history', async () => {
    await move('mfe-report', { action: 'stable', version: 'r1' });
    await move('mfe-report', { action: 'canary', version: 'r2', share: 10 });
    const before = await history();
    for (const [request, outcome] of [
      [{ action: 'stable', version: 'r1' }, 'unchanged'],
      [{ action: 'canary', version: 'r2', share: 10 }, 'unchanged'],
      [{ action: 'canary', version: 'r1', share: 10 }, 'unchanged'],
      [{ action: 'stable', version: 'r9' }, 'unknown-release'],
      [{ action: 'canary', version: 'r9', share: 10 }, 'unknown-release'],
    ] satisfies [ReleaseMove, string][]) {
      expect(await move('mfe-report', request)).toEqual({ outcome });
    }
    await move('mfe-report', { action: 'rollback' });
    expect(await move('mfe-report', { action: 'promote' })).toEqual({ outcome: 'no-canary' });
    expect(await move('mfe-search', { action: 'rollback' })).toEqual({ outcome: 'nothing-before' });
    expect(await history()).toEqual(['stop r2 ', ...before]);
  });

  it('waits for concurrent moves', async () => {
    await Promise.all(['r1', 'r2', 'r3', 'r1'].map((version) => move('mfe-report', { action: 'stable', version })));
    const [last, ...earlier] = await listReleaseMoves(em(), null, 100);
    expect(await given()).toEqual([`stable ${last?.to} 100`]);
    expect(earlier.map(({ to }) => to)).toEqual([last, ...earlier].slice(0, -1).map((row) => row?.from));
  });
});

describe('a live row', () => {
  /** Writes into the row, bypassing the repository. */
  const corrupt = async (name: string, changes: object) => {
    const { release: whole } = await db.data.one('remote_releases', { name });
    await db.data.set('remote_releases', { release: { ...whole, ...changes } }, { name });
  };

  it('of a release before contract 1.1.0 is read with defaults', async () => {
    await publish('mfe-report', 'r1');
    await em().execute(`update remote_releases set release = release - '{prerender,pages,feeds,redirects}'::text[]`);
    expect(await readStoredReleaseChannels(em())).toMatchObject({
      channels: [{ release: release('mfe-report', 'r1') }],
      unreadable: [],
    });
  });

  it('with a slot unknown to this contract is read', async () => {
    const slots = ['report.before-checks/v9'];
    await publishTestRelease(em(), { ...release('mfe-report', 'r1'), slots }, 'token:CI', new Date());
    expect(await readStoredReleaseChannels(em())).toMatchObject({ channels: [{ release: { slots } }], unreadable: [] });
  });

  it('that cannot be parsed affects only its own release, and reports the issue', async () => {
    await Promise.all(['shell', 'mfe-bad', 'mfe-report'].map((name) => publish(name, 'v1')));
    await corrupt('mfe-bad', { routes: ['/fine', 'no route'] });
    expect(await readStoredReleaseChannels(em())).toMatchObject({
      channels: [{ release: release('mfe-report', 'v1') }, { release: release('shell', 'v1') }],
      unreadable: [{ name: 'mfe-bad', version: 'v1', issue: expect.stringMatching(/^routes\.1: /) }],
    });
  });

  it('is parsed once, again after a change, and removed from the cache when it leaves its channel', async () => {
    await Promise.all(['shell', 'mfe-bad', 'mfe-report'].map((name) => publish(name, 'v1')));
    const known: ParsedReleaseCache = new Map();
    const read = async () => (await readStoredReleaseChannels(em(), known)).channels.map((each) => each.release);
    const first = await read();
    const second = await read();
    expect(second).toEqual(first);
    for (const [at, each] of first.entries()) expect(second[at]).toBe(each);
    await corrupt('mfe-bad', { routes: ['no route'] });
    for (let times = 0; times < 2; times += 1) {
      expect(await readStoredReleaseChannels(em(), known)).toMatchObject({
        channels: [{}, {}],
        unreadable: [{ name: 'mfe-bad' }],
      });
    }
    await corrupt('mfe-bad', { routes: ['/mended'] });
    expect((await read()).map(({ routes }) => routes)).toContainEqual(['/mended']);
    await db.data.remove('release_channels', { name: notEqualCondition('shell') });
    expect(await read()).toHaveLength(1);
    expect([...known.values()].map(({ name }) => name)).toEqual(['shell']);
  });

  it('does not affect other releases, with any content', async () => {
    await Promise.all(['shell', 'mfe-bad', 'mfe-report'].map((name) => publish(name, 'v1')));
    const keys = Object.keys(release('mfe-bad', 'v1')).filter((key) => key !== 'name' && key !== 'version');
    const changes = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { minKeys: 1, maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (corruption) => {
        await em().execute(`update remote_releases set release = ?::jsonb where name = 'mfe-bad'`, [
          // PostgreSQL stores no NUL and no lone surrogate.
          JSON.stringify({ ...release('mfe-bad', 'v1'), ...corruption }).replace(
            /\\u0000|\\ud[89a-f][0-9a-f]{2}/gi,
            '',
          ),
        ]);
        const { channels, unreadable } = await readStoredReleaseChannels(em());
        const releases = channels.map((each) => each.release);
        const others = releases.filter(({ name }) => name !== 'mfe-bad');
        expect(others).toEqual([release('mfe-report', 'v1'), release('shell', 'v1')]);
        expect(releases.length + unreadable.length).toBe(3);
      }),
      { numRuns: 100 },
    );
  });

  it('is rejected on publishing when invalid', async () => {
    const bad = { ...release('mfe-bad', 'v1'), slots: ['Not a slot'] };
    await expect(publishTestRelease(em(), bad, 'token:CI', new Date())).rejects.toThrow();
    expect(await versions()).toEqual([]);
  });
});

describe('a store', () => {
  const write = async (file: string, content: unknown) => {
    await mkdir(join(store, file, '..'), { recursive: true });
    await writeFile(join(store, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const publishAll = (mode: ReleaseStorePublishMode = 'keep') =>
    publishReleaseStore(em(), { store, mode, by: 'prepare' }, now);
  const build = async (versionsOf: Record<string, string>) => {
    await write('live.json', versionsOf);
    for (const [name, version] of Object.entries(versionsOf)) {
      await write(`${name}/${version}/release.json`, release(name, version));
      await write(`${name}/${version}/assets/main.js`, `${name} ${version}`);
      await write(`prerendered/${versionsOf['shell']}/${name}/${version}/index.json`, { pages: [] });
    }
  };
  beforeEach(async () => {
    await rm(store, { recursive: true });
    await mkdir(store);
  });

  it('is published as named in live.json, all or none', async () => {
    expect(await publishAll()).toBeNull();
    await write('live.json', { shell: 's1', 'mfe-report': 'r1' });
    await write('shell/s1/release.json', release('shell', 's1'));
    await expect(publishAll()).rejects.toThrow('is not the release mfe-report r1');
    expect(await listReleases(em())).toEqual([]);
    await write('mfe-report/r1/release.json', release('mfe-report', 'r1'));
    const published = { stable: ['shell', 'mfe-report'], kept: [], withdrawn: [], unrendered: [], different: [] };
    expect(await publishAll()).toEqual(published);
    expect(await publishAll()).toEqual(published);
    expect(await audit()).toHaveLength(4);
  });

  it('is stored with its files and its prerendered pages', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    expect(await findReleaseFiles(em(), 'mfe-report', 'r1')).toEqual([
      { path: 'assets/main.js', hash: hashOf('mfe-report r1'), size: 13 },
      expect.objectContaining({ path: 'release.json' }),
    ]);
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'mfe-report', version: 'r1' }),
    ).toMatchObject([{ path: 'index.json' }]);
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'shell', version: 's1' }),
    ).toMatchObject([{ path: 'index.json' }]);
  });

  it('keeps the releases of teams, and replaces them when requested', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1', 'mfe-search': 'x1' });
    await publishAll();
    await put('mfe-report', 'r9', { 'a.js': 'a' });
    await move('mfe-report', { action: 'stable', version: 'r9' });
    await build({ shell: 's1', 'mfe-report': 'r2', 'mfe-search': 'x2' });
    expect(await publishAll()).toMatchObject({ stable: ['shell', 'mfe-search'], kept: ['mfe-report'] });
    expect(await versions()).toEqual(['mfe-report@r9', 'mfe-search@x2', 'shell@s1']);
    expect(await findReleaseFiles(em(), 'mfe-report', 'r2')).toHaveLength(2);
    expect(await publishAll('replace')).toMatchObject({ kept: [] });
    expect(await versions()).toEqual(['mfe-report@r2', 'mfe-search@x2', 'shell@s1']);
  });

  it('ends the canaries of its names in replace mode, and no others', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    await put('mfe-report', 'r9', { 'a.js': 'a' });
    await put('mfe-search', 'x9', { 'a.js': 'a' });
    for (const [name, version] of Object.entries({ 'mfe-report': 'r9', 'mfe-search': 'x9' })) {
      await move(name, { action: 'canary', version, share: 10 });
    }
    await publishAll();
    expect((await readStoredReleaseChannels(em())).channels.filter(({ channel }) => channel === 'canary')).toHaveLength(
      2,
    );
    await publishAll('replace');
    const { channels } = await readStoredReleaseChannels(em());
    expect(channels.map(({ name, channel, release: { version } }) => `${name} ${channel} ${version}`)).toEqual([
      'mfe-report stable r1',
      'mfe-search canary x9',
      'shell stable s1',
    ]);
    expect(await listReleaseMoves(em(), 'mfe-report', 1)).toMatchObject([
      { action: 'stop', from: 'r9', createdBy: 'prepare' },
    ]);
  });

  it('is refused when live pages of any origin call an endpoint that this version does not serve', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    const calls = { 'GET /api/gone': { answers: { 200: { type: 'object' } } } };
    const ofTeam = { ...release('mfe-search', 'x9'), calls };
    await storeRelease(em(), { upload: { release: ofTeam, ...folderOf({ 'a.js': 'a' }) }, by: 'token:CI' }, now);
    await move('mfe-search', { action: 'canary', version: 'x9', share: 10 });
    await build({ shell: 's2', 'mfe-report': 'r1' });
    await expect(publishAll()).rejects.toThrow(
      /^no release was moved.*no longer serves:\n- mfe-search@x9 \(canary\): GET \/api\/gone: is not served\n/,
    );
    expect(await versions()).toEqual(['mfe-report@r1', 'shell@s1']);
    await move('mfe-search', { action: 'rollback' });
    expect(await publishAll()).toMatchObject({ stable: ['shell', 'mfe-report'] });
  });

  it('has the limits of a team’s publish', async () => {
    const routes = Array.from({ length: 201 }, (_, at) => `/r${String(at)}`);
    await build({ shell: 's1' });
    await write('shell/s1/release.json', { ...release('shell', 's1'), routes });
    await expect(publishAll()).rejects.toThrow(
      /s1\/release\.json is not the release shell s1 .*: routes: 201 entries, of which a release may have 200 at most$/,
    );
  });

  const byStaff = (name: string, request: ReleaseMove) => moveRelease(em(), { name, move: request, by: 'staff' }, now);

  it('leaves a name unchanged that its team has released once, regardless of who moved it last', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    await put('mfe-report', 'r9', { 'a.js': 'a' });
    await move('mfe-report', { action: 'canary', version: 'r9', share: 10 });
    await byStaff('mfe-report', { action: 'rollback' });
    await build({ shell: 's1', 'mfe-report': 'r2' });
    expect(await publishAll()).toMatchObject({ stable: ['shell'], kept: ['mfe-report'] });
  });

  it.each([[{ action: 'rollback' }], [{ action: 'stable', version: 'r1' }]] satisfies [ReleaseMove][])(
    'does not restore a release that staff withdrew by %j, and publishes the next one',
    async (taken) => {
      for (const version of ['r1', 'r2']) {
        await build({ shell: 's1', 'mfe-report': version });
        await publishAll();
      }
      await byStaff('mfe-report', taken);
      expect(await publishAll()).toMatchObject({
        stable: ['shell'],
        kept: [],
        withdrawn: [{ name: 'mfe-report', version: 'r2', stable: 'r1' }],
      });
      expect(await versions()).toEqual(['mfe-report@r1', 'shell@s1']);
      await build({ shell: 's1', 'mfe-report': 'r3' });
      expect(await publishAll()).toMatchObject({ stable: ['shell', 'mfe-report'], kept: [], withdrawn: [] });
      expect(await versions()).toEqual(['mfe-report@r3', 'shell@s1']);
      await build({ shell: 's1', 'mfe-report': 'r2' });
      expect(await publishAll()).toMatchObject({ stable: ['shell', 'mfe-report'], withdrawn: [] });
    },
  );

  it('moves nothing when one of its releases does not fit a team’s release', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    await put('mfe-report', 'r9', { 'a.js': 'a' });
    await move('mfe-report', { action: 'stable', version: 'r9' });
    await build({ 'mfe-search': 'x1', shell: 's2', 'mfe-report': 'r2' });
    await write('shell/s2/release.json', { ...release('shell', 's2'), contract: '2.0.0' });
    await expect(publishAll()).rejects.toThrow(
      /^no release was moved.*\nmfe-report@r9 \(stable\) needs contract 1\.0\.0, and shell@s2 provides 2\.0\.0: /,
    );
    expect(await versions()).toEqual(['mfe-report@r9', 'shell@s1']);
    expect(await readRelease(em(), 'shell', 's2')).toBeNull();
    expect(await publishAll('replace')).toMatchObject({ kept: [] });
  });

  it('keeps the names of the live shell that a team’s release uses, and is not stopped by names that it only claims', async () => {
    const shell = async (version: string, ...offered: string[]) => {
      const sharedExports = { react: Object.fromEntries(offered.map((name) => [name, '19.3.1'])) };
      await build({ shell: version });
      await write(`shell/${version}/release.json`, {
        ...{ ...release('shell', version), shared: { react: '19.3.1' } },
        ...(offered.length > 0 && { sharedExports }),
      });
      return publishAll();
    };
    await shell('s1');
    const sharedExports = { react: { useId: '19.3.1', notThere: '19.3.1' } };
    const ofTeam = { ...release('mfe-search', 'x9'), shared: { react: '^19.3.1' }, sharedExports };
    await storeRelease(em(), { upload: { release: ofTeam, ...folderOf({ 'a.js': 'a' }) }, by: 'token:CI' }, now);
    await move('mfe-search', { action: 'stable', version: 'x9' });
    expect(await shell('s2', 'useId', 'useMemo')).toMatchObject({ stable: ['shell'] });
    await expect(shell('s3', 'useMemo')).rejects.toThrow(/\nshell@s3 lacks useId of react, which mfe-search@x9 [^,]*$/);
    expect(await versions()).toEqual(['mfe-search@x9', 'shell@s2']);
  });

  it('reports the releases of teams that its shell has not rendered', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    const rendered = { ...release('mfe-report', 'r9'), prerender: ['/mfe-report'] };
    await storeRelease(em(), { upload: { release: rendered, ...folderOf({ 'a.js': 'a' }) }, by: 'token:CI' }, now);
    await move('mfe-report', { action: 'stable', version: 'r9' });
    await build({ shell: 's2', 'mfe-report': 'r2' });
    const pair = { shell: 's2', name: 'mfe-report', version: 'r9' };
    expect(await publishAll()).toMatchObject({ unrendered: [pair] });
    const { shell: shellVersion, ...owner } = pair;
    const pages = { shellVersion, ...owner, ...folderOf({ 'index.json': '{}' }) };
    await storePrerenderedPages(em(), { pages, by: 'token:CI' }, now);
    expect(await publishAll()).toMatchObject({ unrendered: [] });
  });

  it('does not change a release that is stored with other content', async () => {
    await build({ shell: 's1' });
    await publishAll();
    await write('shell/s1/assets/main.js', 'altered');
    expect(await publishAll()).toMatchObject({ stable: ['shell'], kept: [], different: ['shell s1'] });
    expect(await findReleaseFiles(em(), 'shell', 's1')).toContainEqual(
      expect.objectContaining({ hash: hashOf('shell s1') }),
    );
  });

  it('does not make content live that someone else stored under its version', async () => {
    await build({ shell: 's1', 'mfe-report': 'r1' });
    await publishAll();
    await put('mfe-report', 'r2', { 'a.js': 'by a token' });
    await build({ shell: 's2', 'mfe-report': 'r2' });
    await expect(publishAll()).rejects.toThrow(/^no release was moved, since other content is stored .* mfe-report: /);
    expect(await versions()).toEqual(['mfe-report@r1', 'shell@s1']);
    expect(
      await findPrerenderedPagesOfRelease(em(), { shellVersion: 's2', name: 'mfe-report', version: 'r2' }),
    ).toBeNull();
  });

  it('replaces prerendered pages of the same versions when requested', async () => {
    await build({ shell: 's1' });
    await publishAll();
    await write('prerendered/s1/shell/s1/index.json', { pages: [], rendered: 'otherwise' });
    expect(await publishAll()).toMatchObject({ different: ['the pages of shell s1'] });
    const [before] =
      (await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'shell', version: 's1' })) ?? [];
    expect(await publishAll('replace')).toMatchObject({ different: [] });
    expect(await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'shell', version: 's1' })).not.toEqual(
      [before],
    );
  });

  it.each([{ shell: '..' }, { '../shell': 's1' }, ['shell']])('refuses live.json %j', async (live) => {
    await write('live.json', live);
    await expect(publishAll()).rejects.toThrow();
  });
});

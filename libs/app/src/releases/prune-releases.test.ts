import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { pruneReleases } from './prune-releases.ts';
import { lockReleasesOfName } from '@ve/data/releases/registry/release-locks';
import { type ReleaseMove, moveRelease } from './move-release.ts';
import {
  readReleaseFileContent,
  listReleases,
  findPrerenderedPagesOfRelease,
} from '@ve/data/releases/registry/release.repository';
import { storePrerenderedPages, storeRelease } from './store-release.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'remote_releases', 'release_moves', 'release_files', 'prerendered_pages'));
const em = () => db.orm.em.fork();
const now = new Date('2026-11-22T10:00:00.000Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const withFiles = (...texts: string[]) => ({
  files: texts.map((text) => ({ path: `${text}.js`, hash: hashOf(text), size: text.length })),
  contents: new Map(texts.map((text) => [hashOf(text), Buffer.from(text)] as const)),
});
const publish = (name: string, version: string, at: Date, files = withFiles('shared', `${name} ${version}`)) =>
  storeRelease(
    em(),
    {
      upload: {
        release: {
          ...{
            name,
            version,
            routes: [],
            slots: [],
            contract: '1.0.0',
            entry: 'a.js',
            preload: [],
            styles: [],
            fonts: [],
          },
          document: null,
        },
        ...files,
      },
      by: 'test',
    },
    at,
  );
const move = (name: string, request: ReleaseMove, at: Date) =>
  moveRelease(em(), { name, move: request, by: 'test' }, at);
/** Publishes fifteen releases of a name, `v00` the oldest, all older than a month. */
const publishMany = async (name: string) => {
  for (let index = 0; index < 15; index += 1) {
    await publish(name, `v${String(index).padStart(2, '0')}`, ago(60 - index));
  }
};
const remaining = async (name: string) => (await listReleases(em(), name)).map(({ version }) => version).toSorted();

it('deletes unneeded releases with their pages and files, and no others', async () => {
  await publishMany('mfe-report');
  await publish('shell', 's1', ago(60));
  for (const version of ['v00', 'v01', 'v02', 'v03', 'v14']) {
    const pages = withFiles('page', `page of ${version}`);
    const pair = { shellVersion: 's1', name: 'mfe-report', version, ...pages };
    await storePrerenderedPages(em(), { pages: pair, by: 'test' }, ago(40));
  }
  await move('mfe-report', { action: 'stable', version: 'v00' }, ago(30));
  await move('mfe-report', { action: 'stable', version: 'v02' }, ago(29));
  await move('mfe-report', { action: 'canary', version: 'v03', share: 10 }, ago(8));
  await move('mfe-report', { action: 'rollback' }, ago(6));
  // A rollback leads to v00, v02 is stable, v03 was a canary six days ago.
  expect(await pruneReleases(em(), now)).toEqual({ releases: 2, pages: 1, files: 3 });
  expect(await remaining('mfe-report')).toEqual([
    'v00',
    'v02',
    'v03',
    ...Array.from({ length: 10 }, (_, index) => `v${String(index + 5).padStart(2, '0')}`),
  ]);
  expect(await remaining('shell')).toEqual(['s1']);
  expect(
    await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'mfe-report', version: 'v01' }),
  ).toBeNull();
  expect(
    await findPrerenderedPagesOfRelease(em(), { shellVersion: 's1', name: 'mfe-report', version: 'v02' }),
  ).toHaveLength(2);
  for (const deletedContent of ['mfe-report v01', 'mfe-report v04', 'page of v01']) {
    expect(await readReleaseFileContent(em(), hashOf(deletedContent))).toBeNull();
  }
  for (const retainedContent of ['shared', 'page', 'mfe-report v02', 'page of v02']) {
    expect(await readReleaseFileContent(em(), hashOf(retainedContent))).not.toBeNull();
  }
  expect(await pruneReleases(em(), now)).toEqual({ releases: 0, pages: 0, files: 0 });
  expect(await pruneReleases(em(), new Date(now.getTime() + 2 * 86_400_000))).toMatchObject({ releases: 1 });
});

it('a concurrent publish finds all files or none', async () => {
  await publishMany('mfe-report');
  // Only v00 has this file, and a new release does not upload its content because it was reported as stored.
  const { files } = withFiles('mfe-report v00');
  const publishes = async () => publish('mfe-search', 'new', now, { files, contents: new Map() });
  const [pruned, published] = await Promise.all([pruneReleases(em(), now), publishes()]);
  expect(pruned.releases).toBe(5);
  const content = await readReleaseFileContent(em(), hashOf('mfe-report v00'));
  if (published.outcome === 'stored') expect(content).not.toBeNull();
  else expect([published, content]).toEqual([{ outcome: 'missing', hashes: [hashOf('mfe-report v00')] }, null]);
});

it('waits for a publish that has started', async () => {
  await publishMany('mfe-report');
  let begun: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const mayFinish = new Promise<void>((resolve) => (finish = resolve));
  const publishing = em().transactional(async (transaction) => {
    await lockReleasesOfName(transaction, 'mfe-search');
    begun();
    await mayFinish;
  });
  await hasBegun;
  const pruning = pruneReleases(em(), now);
  for (let waits = false; !waits;) {
    const [row] = await em().execute<{ waits: boolean }[]>(
      `select exists (select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`,
    );
    waits = row?.waits === true;
  }
  expect(await remaining('mfe-report')).toHaveLength(15);
  finish();
  await publishing;
  expect(await pruning).toMatchObject({ releases: 5 });
});

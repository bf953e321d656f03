import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importRemoteContract } from '../repository.ts';
import { toStoredRelease } from '../release-store.ts';
import { type FakeReleaseReceiver, startFakeReleaseSite } from '../testing/fake-release-site.ts';
import { remoteReleaseFixture, shellNodeBuildSource, shellReleaseFixture } from '../testing/small-releases.ts';
import { LiveReleaseFetcher } from './live-release-fetcher.ts';
import { pairsWithLiveReleases, prerenderReleasePairs } from './release-pairs.ts';
import { publishRelease } from './publish.ts';
import { ReleaseRejectedError, ReleaseServerClient } from './release-server.ts';

const token = 'token-of-tests';
const folder = mkdtempSync(join(tmpdir(), 've-server-'));
let site: FakeReleaseReceiver;
let pauses: number[];
let server: ReleaseServerClient;

const stored = toStoredRelease(folder, remoteReleaseFixture('mfe-x', 'r1'));
const write = (path: string, content: string): void => {
  const file = join(stored.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
write('remoteEntry.js', 'entry()');
write('node/remote.cjs', `exports.default = () => 'x of r1';`);

const serverOf = (url: string, limitMs?: number): ReleaseServerClient =>
  new ReleaseServerClient(
    { url, token },
    {
      ...(limitMs === undefined ? {} : { limitMs }),
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    },
  );

beforeEach(async () => {
  site = await startFakeReleaseSite(token);
  pauses = [];
  server = serverOf(site.url);
});
afterEach(() => site.close());
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const refusal = (work: Promise<unknown>): Promise<ReleaseRejectedError> =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => {
      if (error instanceof ReleaseRejectedError) return error;
      throw error;
    },
  );
const uploads = (): number => site.asked.filter((each) => each.endsWith('/versions')).length;

test('a publish that is cut off leaves nothing, and is sent again completely', async () => {
  site.instead = ({ path, times }) => {
    if (path.endsWith('/versions') && times === 2) expect(site.releases.size + site.contents.size).toBe(0);
    return path.endsWith('/versions') && times < 3 ? 'cut' : null;
  };
  await expect(publishRelease(server, stored)).resolves.toMatchObject({ isNew: true });
  expect(uploads()).toBe(3);
  expect(site.releases.get('mfe-x/r1')?.files.map(({ path }) => path)).toEqual(['node/remote.cjs', 'remoteEntry.js']);
  expect(site.contents.size).toBe(2);
});

test('a publish whose files are pruned meanwhile queries the missing ones again', async () => {
  site.add(remoteReleaseFixture('mfe-x', 'r0'), { 'remoteEntry.js': 'entry()' }, null);
  site.instead = ({ path, times }) => {
    if (path.endsWith('/versions') && times === 1) site.contents.clear();
    return null;
  };
  await expect(publishRelease(server, stored)).resolves.toMatchObject({ isNew: true });
  expect(site.contents.size).toBe(2);
});

test('a Retry-After header is honoured, up to a limit', async () => {
  site.instead = ({ times }) =>
    times === 1
      ? { status: 503, headers: { 'retry-after': '2' } }
      : times === 2
        ? { status: 429, headers: { 'retry-after': '86400' } }
        : null;
  await server.list();
  expect(pauses).toEqual([2_000, 30_000]);
});

test.each([
  [401, 'token-refused', 'RELEASE_TOKEN and RELEASE_URL must be of the same site'],
  [403, 'access-denied', 'may release another name only'],
  [409, 'release-differs', 'Build again from clean sources'],
  [413, 'too-large', 'larger than the site accepts'],
  [422, 'release-refused', 'Words of release-refused'],
  [500, 'unexpected', 'refused (500'],
])('a rejection with %i is reported with its message, and not retried', async (status, code, message) => {
  site.instead = ({ path }) =>
    path.endsWith('/versions') ? { status, body: { status, code, title: `Words of ${code}` } } : null;
  const refused = await refusal(publishRelease(server, stored));
  expect(refused.message).toContain(message);
  expect(refused.message).toContain(`Words of ${code}`);
  expect(refused).toMatchObject({ status, code });
  expect([uploads(), pauses]).toEqual([1, []]);
});

test('all reasons of a rejection are reported', async () => {
  const body = {
    code: 'release-refused',
    title: 'No',
    detail: 'Two reasons',
    fields: [{ path: 'slots', message: 'x' }],
  };
  site.instead = () => ({ status: 422, body });
  expect((await refusal(server.list())).message).toBe(`${site.url} refused (422: No).\nTwo reasons\n  slots: x`);
});

test('an unreachable site is tried four times, and then fails with the reason', async () => {
  site.instead = () => ({ status: 503 });
  expect((await refusal(server.list())).message).toContain('Try again later');
  expect(site.asked).toHaveLength(4);
  await site.close();
  const refused = await refusal(server.list());
  expect(refused.message).toBe(`${site.url} did not answer, 4 times: nothing listens there.`);
  expect(refused.status).toBeNull();
});

test('a site that accepts connections and never responds is abandoned', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect((await refusal(serverOf(`http://127.0.0.1:${String(port)}`, 50).list())).message).toContain('took too long');
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a move is sent once regardless of the outcome: a second rollback would go back further', async () => {
  const unsaid = { why: null, seen: null };
  site.instead = () => 'cut';
  const refused = await refusal(server.move('mfe-x', { action: 'rollback' }, unsaid));
  expect(refused.status).toBeNull();
  site.instead = () => ({ status: 503 });
  await refusal(server.move('mfe-x', { action: 'promote' }, unsaid));
  expect(site.asked).toHaveLength(2);
});

test('an address that redirects gets no token there', async () => {
  const elsewhere = await startFakeReleaseSite(token);
  site.instead = ({ path }) => ({ status: 307, headers: { location: elsewhere.url + path } });
  expect((await refusal(server.list())).message).toContain('give RELEASE_URL the address that it leads to');
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test('another web server is reported as no such site', async () => {
  site.instead = () => ({ status: 200, body: Buffer.from('<!doctype html>') });
  expect((await refusal(server.list())).message).toContain('is RELEASE_URL the address of the site?');
});

describe('pairs', () => {
  const cache = () => mkdtempSync(join(folder, 'cache-'));
  const tools = async (where = cache()) => ({
    server,
    contract: await importRemoteContract(),
    live: new LiveReleaseFetcher(server, where),
    cache: where,
  });
  const remoteOf = (name: string, build: string, channel: 'stable' | 'canary', version = 'r1') => {
    site.add(remoteReleaseFixture(name, version), { 'node/remote.cjs': build }, channel);
  };
  const shellOf = (version: string, channel: 'stable' | 'canary') => {
    site.add(shellReleaseFixture(version), { 'node/shell.cjs': shellNodeBuildSource }, channel);
  };

  test('a shell renders every live remote and itself, from their builds on the site; a failed pair does not stop the others', async () => {
    shellOf('s1', 'stable');
    remoteOf('mfe-x', `exports.default = () => 'x';`, 'stable');
    remoteOf('mfe-x', `exports.default = () => 'new x';`, 'canary', 'r2');
    remoteOf('mfe-y', `throw new Error('broken at import');`, 'stable');
    const shell = toStoredRelease(folder, shellReleaseFixture('s2'));
    mkdirSync(join(shell.folder, 'node'), { recursive: true });
    writeFileSync(join(shell.folder, 'node/shell.cjs'), shellNodeBuildSource);
    await publishRelease(server, shell);
    const { pages, renderFailures } = await prerenderReleasePairs(
      await tools(),
      pairsWithLiveReleases(site.channels, shell.release),
      shell,
    );
    expect([...site.pages.keys()].sort()).toEqual(['s2/mfe-x/r1', 's2/mfe-x/r2', 's2/shell/s2']);
    expect(pages).toBe(3);
    expect(renderFailures).toMatchObject([
      { pair: { owner: { name: 'mfe-y' }, withStable: true }, reason: expect.stringContaining('broken at import') },
    ]);
  });

  test('a remote is rendered by each live shell, and only the pair with the stable one is marked as such', async () => {
    shellOf('s1', 'stable');
    shellOf('s2', 'canary');
    const pairs = pairsWithLiveReleases(site.channels, stored.release);
    expect(pairs.map(({ shell, withStable }) => [shell.version, withStable])).toEqual([
      ['s1', true],
      ['s2', false],
    ]);
    await publishRelease(server, stored);
    await expect(prerenderReleasePairs(await tools(), pairs, stored)).resolves.toEqual({
      isRefused: false,
      pages: 2,
      renderFailures: [],
    });
  });

  test.each([
    ['lacks the file', () => ({ status: 404, body: { title: 'Not found' } }), 'Not found'],
    ['sends other bytes', () => ({ status: 200, body: Buffer.from('evil') }), 'arrived with other content'],
  ])('with a site that %s, that pair is not rendered', async (_what, answer, reason) => {
    shellOf('s1', 'stable');
    site.instead = ({ path }) => (/\/files\/./.test(path) ? answer() : null);
    const { renderFailures } = await prerenderReleasePairs(
      await tools(),
      pairsWithLiveReleases(site.channels, stored.release),
      stored,
    );
    expect(renderFailures).toMatchObject([{ reason: expect.stringContaining(reason) }]);
    expect(site.pages.size).toBe(0);
  });

  test('a site that names files outside the cache folder is rejected', async () => {
    site.add(
      shellReleaseFixture('s1'),
      { 'node/..%2f..%2fshell.cjs': shellNodeBuildSource, 'node/..cjs': 'x' },
      'stable',
    );
    const { renderFailures } = await prerenderReleasePairs(
      await tools(),
      pairsWithLiveReleases(site.channels, stored.release),
      stored,
    );
    expect(renderFailures).toMatchObject([{ reason: expect.stringContaining('does not match the contract') }]);
  });

  test.each([
    ['mfe-report', '..'],
    ['mfe-report', '.unfinished'],
    ['mfe-report', '../../x'],
    ['..', '1'],
    ['.ssh', '1'],
    ['-f', '1'],
  ])('a site that lists %s as %s is rejected', async (name, version) => {
    const live = new LiveReleaseFetcher(server, cache());
    await expect(live.get({ ...shellReleaseFixture('s1'), name, version })).rejects.toThrow(
      /is not the name and version/,
    );
  });

  test('a pair that the site has with other HTML stays as it is, and is no error', async () => {
    shellOf('s1', 'stable');
    site.instead = ({ path }) =>
      path.endsWith('/pages') ? { status: 409, body: { code: 'release-differs', title: 'Other content' } } : null;
    const { renderFailures } = await prerenderReleasePairs(
      await tools(),
      pairsWithLiveReleases(site.channels, stored.release),
      stored,
    );
    expect(renderFailures).toEqual([]);
  });

  test('builds that were fetched once are not fetched again', async () => {
    shellOf('s1', 'stable');
    const where = cache();
    const [shell] = site.channels;
    if (shell === undefined) throw new Error('no shell');
    await new LiveReleaseFetcher(server, where).get(shell.release);
    site.instead = ({ path }) => (/\/files\/./.test(path) ? { status: 404 } : null);
    await expect(new LiveReleaseFetcher(server, where).get(shell.release)).resolves.toMatchObject({
      release: shell.release,
    });
  });
});

import { notEqualCondition } from '@ve/data/testing/test-rows';
import { releaseListSchema, releaseUploadLimits } from '@ve/contracts/http/releases/releases';
import { moveRelease } from '@ve/app/releases/move-release';
import { readRelease, findReleaseFiles } from '@ve/data/releases/registry/release.repository';
import { revokeReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import { addTestReleaseVisits, startTestCanary } from '@ve/app/testing/canary-runs';
import { minimalReleaseFiles, publishTestRelease } from '@ve/app/testing/publish-release';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import {
  callAsReleaseTool,
  releaseFilesOf,
  sha256Of,
  addReleaseToken,
  type TarEntry,
  packTar,
  uploadRelease,
  releaseUploadTarEntriesOf,
} from '../testing/release-uploads.ts';
import { remoteReleaseFixture, shellReleaseFixture, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
let shellToken: string;
beforeAll(async () => {
  app = await startTestApp();
  token = (await addReleaseToken(app, 'mfe-report')).token;
  shellToken = (await addReleaseToken(app, 'shell', 'shell team')).token;
});
afterAll(() => app.close());

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string; detail?: string }).code;
const refusal = async (answer: Response) => {
  const { code, detail } = (await answer.json()) as { code: string; detail?: string };
  return [answer.status, code, detail ?? null];
};

let count = 0;
/** A unique release with the files that it names. */
const fresh = (changes: Parameters<typeof remoteReleaseFixture>[3] = {}, more: Record<string, string> = {}) => {
  count += 1;
  const release = remoteReleaseFixture('mfe-report', `t${count}`, ['/report', '/blog/:id'], changes);
  const contents: Record<string, string> = {
    'remoteEntry.ab12.js': `entry ${count}`,
    'exposed.cd34.js': 'exposed',
    ...more,
  };
  return { release, version: release.version, contents };
};
const publish = async ({ release, contents }: ReturnType<typeof fresh>, by = token) =>
  uploadRelease(app, by, release.name, await packTar(releaseUploadTarEntriesOf(release, contents)));
const isStored = async (version: string) => (await readRelease(app.em(), 'mfe-report', version)) !== null;
const move = (body: object, by: string | null = token, name = 'mfe-report') =>
  callAsReleaseTool(app, by, `/api/releases/${name}/moves`, { body });

/** Invalid versions: folder names with another meaning, and invalid names. */
const notVersions = [
  '.',
  '..',
  '.unfinished',
  '.hidden',
  '-1',
  '',
  'a/b',
  '../x',
  'a\\b',
  'a b',
  'a\n',
  'x'.repeat(65),
];

describe('a token', () => {
  it('is required, and must be known, not revoked, and of this name', async () => {
    const revoked = await addReleaseToken(app, 'mfe-report');
    const body = { hashes: [] };
    const ask = (by: string | null) => callAsReleaseTool(app, by, '/api/releases/mfe-report/missing', { body });
    expect((await ask(revoked.token)).status).toBe(200);
    await revokeReleaseToken(app.em(), revoked.id, new Date());
    for (const by of [null, '', 'x', revoked.token, randomBytes(32).toString('base64url')]) {
      expect(await refusal(await ask(by))).toEqual([401, 'token-refused', null]);
    }
    const others = (await addReleaseToken(app, 'mfe-search')).token;
    const one = fresh();
    for (const answer of [
      await publish(one, others),
      await publish(one, shellToken),
      await move({ action: 'rollback' }, others),
    ]) {
      expect(await refusal(answer)).toMatchObject([
        403,
        'access-denied',
        expect.stringMatching(/^This token may release/),
      ]);
    }
    expect(await isStored(one.version)).toBe(false);
  });

  it('is stored as its hash, with its last use', async () => {
    const own = await addReleaseToken(app, 'mfe-report');
    await callAsReleaseTool(app, own.token, '/api/releases');
    const [row] = await app.data.all('release_tokens', { id: own.id });
    expect(row).toMatchObject({ label: 'CI', lastUsedAt: expect.anything(), revokedAt: null });
    expect(JSON.stringify(row)).not.toContain(own.token);
  });
});

describe('publishing', () => {
  it('requests the missing files, sends them, and serves the release to no visitor', async () => {
    const first = fresh();
    expect((await publish(first)).status).toBe(201);
    const second = fresh();
    const hashes = releaseFilesOf(second.contents).map(({ hash }) => hash);
    const missing = await callAsReleaseTool(app, token, '/api/releases/mfe-report/missing', { body: { hashes } });
    expect(await missing.json()).toEqual({ missing: [sha256Of(second.contents['remoteEntry.ab12.js'] ?? '')] });
    const entries = releaseUploadTarEntriesOf(second.release, second.contents).filter(
      ([name]) => name !== sha256Of('exposed'),
    );
    const answer = await uploadRelease(app, token, 'mfe-report', await packTar(entries));
    expect([answer.status, await answer.json()]).toEqual([201, { version: second.version }]);
    expect(await findReleaseFiles(app.em(), 'mfe-report', second.version)).toEqual(
      releaseFilesOf(second.contents).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
    const { remotes } = (await (await fetch(`${app.url}/api/remotes`)).json()) as { remotes: object[] };
    expect(remotes).toContainEqual(expect.objectContaining({ name: 'mfe-report', version: 'v1' }));
    const audited = await app.data.select('audit_log', ['actor', 'details']);
    expect(audited.filter(({ details }) => details?.['version'] === second.version)).toEqual([
      { actor: 'token:CI', details: { version: second.version, token: expect.any(String) } },
    ]);
  });

  it('stores what the release was built from, and refuses what is no commit or address', async () => {
    const one = fresh();
    const builtFrom = { commit: 'c0de'.repeat(10), branch: 'main', dirty: false, ciUrl: 'https://ci.example/7' };
    const send = async (source: object) => {
      const [[, envelope] = ['', '']] = releaseUploadTarEntriesOf(one.release, one.contents);
      const said = JSON.stringify({ ...(JSON.parse(String(envelope)) as object), builtFrom: source });
      const [, ...entries] = releaseUploadTarEntriesOf(one.release, one.contents);
      return uploadRelease(app, token, 'mfe-report', await packTar([['release.json', said], ...entries]));
    };
    for (const wrong of [{ ciUrl: 'javascript:alert(1)' }, { commit: 'HEAD' }, { branch: 'a\nb' }]) {
      expect((await refusal(await send({ ...builtFrom, ...wrong })))[1]).toBe('release-refused');
    }
    expect((await send(builtFrom)).status).toBe(201);
    const list = releaseListSchema.parse(await (await callAsReleaseTool(app, token, '/api/releases')).json());
    expect(list.releases.find(({ version }) => version === one.version)).toMatchObject({ builtFrom });
  });

  it('never serves source maps and the build for Node, and refuses maps among the scripts', async () => {
    const one = fresh({}, { 'node/remote.cjs': 'node', 'maps/exposed.cd34.js.map': '{}', 'maps/a.txt': 'a' });
    expect((await publish(one)).status).toBe(201);
    const at = (path: string) => fetch(`${app.url}/remotes/mfe-report/${one.version}/${path}`);
    const served: string[] = [];
    for (const { path } of (await findReleaseFiles(app.em(), 'mfe-report', one.version)) ?? []) {
      if ((await at(path)).status === 200) served.push(path);
    }
    expect(served).toEqual(['exposed.cd34.js', 'remoteEntry.ab12.js']);
    for (const path of ['maps%2Fexposed.cd34.js.map', './maps/exposed.cd34.js.map', 'x/../maps/exposed.cd34.js.map']) {
      expect((await at(path)).status).toBe(404);
    }
    const amongScripts = fresh({}, { 'exposed.cd34.js.map': '{}' });
    expect(await refusal(await publish(amongScripts))).toEqual([
      422,
      'release-refused',
      expect.stringContaining('maps/'),
    ]);
  });

  it('is idempotent, and a conflict with other content', async () => {
    const one = fresh();
    await publish(one);
    const again = await publish(one);
    expect([again.status, await again.json()]).toEqual([200, { version: one.version }]);
    const other = await publish({ ...one, contents: { ...one.contents, 'more.js': 'more' } });
    expect(await refusal(other)).toEqual([409, 'release-differs', null]);
    const otherManifest = await publish({ ...one, release: { ...one.release, routes: ['/elsewhere'] } });
    expect(await refusal(otherManifest)).toEqual([409, 'release-differs', null]);
  });

  it('by several concurrently is one release, or several', async () => {
    const one = fresh();
    const statuses = (await Promise.all([publish(one), publish(one)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 201]);
    const [two, three] = [fresh(), fresh()];
    expect((await Promise.all([publish(two), publish(three)])).map(({ status }) => status)).toEqual([201, 201]);
    const rival = { ...fresh(), release: { ...fresh().release, version: 'rival' } };
    const rivals = [rival, { ...rival, contents: { ...rival.contents, 'more.js': 'more' } }];
    const outcomes = (await Promise.all(rivals.map((each) => publish(each)))).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual([201, 409]);
  });

  it('without a file that is not stored stores nothing', async () => {
    const one = fresh();
    const [envelope] = releaseUploadTarEntriesOf(one.release, one.contents);
    const answer = await uploadRelease(app, token, 'mfe-report', await packTar([envelope!]));
    expect(await refusal(answer)).toEqual([
      409,
      'release-incomplete',
      `Missing: ${sha256Of(one.contents['remoteEntry.ab12.js'] ?? '')}`,
    ]);
    expect(await isStored(one.version)).toBe(false);
  });

  it('that is cut off stores nothing', async () => {
    const one = fresh({}, { 'large.js': randomBytes(500_000).toString('hex') });
    const tar = await packTar(releaseUploadTarEntriesOf(one.release, one.contents));
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-tar',
      'content-length': tar.length,
    };
    const sending = request(`${app.url}/api/releases/mfe-report/versions`, { method: 'POST', headers });
    sending.on('error', () => undefined);
    const closed = new Promise((done) => sending.once('close', done));
    await new Promise((sent) => sending.write(tar.subarray(0, tar.length / 2), sent));
    sending.destroy();
    await closed;
    // A truncated tar in a complete request.
    const answer = await uploadRelease(app, token, 'mfe-report', tar.subarray(0, 100_000));
    expect(await refusal(answer)).toMatchObject([422, 'release-refused', expect.stringMatching(/not a whole tar/)]);
    expect(await isStored(one.version)).toBe(false);
    expect(await app.data.all('release_files', { hash: sha256Of(one.contents['large.js'] ?? '') })).toEqual([]);
    expect((await publish(one)).status).toBe(201);
  });

  const entry = 'remoteEntry.ab12.js';
  type Spoil = (upload: { release: object; files: object[]; entries: TarEntry[] }) => {
    release?: object;
    files?: object[];
    entries?: TarEntry[];
  };
  it.each<[string, Spoil, RegExp]>([
    [
      'a path out of the folder',
      ({ files }) => ({ files: [...files, { path: '../x.js', hash: sha256Of('exposed'), size: 7 }] }),
      /^files\.2\.path/,
    ],
    [
      'a hidden path',
      ({ files }) => ({ files: [...files, { path: 'a/.x.js', hash: sha256Of('exposed'), size: 7 }] }),
      /^files\.2\.path/,
    ],
    ['a path twice', ({ files }) => ({ files: [...files, files[0]!] }), /^remoteEntry\.ab12\.js is there twice$/],
    [
      'a file that is a folder',
      ({ files }) => ({ files: [...files, { path: `${entry}/x.js`, hash: sha256Of('exposed'), size: 7 }] }),
      /is a file and a folder$/,
    ],
    [
      'no entry',
      ({ release }) => ({ release: { ...release, entry: 'other.js' } }),
      /^other\.js is not among its files$/,
    ],
    [
      'no Node build',
      ({ release }) => ({ release: { ...release, node: 'node/remote.cjs' } }),
      /^node\/remote\.cjs is not/,
    ],
    [
      'the manifest of another release',
      ({ release }) => ({ release: { ...release, name: 'mfe-search' } }),
      /^This is a release of mfe-search/,
    ],
    [
      'a route of the service',
      ({ release }) => ({ release: { ...release, routes: ['/api/me'] } }),
      /^routes: \/api\/me belongs to the service/,
    ],
    [
      'the page of another team in the sitemap',
      ({ release }) => ({ release: { ...release, prerender: ['/admin/releases'] } }),
      /^prerender: \/admin\/releases is none of its routes/,
    ],
    [
      'a rule for search engines about the page of another team',
      ({ release }) => ({ release: { ...release, pages: { '/': { robots: 'closed-with-query' } } } }),
      /^pages\.\/: is none of its routes/,
    ],
    ['a document', ({ release }) => ({ release: { ...release, document: entry } }), /^Only the shell has a document$/],
    ['no manifest', () => ({ release: { hello: 'there' } }), /^release\.name: /],
    [
      'half a surrogate pair',
      ({ release }) => ({ release: { ...release, calls: { 'GET /x': '\ud800' } } }),
      /characters that are no text$/,
    ],
    [
      'half a surrogate pair in a key',
      ({ release }) => ({ release: { ...release, calls: { '\udfff': 1 } } }),
      /characters that are no text$/,
    ],
    ['a NUL', ({ release }) => ({ release: { ...release, contract: '1.0.0\0' } }), /characters that are no text$/],
    [
      'an entry out of the folder',
      ({ entries }) => ({ entries: [...entries, ['../../x', 'x']] }),
      /has "\.\.\/\.\.\/x", the hash of none/,
    ],
    [
      'an entry that the envelope does not name',
      ({ entries }) => ({ entries: [...entries, [sha256Of('x'), 'x']] }),
      /the hash of none of its files$/,
    ],
    ['an entry twice', ({ entries }) => ({ entries: [...entries, [sha256Of('exposed'), 'exposed']] }), /twice$/],
    [
      'content of another hash',
      ({ entries }) => ({
        entries: entries.map(([name, content]) => [name, content === 'exposed' ? 'altered' : content]),
      }),
      /^The content of [0-9a-f]{64} has another hash$/,
    ],
    [
      'a link',
      ({ entries }) => ({ entries: [...entries, ['passwd', '', { type: 'symlink', linkname: '/etc/passwd' }]] }),
      /is no file: "passwd"$/,
    ],
  ])('with %s is refused, with the reason', async (_, spoil, reason) => {
    const { release, version, contents } = fresh();
    const given = {
      release,
      files: releaseFilesOf(contents),
      entries: releaseUploadTarEntriesOf(release, contents).slice(1),
    };
    const spoilt = { ...given, ...spoil(given) };
    const envelope: TarEntry = ['release.json', JSON.stringify({ release: spoilt.release, files: spoilt.files })];
    const answer = await uploadRelease(app, token, 'mfe-report', await packTar([envelope, ...spoilt.entries]));
    expect(await refusal(answer)).toEqual([422, 'release-refused', expect.stringMatching(reason)]);
    expect(await isStored(version)).toBe(false);
  });

  it.each(notVersions)('of version %j is refused, and cannot be moved to or read', async (version) => {
    const one = fresh();
    const release = { ...one.release, version };
    expect(
      await refusal(
        await uploadRelease(app, token, 'mfe-report', await packTar(releaseUploadTarEntriesOf(release, one.contents))),
      ),
    ).toEqual([422, 'release-refused', expect.stringMatching(/^release\.version: /)]);
    const pages = { shellVersion: 's1', name: 'mfe-report', version: 'v1', files: [] };
    for (const field of ['version', 'shellVersion']) {
      const envelope: TarEntry = ['release.json', JSON.stringify({ ...pages, [field]: version })];
      expect(await refusal(await uploadRelease(app, token, 'mfe-report', await packTar([envelope]), 'pages'))).toEqual([
        422,
        'release-refused',
        expect.stringMatching(new RegExp(`^${field}: `)),
      ]);
    }
    for (const requested of [
      { action: 'stable', version },
      { action: 'canary', version, share: 10 },
      { action: 'promote', seen: { stable: version, canary: null } },
    ]) {
      expect(await refusal(await move(requested))).toEqual([400, 'request-invalid', null]);
    }
    const path = `/api/releases/mfe-report/versions/${encodeURIComponent(version)}/files`;
    expect((await callAsReleaseTool(app, token, path)).status).toBe(404);
    expect(await app.data.all('remote_releases', { version: version.replace('\0', '') })).toEqual([]);
  });

  it.each(['.', '..', '.unfinished', 'mfe-', 'mfe-.', 'mfe-a/b', '-mfe-a', `mfe-${'a'.repeat(42)}`])(
    'of the name %j is refused',
    async (name) => {
      const one = fresh();
      const tar = await packTar(releaseUploadTarEntriesOf({ ...one.release, name }, one.contents));
      expect(await refusal(await uploadRelease(app, token, 'mfe-report', tar))).toEqual([
        422,
        'release-refused',
        expect.stringMatching(/^release\.name: /),
      ]);
      const elsewhere = `/api/releases/${encodeURIComponent(name)}/moves`;
      expect((await callAsReleaseTool(app, token, elsewhere, { body: { action: 'promote' } })).status).toBe(404);
    },
  );

  it('without bounds is refused, naming the excess', async () => {
    const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));
    const large = fresh({
      routes: many(201, (at) => `/r${String(at)}`),
      shared: Object.fromEntries(many(101, (at) => `m${String(at)}`).map((specifier) => [specifier, '^1.0.0'])),
      calls: { 'GET /api/session': 'x'.repeat(300_000) },
    });
    expect(await refusal(await publish(large))).toEqual([
      422,
      'release-refused',
      [
        'release.routes: 201 entries, of which a release may have 200 at most',
        'release.shared: 101 entries, of which a release may have 100 at most',
        'release.calls: 300023 characters, of which a release may have 300000 at most',
      ].join('\n'),
    ]);
    expect(await isStored(large.version)).toBe(false);
  });

  it.each<[string, TarEntry[] | Buffer, RegExp]>([
    ['nothing', [], /is empty$/],
    ['invalid tar data', randomBytes(2_048), /not a whole tar/],
    ['files before the envelope', [[sha256Of('x'), 'x']], /^The upload begins with/],
    ['no JSON', [['release.json', 'hello']], /is not JSON$/],
    ['no UTF-8', [['release.json', Buffer.from([0x22, 0xff, 0x22])]], /is not JSON$/],
    ['depths', [['release.json', '['.repeat(50_000) + ']'.repeat(50_000)]], /levels deep$/],
    [
      'an oversized envelope',
      [['release.json', Buffer.alloc(releaseUploadLimits.envelope + 1, ' ')]],
      /is larger than/,
    ],
  ])('of %s is refused, with the reason', async (_, entries, reason) => {
    const tar = Buffer.isBuffer(entries) ? entries : await packTar(entries);
    expect(await refusal(await uploadRelease(app, token, 'mfe-report', tar))).toEqual([
      422,
      'release-refused',
      expect.stringMatching(reason),
    ]);
  });

  it('above the limit is refused, declared or not, and the next request is served', async () => {
    const large = Buffer.alloc(releaseUploadLimits.upload + 1_024);
    expect(await codeOf(await uploadRelease(app, token, 'mfe-report', large))).toBe('request-too-large');
    const one = fresh();
    const files = [...releaseFilesOf(one.contents), { path: 'huge.bin', hash: sha256Of('huge'), size: 1 }];
    const envelope: TarEntry = ['release.json', JSON.stringify({ release: one.release, files })];
    const huge = await packTar([envelope, [sha256Of('huge'), Buffer.alloc(releaseUploadLimits.file + 1)]]);
    expect(await refusal(await uploadRelease(app, token, 'mfe-report', huge))).toMatchObject([
      422,
      'release-refused',
      expect.stringMatching(/is larger than 16777216 bytes$/),
    ]);
    expect((await publish(one)).status).toBe(201);
  });

  it('by others continues while uploads of one name stall, which are ended, and other tokens of that name wait', async () => {
    const tar = await packTar(releaseUploadTarEntriesOf(fresh().release, {}));
    const head =
      `POST /api/releases/mfe-report/versions HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/x-tar\r\nContent-Length: ${tar.length}\r\n\r\n`;
    const stalled = Array.from({ length: 4 }, async () => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.write(head);
      socket.write(tar.subarray(0, 600));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return answer.toString('latin1', 0, 12);
    });
    // Until one of them is being read: no event shows when their heads are read.
    const { token: another } = await addReleaseToken(app, ['mfe-search', 'mfe-report']);
    let own = await publish(fresh(), another);
    for (let more = 0; own.status === 201 && more < 100; more += 1) own = await publish(fresh(), another);
    expect(await codeOf(own)).toBe('service-unavailable');
    const others = await addReleaseToken(app, 'mfe-search');
    const release = remoteReleaseFixture('mfe-search', 'beside', ['/', '/signup']);
    const contents = { 'remoteEntry.ab12.js': 'beside', 'exposed.cd34.js': 'exposed' };
    const answer = await uploadRelease(
      app,
      others.token,
      'mfe-search',
      await packTar(releaseUploadTarEntriesOf(release, contents)),
    );
    expect(answer.status).toBe(201);
    // The first is ended as too slow, and so is one that arrives late enough on a busy machine to be read next.
    const answers = await Promise.all(stalled);
    expect(answers).toContain('HTTP/1.1 408');
    expect(answers.filter((each) => !/ (408|503)$/.test(each))).toEqual([]);
    expect((await publish(fresh())).status).toBe(201);
  });

  it('accepts a tar, and other routes accept none', async () => {
    const answer = await callAsReleaseTool(app, token, '/api/releases/mfe-report/versions', { body: {} });
    expect([answer.status, await codeOf(answer)]).toEqual([415, 'media-type-unsupported']);
    const elsewhere = await fetch(`${app.url}/api/unsubscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-tar' },
      body: 'x',
    });
    expect(elsewhere.status).toBeGreaterThanOrEqual(400);
  });
});

describe('prerendered pages', () => {
  const pagesOf = async (version: string, contents: Record<string, string>, changes: object = {}) => {
    const envelope = { shellVersion: 's1', name: 'mfe-report', version, files: releaseFilesOf(contents), ...changes };
    return packTar([
      ['release.json', JSON.stringify(envelope)],
      ...Object.values(contents).map((content): TarEntry => [sha256Of(content), content]),
    ]);
  };

  it('are published by their team and by the team of the shell', async () => {
    const one = fresh();
    await publish(one);
    const contents = { 'index.json': '{"pages":[]}', 'a.html': `<p>${one.version}</p>` };
    const send = async (by: string, given = contents, changes = {}) =>
      uploadRelease(app, by, 'mfe-report', await pagesOf(one.version, given, changes), 'pages');
    const otherToken = (await addReleaseToken(app, 'mfe-search')).token;
    expect((await send(otherToken)).status).toBe(403);
    expect((await send(shellToken)).status).toBe(201);
    expect((await send(token)).status).toBe(200);
    expect(await codeOf(await send(token, { ...contents, 'a.html': 'other' }))).toBe('release-differs');
    expect(await refusal(await send(token, contents, { shellVersion: 'none' }))).toMatchObject([
      422,
      'release-refused',
      expect.stringMatching(/^shell none or mfe-report t\d+ is not published$/),
    ]);
    expect(await codeOf(await send(token, contents, { name: 'mfe-search' }))).toBe('release-refused');
  });
});

describe('a move', () => {
  const channelsAfter = async (answer: Response) =>
    ((await answer.json()) as { channels: { channel: string; version: string; share: number }[] }).channels.map(
      ({ channel, version, share }) => `${channel} ${version} ${share}`,
    );
  // A release in the history, for rollbacks.
  beforeAll(() =>
    publishTestRelease(
      app.em(),
      remoteReleaseFixture('mfe-report', 'v1', ['/report', '/blog/:id']),
      'test',
      new Date(),
      minimalReleaseFiles,
    ),
  );
  afterAll(() => move({ action: 'stable', version: 'v1' }));

  it('serves a release to a share, to all, and to none, recording who did it and why', async () => {
    const one = fresh();
    await publish(one);
    const canary = { action: 'canary', version: one.version, share: 10, why: 'a tenth first' };
    expect(await channelsAfter(await move(canary))).toEqual([`canary ${one.version} 10`, 'stable v1 100']);
    expect(await channelsAfter(await move(canary))).toEqual([`canary ${one.version} 10`, 'stable v1 100']);
    expect(await channelsAfter(await move({ action: 'rollback' }))).toEqual(['stable v1 100']);
    await move(canary);
    expect(await channelsAfter(await move({ action: 'promote' }))).toEqual([`stable ${one.version} 100`]);
    const html = await (await fetch(`${app.url}/report`, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(`/remotes/mfe-report/${one.version}/`);
    expect(await channelsAfter(await move({ action: 'rollback' }))).toEqual(['stable v1 100']);
    const list = releaseListSchema.parse(await (await callAsReleaseTool(app, token, '/api/releases')).json());
    expect(list.moves.filter(({ name }) => name === 'mfe-report').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['rollback', 'promote', 'canary', 'stop', 'canary']),
    );
    expect(list.moves).toContainEqual(expect.objectContaining({ by: 'token:CI', why: 'a tenth first', share: 10 }));
    expect(list.channels).toContainEqual(expect.objectContaining({ name: 'shell', channel: 'stable', share: 100 }));
    expect(list.releases).toContainEqual(
      expect.objectContaining({ name: 'mfe-report', version: one.version, channel: null, contract: '1.0.0' }),
    );
    const moves = { action: 'release.moved', subject: 'mfe-report', actor: notEqualCondition('test') };
    expect(new Set(await app.data.values('audit_log', 'actor', moves))).toEqual(new Set(['token:CI']));
  });

  it('by a team that has seen a canary which was ended meanwhile is refused, naming who ended it, and changes nothing', async () => {
    const one = fresh();
    await publish(one);
    await move({ action: 'canary', version: one.version, share: 10 });
    const seen = { stable: 'v1', canary: one.version };
    const ended = {
      name: 'mfe-report',
      move: { action: 'rollback' },
      by: canaryWatchActor,
      why: 'It was worse',
    } as const;
    await moveRelease(app.em(), ended, new Date('2026-11-22T20:01:59Z'));
    // A tool that does not send what it has seen is refused too.
    for (const action of ['rollback', 'promote']) {
      for (const changes of [{ seen }, {}]) {
        expect(await refusal(await move({ action, ...changes }))).toEqual([
          409,
          'move-stale',
          `The canary ${one.version} was taken back at 2026-11-22 20:01 UTC by canary-watch (It was worse).\n` +
            'Visitors are given of mfe-report now: stable v1.',
        ]);
      }
    }
    expect(await channelsAfter(await move({ action: 'stable', version: 'v1' }))).toEqual(['stable v1 100']);
  });

  it('rolls stable back after a team has seen that the canary was ended, but not with outdated channels', async () => {
    const one = fresh();
    await publish(one);
    await move({ action: 'canary', version: one.version, share: 10 });
    await move({ action: 'promote', seen: { stable: 'v1', canary: one.version } });
    await move({ action: 'canary', version: 'v1', share: 10 });
    const seen = { stable: one.version, canary: null };
    expect(await codeOf(await move({ action: 'rollback', seen }))).toBe('move-stale');
    await move({ action: 'rollback' });
    expect(await channelsAfter(await move({ action: 'rollback', seen }))).toEqual(['stable v1 100']);
    expect(await codeOf(await move({ action: 'rollback', seen }))).toBe('move-stale');
  });

  it('to a missing release is refused, naming what is missing', async () => {
    const lone = (await addReleaseToken(app, 'mfe-lone')).token;
    for (const [requested, reason] of [
      [{ action: 'stable', version: 'none' }, /^No such version of mfe-lone is published$/],
      [{ action: 'promote' }, /^No canary of mfe-lone runs$/],
      [{ action: 'rollback' }, /^Visitors were given no other version/],
    ] as const) {
      expect(await refusal(await move(requested, lone, 'mfe-lone'))).toEqual([
        409,
        'move-refused',
        expect.stringMatching(reason),
      ]);
    }
    for (const bad of [
      {},
      { action: 'canary', version: 'v1' },
      { action: 'canary', version: 'v1', share: 101 },
      { action: 'stable', version: '../x' },
    ]) {
      expect((await move(bad)).status).toBe(400);
    }
  });

  it('of a release that is incompatible with the live ones is refused, with the reasons', async () => {
    const rival = fresh({ routes: ['/signup'] });
    await publish(rival);
    for (const requested of [
      { action: 'stable', version: rival.version },
      { action: 'canary', version: rival.version, share: 1 },
    ]) {
      expect(await refusal(await move(requested))).toEqual([
        422,
        'release-refused',
        expect.stringMatching(/owns \/signup, and so does mfe-search@v1 \(stable\)/),
      ]);
    }
  });

  it('of a release built with another API than this service’s is refused, with the difference', async () => {
    const answers = { 200: { type: 'object', properties: {}, required: ['words'] } };
    const release = fresh({ calls: { 'GET /api/session': { answers }, 'GET /api/gone': { answers } } });
    await publish(release);
    const [status, code, detail] = await refusal(await move({ action: 'stable', version: release.version }));
    expect([status, code]).toEqual([422, 'release-refused']);
    expect(detail).toContain('GET /api/session: answer 200, words may be missing, and is required');
    expect(detail).toContain('GET /api/gone: is not served');
  });

  it('of calls that double at each level is refused immediately, and so is one that takes another release’s URLs', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `d${String(at + 1)}` };
        return [`d${String(at)}`, { anyOf: [next, next] }];
      }),
    );
    const calls = {
      $defs: { ...$defs, d40: { type: 'number' } },
      'GET /api/session': { answers: { 200: { $ref: 'd0' } } },
    };
    const doubling = fresh({ calls });
    await publish(doubling);
    const [status, code, detail] = await refusal(await move({ action: 'canary', version: doubling.version, share: 1 }));
    expect([status, code]).toEqual([422, 'release-refused']);
    expect(detail).toContain('GET /api/session: answer 200 is too large to compare');
    const greedy = fresh({ routes: ['/report', '/:anything'] });
    await publish(greedy);
    expect(await refusal(await move({ action: 'stable', version: greedy.version }))).toEqual([
      422,
      'release-refused',
      expect.stringMatching(/owns \/:anything, which fits addresses of every other name/),
    ]);
  });

  it('of the shell requires its own token', async () => {
    const shell = { ...shellReleaseFixture, version: 's2', contract: '1.0.1' };
    const contents = { 'main.0a1b2c.js': 'main', 'base.1f.css': 'css', 'text.2e.woff2': 'font', 'index.html': 'html' };
    const tar = await packTar(releaseUploadTarEntriesOf(shell, contents));
    expect((await uploadRelease(app, token, 'shell', tar)).status).toBe(403);
    expect((await uploadRelease(app, shellToken, 'shell', tar)).status).toBe(201);
  });
});

describe('the files of a release', () => {
  it('are listed and read by any team, and only by teams', async () => {
    const one = fresh();
    await publish(one);
    const otherToken = (await addReleaseToken(app, 'mfe-search')).token;
    const folder = `/api/releases/mfe-report/versions/${one.version}/files`;
    expect(await (await callAsReleaseTool(app, otherToken, folder)).json()).toEqual({ files: expect.any(Array) });
    const file = await callAsReleaseTool(app, otherToken, `${folder}/${sha256Of('exposed')}`);
    expect([file.status, await file.text(), file.headers.get('content-type')]).toEqual([
      200,
      'exposed',
      'application/octet-stream',
    ]);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await callAsReleaseTool(app, otherToken, `${folder}/${sha256Of('none')}`)).status).toBe(404);
    expect((await callAsReleaseTool(app, otherToken, '/api/releases/mfe-report/versions/none/files')).status).toBe(404);
    expect((await callAsReleaseTool(app, null, folder)).status).toBe(401);
  });
});

test('the list judges the same canaries again after fifteen seconds, and others at once', async () => {
  let at = new Date('2026-11-22T10:20:00Z');
  const later = (seconds: number) => {
    at = new Date(at.getTime() + seconds * 1_000);
  };
  const site = await startTestApp({}, () => at, { sharing: app });
  const verdicts = async () => {
    const listed = await callAsReleaseTool(site, token, '/api/releases');
    const { canaries = [] } = releaseListSchema.parse(await listed.json());
    return Object.fromEntries(canaries.map(({ name, verdict }) => [name, verdict]));
  };
  const first = { name: 'mfe-first', stable: 'v1', canary: 'v2' };
  await startTestCanary(app.em(), first, at);
  expect(await verdicts()).toEqual({ 'mfe-first': 'too-few' });
  const { name } = first;
  for (const channel of ['stable', 'canary'] as const) {
    await addTestReleaseVisits(app.em(), { name, version: first[channel], channel, loads: 900 }, { count: 0 }, at);
  }
  later(14);
  expect(await verdicts()).toEqual({ 'mfe-first': 'too-few' });
  later(1);
  expect(await verdicts()).toEqual({ 'mfe-first': 'as-good' });
  await startTestCanary(app.em(), { ...first, name: 'mfe-second' }, at);
  expect(await verdicts()).toEqual({ 'mfe-first': 'as-good', 'mfe-second': 'too-few' });
  await site.close();
});

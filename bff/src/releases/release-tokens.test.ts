import { moveRelease } from '@ve/app/releases/move-release';
import { storeRelease } from '@ve/app/releases/store-release';
import { minimalReleaseFiles } from '@ve/app/testing/publish-release';
import { releaseListSchema } from '@ve/contracts/http/releases/releases';
import { limitReleaseToken } from '@ve/data/releases/registry/release-token.repository';
import { type ReleaseAction, releaseActions } from '@ve/domain/kernel/release/release-token-scope';
import {
  addReleaseToken,
  callAsReleaseTool,
  packTar,
  releaseFilesOf,
  releaseUploadTarEntriesOf,
  sha256Of,
} from '../testing/release-uploads.ts';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../testing/test-app.ts';

/*
 * What the token of a team permits. Each kind of call is made with every kind of token, and a test compares the calls
 * with the routes of teams that this service has.
 */

const now = new Date('2026-11-22T12:00:00Z');
const name = 'mfe-report';
let at = now;
let app: TestApp;

interface TeamCall {
  route: string;
  /** The actions of which one permits it; null: any team may read it. */
  permittedBy: readonly ReleaseAction[] | null;
  send: (token: string) => Promise<Response>;
}

const post = (path: string, body: object) => (token: string) => callAsReleaseTool(app, token, path, { body });
const tarOf = (path: string, entries: Parameters<typeof packTar>[0]) => async (token: string) =>
  callAsReleaseTool(app, token, path, { body: await packTar(entries), type: 'application/x-tar' });
const move = (body: object, permittedBy: readonly ReleaseAction[]): TeamCall => ({
  route: 'POST /api/releases/:name/moves',
  permittedBy,
  send: post(`/api/releases/${name}/moves`, body),
});

const contents = { 'remoteEntry.ab12.js': 'entry', 'exposed.cd34.js': 'exposed' };
const release = remoteReleaseFixture(name, 't1', ['/report']);
const pages = { shellVersion: 's1', name, version: 'v1', files: releaseFilesOf({}) };
const calls: TeamCall[] = [
  { route: 'GET /api/releases', permittedBy: null, send: (token) => callAsReleaseTool(app, token, '/api/releases') },
  {
    route: 'GET /api/releases/:name/versions/:version/files',
    permittedBy: null,
    send: (token) => callAsReleaseTool(app, token, `/api/releases/${name}/versions/v1/files`),
  },
  {
    route: 'GET /api/releases/:name/versions/:version/files/:hash',
    permittedBy: null,
    send: (token) => callAsReleaseTool(app, token, `/api/releases/${name}/versions/v1/files/${'0'.repeat(64)}`),
  },
  {
    route: 'POST /api/releases/:name/missing',
    permittedBy: releaseActions,
    send: post(`/api/releases/${name}/missing`, { hashes: [] }),
  },
  {
    route: 'POST /api/releases/:name/versions',
    permittedBy: ['release', 'canary', 'preview'],
    send: tarOf(`/api/releases/${name}/versions`, releaseUploadTarEntriesOf(release, contents)),
  },
  {
    route: 'POST /api/releases/:name/pages',
    permittedBy: ['release'],
    send: tarOf(`/api/releases/${name}/pages`, [['release.json', JSON.stringify(pages)]]),
  },
  {
    route: 'POST /api/releases/:name/previews',
    permittedBy: ['preview'],
    send: post(`/api/releases/${name}/previews`, { preview: 'pr-1', version: 'v2' }),
  },
  {
    route: 'GET /api/releases/:name/previews',
    permittedBy: ['preview'],
    send: (token) => callAsReleaseTool(app, token, `/api/releases/${name}/previews`),
  },
  {
    route: 'DELETE /api/releases/:name/previews/:preview',
    permittedBy: ['preview'],
    send: (token) => callAsReleaseTool(app, token, `/api/releases/${name}/previews/pr-1`, { method: 'DELETE' }),
  },
  move({ action: 'canary', version: 'v2', share: 50 }, ['canary']),
  move({ action: 'canary', version: 'v2', share: 51 }, ['release']),
  move({ action: 'promote' }, ['release']),
  move({ action: 'stable', version: 'v2' }, ['release']),
  move({ action: 'rollback' }, ['rollback']),
];

beforeAll(async () => {
  app = await startTestApp({}, () => at);
  const next = { release: remoteReleaseFixture(name, 'v2', ['/report']), ...minimalReleaseFiles };
  await storeRelease(app.em(), { upload: next, by: 'test' }, now);
});
afterAll(() => app.close());
beforeEach(() => {
  at = now;
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

test('every route of teams is called below', () => {
  expect([...new Set(calls.map(({ route }) => route))].toSorted()).toEqual(
    app.apiRoutes.filter((route) => / \/api\/releases(\/|$)/.test(route)).toSorted(),
  );
});

test.each(releaseActions)(
  'a token that may only %s is refused for everything else, and for other names',
  async (action) => {
    const own = await addReleaseToken(app, name, 'CI', { actions: [action] });
    const others = await addReleaseToken(app, ['mfe-other', 'mfe-search'], 'CI');
    for (const { route, permittedBy, send } of calls) {
      const statuses = [(await send(own.token)).status, (await send(others.token)).status];
      const permitted = permittedBy?.includes(action) ?? true;
      expect([route, action, statuses.map((status) => status !== 403)]).toEqual([
        route,
        action,
        [permitted, permittedBy === null],
      ]);
    }
  },
);

test('the list says when the token of its caller ends', async () => {
  const expiresAt = new Date(now.getTime() + 60_000);
  const { token } = await addReleaseToken(app, name, 'report CI', { now, expiresAt });
  const { token: listed } = releaseListSchema.parse(
    await (await callAsReleaseTool(app, token, '/api/releases')).json(),
  );
  expect(listed).toEqual({ label: 'report CI', expiresAt: expiresAt.toISOString() });
});

test('a token is for each of its names', async () => {
  const { token } = await addReleaseToken(app, ['mfe-search', name]);
  for (const each of ['mfe-search', name]) {
    expect((await post(`/api/releases/${each}/missing`, { hashes: [] })(token)).status).toBe(200);
  }
});

test('no call is answered with a token that has expired or was replaced', async () => {
  const soon = await addReleaseToken(app, name, 'CI', { now, expiresAt: new Date(now.getTime() + 60_000) });
  const replaced = await addReleaseToken(app, name, 'CI', { now });
  const until = new Date(now.getTime() + 30_000);
  expect(await limitReleaseToken(app.em(), { id: replaced.id, until }, now)).toMatchObject({ expiresAt: until });
  const [list] = calls;
  for (const [seconds, expected] of [
    [0, [200, 200]],
    [30, [200, 401]],
    [60, [401, 401]],
  ] as const) {
    at = new Date(now.getTime() + seconds * 1_000);
    const statuses = [await list?.send(soon.token), await list?.send(replaced.token)].map((answer) => answer?.status);
    expect([seconds, statuses]).toEqual([seconds, expected]);
  }
  for (const { route, send } of calls) {
    for (const { token } of [soon, replaced]) {
      expect([route, await codeOf(await send(token))]).toEqual([route, 'token-refused']);
    }
  }
});

test('a token that ends earlier is not prolonged by its replacement', async () => {
  const expiresAt = new Date(now.getTime() + 60_000);
  const { id } = await addReleaseToken(app, name, 'CI', { now, expiresAt });
  const until = new Date(now.getTime() + 3_600_000);
  expect(await limitReleaseToken(app.em(), { id, until }, now)).toMatchObject({ expiresAt });
  expect(await limitReleaseToken(app.em(), { id, until }, until)).toBeNull();
});

test('a token reads no source maps of other names, and one that may only preview just the scripts of live releases', async () => {
  const files = { 'a.js': 'script', 'node/a.cjs': 'node', 'maps/a.js.map': 'map', 'a.css': 'style' };
  const contents = new Map(Object.values(files).map((content) => [sha256Of(content), Buffer.from(content)]));
  for (const version of ['live', 'stored']) {
    const upload = {
      release: remoteReleaseFixture('mfe-maps', version, ['/maps']),
      files: releaseFilesOf(files),
      contents,
    };
    await storeRelease(app.em(), { upload, by: 'test' }, now);
  }
  await moveRelease(app.em(), { name: 'mfe-maps', move: { action: 'stable', version: 'live' }, by: 'test' }, now);
  const readable = async (token: string, version: string) => {
    const path = `/api/releases/mfe-maps/versions/${version}/files`;
    const answer = await callAsReleaseTool(app, token, path);
    const listed = answer.ok ? ((await answer.json()) as { files: { path: string }[] }).files : [];
    const read: string[] = [];
    for (const [file, content] of Object.entries(files)) {
      if ((await callAsReleaseTool(app, token, `${path}/${sha256Of(content)}`)).ok) read.push(file);
    }
    expect(listed.map((file) => file.path).toSorted()).toEqual(read.toSorted());
    return read;
  };
  const [own, branch, others, branches] = [
    await addReleaseToken(app, 'mfe-maps'),
    await addReleaseToken(app, 'mfe-maps', 'CI', { actions: ['preview'] }),
    await addReleaseToken(app, name),
    await addReleaseToken(app, name, 'CI', { actions: ['preview'] }),
  ];
  for (const { token } of [own, branch]) expect(await readable(token, 'stored')).toEqual(Object.keys(files));
  for (const version of ['live', 'stored']) {
    expect(await readable(others.token, version)).toEqual(['a.js', 'node/a.cjs', 'a.css']);
  }
  expect(await readable(branches.token, 'live')).toEqual(['a.js']);
  expect(await readable(branches.token, 'stored')).toEqual([]);
  await app.data.remove('release_channels', { name: 'mfe-maps' });
});

test('the audit log has the id of the token, as several may have one label', async () => {
  const [one, other] = [await addReleaseToken(app, name), await addReleaseToken(app, name)];
  await app.data.remove('audit_log');
  const audited = remoteReleaseFixture(name, 'audited', ['/report']);
  const tar = await packTar(releaseUploadTarEntriesOf(audited, contents));
  await callAsReleaseTool(app, one.token, `/api/releases/${name}/versions`, { body: tar, type: 'application/x-tar' });
  const rendered = await packTar([['release.json', JSON.stringify({ ...pages, version: 'audited' })]]);
  await callAsReleaseTool(app, other.token, `/api/releases/${name}/pages`, {
    body: rendered,
    type: 'application/x-tar',
  });
  await post(`/api/releases/${name}/previews`, { preview: 'audited', version: 'audited' })(one.token);
  const preview = `/api/releases/${name}/previews/audited`;
  await callAsReleaseTool(app, other.token, preview, { method: 'DELETE' });
  await post(`/api/releases/${name}/moves`, { action: 'canary', version: 'audited', share: 1 })(one.token);
  await post(`/api/releases/${name}/moves`, { action: 'rollback' })(other.token);
  const entries = await app.data.select('audit_log', ['id', 'action', 'details']);
  const tokens = entries
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map(({ action, details }) => [action, (details as { token?: string }).token]);
  expect(tokens).toEqual([
    ['release.published', one.id],
    ['release.pages-published', other.id],
    ['release.previewed', one.id],
    ['release.preview-ended', other.id],
    ['release.moved', one.id],
    ['release.moved', other.id],
  ]);
});

import { pruneReleases } from '@ve/app/releases/prune-releases';
import { releaseListSchema } from '@ve/contracts/http/releases/releases';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { maxPreviewBytes, maxPreviewOnlyReleasesPerDay } from '@ve/domain/kernel/release/release-preview';
import { openTestPreview } from '../../testing/previews.ts';
import { rawHttpRequest, sendRawHttp } from '../../testing/raw-http.ts';
import {
  addReleaseToken,
  callAsReleaseTool,
  packTar,
  releaseFilesOf,
  releaseUploadTarEntriesOf,
  sha256Of,
  uploadRelease,
} from '../../testing/release-uploads.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { remoteReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { signReleaseOverride } from '../live/override-cookie.ts';

/* What a token that may only preview has published: code that is not reviewed. */

const now = new Date('2026-11-22T12:00:00Z');
const day = 86_400_000;
const name = 'mfe-report';
let at = now;
let app: TestApp;
let branch: string;
let team: string;

beforeAll(async () => {
  app = await startTestApp({}, () => at);
  branch = (await addReleaseToken(app, name, 'branches', { actions: ['preview'] })).token;
  team = (await addReleaseToken(app, name, 'report CI')).token;
});
afterAll(() => app.close());
beforeEach(async () => {
  at = now;
  await app.data.remove('release_previews');
  await app.data.remove('remote_releases', { name, previewOnly: true });
});

const source = (digit: string): ReleaseBuildSource => ({
  ...{ commit: digit.repeat(40), branch: 'main', dirty: false, ciUrl: null },
});
const publish = async (by: string, version: string, script: string, builtFrom: ReleaseBuildSource | null = null) => {
  const contents = { 'remoteEntry.ab12.js': script, 'exposed.cd34.js': 'exposed' };
  const release = remoteReleaseFixture(name, version, ['/report', '/blog/:id']);
  const envelope = { release, files: releaseFilesOf(contents), builtFrom };
  const tar = await packTar([
    ['release.json', JSON.stringify(envelope)],
    ...Object.values(contents).map((content): [string, string] => [sha256Of(content), content]),
  ]);
  const answer = await uploadRelease(app, by, name, tar);
  const { code = null, detail = '' } = (await answer.json()) as { code?: string; detail?: string };
  return { status: answer.status, code, detail };
};
const browser = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'none' };
const live = { ...browser, host: 'localhost:3000' };
const open = (target: string, headers: Record<string, string>) =>
  sendRawHttp(app.url, rawHttpRequest(`GET ${target}`, { ...browser, ...headers }));
const script = (version: string) => `/remotes/${name}/${version}/remoteEntry.ab12.js`;
const move = (by: string, body: object) => callAsReleaseTool(app, by, `/api/releases/${name}/moves`, { body });

it('is served by the previews that show it alone', async () => {
  expect((await publish(branch, 'b1', 'of a branch')).status).toBe(201);
  await publish(branch, 'b2', 'of another');
  const shows = await openTestPreview(app, branch, { name, preview: 'one', version: 'b1' });
  const other = await openTestPreview(app, branch, { name, preview: 'two', version: 'b2' });
  const page = await open('/report', shows);
  expect([page.status, page.body.includes(script('b1'))]).toEqual([200, true]);
  const served = await open(script('b1'), shows);
  expect([served.status, served.body.includes('of a branch')]).toEqual([200, true]);
  // Its version may get other files.
  expect(served.head).not.toContain('immutable');
  for (const headers of [other, live]) expect((await open(script('b1'), headers)).status).toBe(404);
});

it('calls and loads from no origins that the live release does not', async () => {
  const sources = ['https://elsewhere.test'];
  const pages = { '/report': { scripts: sources, frames: sources, connects: sources } };
  const contents = { 'remoteEntry.ab12.js': 'entry', 'exposed.cd34.js': 'exposed' };
  const release = remoteReleaseFixture(name, 'calls', ['/report', '/blog/:id'], { pages });
  const sent = await uploadRelease(app, branch, name, await packTar(releaseUploadTarEntriesOf(release, contents)));
  expect(sent.status).toBe(201);
  const page = await open('/report', await openTestPreview(app, branch, { name, preview: 'one', version: 'calls' }));
  expect(page.body).toContain('/calls/');
  expect(page.head).toContain("connect-src 'self'");
  expect(page.head).not.toContain('elsewhere.test');
});

it('is shown in no override of staff', async () => {
  await publish(branch, 'b1', 'of a branch');
  const session = await createTestSession(app, { roles: ['admin'], openedBy: 'password-totp' });
  const { id = '' } = (await app.data.all('sessions')).at(-1) ?? {};
  const targets = { [name]: { version: 'b1' } };
  const until = now.getTime() / 1_000 + 3_600;
  const key = await readReleaseCookieSigningKey(app.em(), 'override');
  const cookie = `session=${session}; ve-override=${signReleaseOverride({ sessionId: id, until, targets }, key)}`;
  const { body } = await open('/report', { ...live, cookie });
  expect(body).toContain('"problem":"unknown-release"');
  expect(body).not.toContain(script('b1'));
});

it('can be given to no visitor, has no pages, and is not listed', async () => {
  await publish(branch, 'b1', 'of a branch');
  for (const asked of [
    { action: 'stable', version: 'b1' },
    { action: 'canary', version: 'b1', share: 1 },
  ]) {
    expect(await (await move(team, asked)).json()).toMatchObject({ status: 409, code: 'move-refused' });
  }
  const pages = { shellVersion: 's1', name, version: 'b1', files: [] };
  const sent = await uploadRelease(app, team, name, await packTar([['release.json', JSON.stringify(pages)]]), 'pages');
  expect(await sent.json()).toMatchObject({ status: 422, code: 'release-refused' });
  const list = releaseListSchema.parse(await (await callAsReleaseTool(app, team, '/api/releases')).json());
  expect(list.releases.map(({ version }) => version)).not.toContain('b1');
});

it('is replaced by what a token that may release publishes, with its source, and does not replace that', async () => {
  await publish(branch, 'r1', 'squatted', source('a'));
  const shows = await openTestPreview(app, branch, { name, preview: 'one', version: 'r1' });
  expect((await open(script('r1'), shows)).body).toContain('squatted');
  expect((await open(script('r1'), live)).status).toBe(404);
  expect((await publish(branch, 'r1', 'other')).code).toBe('release-differs');
  expect(await publish(team, 'r1', 'reviewed', source('b'))).toMatchObject({ status: 201 });
  expect((await publish(branch, 'r1', 'squatted')).code).toBe('release-differs');
  expect((await publish(branch, 'r1', 'reviewed', source('a'))).status).toBe(200);
  expect((await publish(team, 'r1', 'reviewed')).status).toBe(200);
  const [row] = await app.data.select('remote_releases', ['publishedBy', 'builtFrom'], { name, version: 'r1' });
  expect(row).toEqual({ publishedBy: 'token:report CI', builtFrom: source('b') });
  expect((await open(script('r1'), shows)).body).toContain('reviewed');
  expect((await move(team, { action: 'stable', version: 'r1' })).status).toBe(200);
  expect((await open('/report', live)).body).toContain(script('r1'));
  await move(team, { action: 'rollback' });
});

it('is replaced also where it is the same', async () => {
  await publish(branch, 'r2', 'the same', source('a'));
  expect(await publish(team, 'r2', 'the same', source('b'))).toMatchObject({ status: 201 });
  expect(await app.data.values('remote_releases', 'builtFrom', { version: 'r2' })).toEqual([source('b')]);
});

it('is deleted with its last preview, a day after it was published', async () => {
  await publish(branch, 'b1', 'of a branch');
  await publish(branch, 'b2', 'of another');
  await openTestPreview(app, branch, { name, preview: 'one', version: 'b1', days: 2 });
  const left = async (days: number) => {
    await pruneReleases(app.em(), new Date(now.getTime() + days * day + 1));
    return (await app.data.values('remote_releases', 'version', { name, previewOnly: true })).toSorted();
  };
  expect(await left(0.9)).toEqual(['b1', 'b2']);
  expect(await left(1)).toEqual(['b1']);
  expect(await left(2)).toEqual([]);
});

describe('a token that may only preview', () => {
  it('publishes at most as many bytes as a preview may have, also with another list', async () => {
    const large = Buffer.alloc(maxPreviewBytes / 2 - 1, 'a').toString();
    const other = Buffer.alloc(maxPreviewBytes / 2 - 1, 'b').toString();
    const contents = { 'remoteEntry.ab12.js': large, 'exposed.cd34.js': other, 'c.js': 'ccc' };
    const release = remoteReleaseFixture(name, 'large', ['/report', '/blog/:id']);
    const entries = Object.values(contents).map((content): [string, string] => [sha256Of(content), content]);
    const listed = releaseFilesOf(contents);
    for (const [files, sent] of [
      [listed, []],
      [listed.map((file) => ({ ...file, size: 1 })), entries],
    ] as const) {
      const tar = await packTar([['release.json', JSON.stringify({ release, files })], ...sent]);
      expect(await (await uploadRelease(app, branch, name, tar)).json()).toMatchObject({
        ...{ status: 422, code: 'release-refused' },
        detail: `It has ${String(maxPreviewBytes + 1)} bytes, of which a preview may have ${String(maxPreviewBytes)}`,
      });
      expect(await app.data.all('remote_releases', { version: 'large' })).toEqual([]);
    }
  });

  it('publishes a limited number of releases of a name in a day, also at once; others are not limited', async () => {
    for (let index = 1; index < maxPreviewOnlyReleasesPerDay; index += 1) {
      expect((await publish(branch, `many${String(index)}`, 'x')).status).toBe(201);
    }
    const both = await Promise.all([publish(branch, 'last1', 'x'), publish(branch, 'last2', 'x')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.detail).toContain(
      '20 releases for previews were published in a day',
    );
    expect((await publish(branch, 'many1', 'x')).status).toBe(200);
    expect((await publish(team, 'team1', 'x')).status).toBe(201);
    at = new Date(now.getTime() + day);
    expect((await publish(branch, 'next', 'x')).status).toBe(201);
  });
});

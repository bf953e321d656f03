import { moveRelease } from '@ve/app/releases/move-release';
import { findPrerenderedPagesOfRelease } from '@ve/data/releases/registry/release.repository';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  callAsReleaseTool,
  addReleaseToken,
  packTar,
  uploadRelease,
  releaseUploadTarEntriesOf,
} from '../testing/release-uploads.ts';
import { rawHttpRequest, sendRawHttp } from '../testing/raw-http.ts';
import { shellReleaseFixture, startTestApp, type TestApp } from '../testing/test-app.ts';

/* Tests `npm run release`, as a team runs it, against this service. Its own tests are in libs/build/src/release. */

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 've-team-'));
let app: TestApp;
let token: string;

const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
};
const writePage = (text: string): void => {
  write('mfe-tiny/src/remote.tsx', `export default function Tiny(): string { return '${text}'; }`);
};
const release = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const cli = join(repository, 'libs/build/src/cli/release.ts');
    const flags = ['--disable-warning=ExperimentalWarning', '--conditions=source'];
    const child = spawn(process.execPath, [...flags, cli, 'mfe-tiny', ...args, '--root', root], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        RELEASE_URL: app.url,
        RELEASE_TOKEN: token,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.once('close', (code) => {
      resolve({ code: code ?? -1, output });
    });
  });
/** The version that visitors are served; undefined for none. */
const given = async (): Promise<string | undefined> => {
  const { remotes } = (await (await fetch(`${app.url}/api/remotes`)).json()) as {
    remotes: { name: string; version: string }[];
  };
  return remotes.find(({ name }) => name === 'mfe-tiny')?.version;
};
const versionIn = (output: string): string => /mfe-tiny ([0-9a-f]{12})/.exec(output)?.[1] ?? '';

beforeAll(async () => {
  app = await startTestApp();
  token = (await addReleaseToken(app, 'mfe-tiny', 'tiny team')).token;
  const shell = (await addReleaseToken(app, 'shell', 'shell team')).token;
  const build = `exports.shared = {};
    exports.renderPage = async (entry, remote) => ({ html: '<h1>' + remote.default() + '</h1>', head: '' });`;
  const published = { ...shellReleaseFixture, version: 's2', node: 'node/shell.cjs' };
  const files = { 'main.0a1b2c.js': 'main()', 'base.1f.css': '', 'text.2e.woff2': '', 'index.html': '' };
  const tar = await packTar(releaseUploadTarEntriesOf(published, { ...files, 'node/shell.cjs': build }));
  expect((await uploadRelease(app, shell, 'shell', tar)).status).toBe(201);
  const body = { action: 'stable', version: 's2' };
  expect((await callAsReleaseTool(app, shell, '/api/releases/shell/moves', { body })).status).toBe(200);

  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  write('mfe-tiny/package.json', '{ "name": "@ve/mfe-tiny", "type": "module" }');
  write(
    'mfe-tiny/remote.json',
    JSON.stringify({
      ...{ name: 'mfe-tiny', routes: ['/tiny'], slots: [], contract: '1.0.0', prerender: ['/tiny'] },
      budget: { start: 50, page: 50 },
    }),
  );
  const preset = join(repository, 'libs/build/src/preset.ts');
  write(
    'mfe-tiny/rspack.config.mjs',
    `import { remoteConfig } from '${preset}';\nexport default remoteConfig(import.meta.dirname);\n`,
  );
  writePage('first');
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

test('a team publishes, serves to all, serves another to some, promotes it and rolls back', async () => {
  const first = await release();
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('pages prerendered with what is live: 1') });
  const version = versionIn(first.output);
  expect(await findPrerenderedPagesOfRelease(app.em(), { shellVersion: 's2', name: 'mfe-tiny', version })).toHaveLength(
    3,
  );
  expect(await given()).toBeUndefined();

  expect(await release('--promote')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`was published before: mfe-tiny ${version}`),
  });
  expect(await given()).toBe(version);

  writePage('second');
  const canary = await release('--canary', '10', '--why', 'Try the second');
  expect(canary).toMatchObject({ code: 0, output: expect.stringContaining('for 10 visitors in 100') });
  const second = versionIn(canary.output);
  expect(second).not.toBe(version);
  expect((await release('--list')).output).toContain(
    'canary: not judged yet. 0 page loads of the canary so far: a verdict needs 20 of each, and a rollback faults met by ' +
      '5 networks (0 so far).',
  );
  await expect(release('--promote')).resolves.toMatchObject({ code: 0 });
  expect(await given()).toBe(second);

  await expect(release('--rollback', '--why', 'The second was worse')).resolves.toMatchObject({ code: 0 });
  expect(await given()).toBe(version);
  const { output } = await release('--list');
  expect(output).toContain(`mfe-tiny: stable ${version}`);
  expect(output).toContain(`rollback: ${second} to ${version}, by token:tiny team: The second was worse`);
});

test('a rollback after the canary was ended automatically leaves stable, reports what happened, and rolls stable back when confirmed', async () => {
  const version = await given();
  writePage('third');
  await expect(release('--promote')).resolves.toMatchObject({ code: 0 });
  const stable = await given();
  expect(stable).not.toBe(version);
  writePage('fourth');
  const canary = versionIn((await release('--canary', '10')).output);
  const ended = {
    name: 'mfe-tiny',
    move: { action: 'rollback' },
    by: canaryWatchActor,
    why: 'Faults met by 30',
  } as const;
  await moveRelease(app.em(), ended, new Date());

  for (const flag of ['--rollback', '--promote']) {
    const { code, output } = await release(flag);
    expect(output).toContain(`The canary ${canary} was taken back at`);
    expect(output).toContain('by canary-watch (Faults met by 30).');
    expect(output).toContain(`npm run release mfe-tiny -- ${flag} --stable`);
    expect(code).toBe(1);
    expect(await given()).toBe(stable);
  }
  await expect(release('--rollback', '--stable')).resolves.toMatchObject({ code: 0 });
  expect(await given()).toBe(version);
});

test('a token that may only preview shows a branch by a link, and gives it to no visitor', async () => {
  const version = await given();
  const before = token;
  token = (await addReleaseToken(app, 'mfe-tiny', 'tiny pull requests', { actions: ['preview'] })).token;
  writePage('a branch');
  const shown = await release('--preview', 'pr-12');
  expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('### Preview of mfe-tiny: `pr-12`') });
  const [link = ''] = /http:\S+preview-key=[\w.-]+/.exec(shown.output) ?? [];
  const { host, searchParams } = new URL(link);
  const open = () =>
    sendRawHttp(
      app.url,
      rawHttpRequest('GET /api/remotes', {
        host,
        cookie: `ve-preview=${searchParams.get('preview-key') ?? ''}`,
      }),
    );
  expect((await open()).body).toContain(`/remotes/mfe-tiny/${versionIn(shown.output)}/`);
  expect(await given()).toBe(version);
  expect((await release('--list')).output).toContain(`  pr-12  ${versionIn(shown.output)} until `);
  const refused = await release('--canary', '10');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This token may preview only') });
  expect(await given()).toBe(version);
  expect((await release('--end-preview', 'pr-12')).code).toBe(0);
  expect((await open()).status).toBe(404);
  token = before;
});

test('the service’s reasons for a refusal are printed', async () => {
  token = (await addReleaseToken(app, 'mfe-report')).token;
  const { code, output } = await release();
  expect(output).toContain('This token may release mfe-report only');
  expect(code).toBe(1);
});

import type { Release } from '@ve/contracts/remote-manifest';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFilesIn } from '../release-files.ts';
import { repositoryRoot } from '../repository.ts';
import { readJson } from '../release-store.ts';
import { type FakeReleaseReceiver, startFakeReleaseSite } from '../testing/fake-release-site.ts';
import { shellNodeBuildSource, shellReleaseFixture } from '../testing/small-releases.ts';

/*
 * `npm run release` of a remote, over HTTP to a site in memory. The remote is built once, and again where a test
 * changes it.
 */

const root = mkdtempSync(join(tmpdir(), 've-release-'));
const token = 'token-of-the-tiny-team';
const cli = join(repositoryRoot, 'libs/build/src/cli/release.ts');
let site: FakeReleaseReceiver;

const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
};
const manifest = (more: object = {}) => ({
  ...{ name: 'mfe-tiny', routes: ['/tiny'], slots: [], contract: '2.0.0', prerender: ['/tiny'] },
  budget: { start: 50, page: 50 },
  ...more,
});
const source = (text: string) => `export default function Tiny(): string { return '${text}'; }`;

interface Ended {
  code: number;
  output: string;
}

/** Runs the command as npm does. */
function release(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const flags = ['--disable-warning=ExperimentalWarning', '--conditions=source'];
    const child = spawn(process.execPath, [...flags, cli, ...args, '--root', root], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        RELEASE_URL: site.url,
        RELEASE_TOKEN: token,
        ...env,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => {
      resolve({ code: code ?? -1, output });
    });
  });
}
const ofTiny = (): Release[] =>
  [...site.releases.values()].map((each) => each.release).filter(({ name }) => name === 'mfe-tiny');
const given = (): string[] =>
  site.channels
    .filter(({ name }) => name === 'mfe-tiny')
    .map(({ channel, share, release: { version } }) => `${channel} ${String(share)} ${version}`);
const contentOf = (pair: string, path: string): string => {
  const hash = site.pages.get(pair)?.find((each) => each.path === path)?.hash ?? '';
  return site.contents.get(hash)?.toString() ?? '';
};

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

beforeAll(async () => {
  site = await startFakeReleaseSite(token);
  site.add(shellReleaseFixture('s1'), { 'main.js': 'main()', 'node/shell.cjs': shellNodeBuildSource }, 'stable');
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  write('mfe-tiny/package.json', '{ "name": "@ve/mfe-tiny", "type": "module" }');
  write('mfe-tiny/remote.json', JSON.stringify(manifest()));
  const preset = join(repositoryRoot, 'libs/build/src/preset.ts');
  write(
    'mfe-tiny/rspack.config.mjs',
    `import { remoteConfig } from '${preset}';\nexport default remoteConfig(import.meta.dirname);\n`,
  );
  write('mfe-tiny/src/remote.tsx', source('first text'));
  git('init', '--initial-branch=orders');
  git('commit', '--allow-empty', '--message=One');
  commit = git('rev-parse', 'HEAD');
});
afterAll(async () => {
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

let first = '';
let commit = '';

test('publishes what it builds with its pages in the live shell, and gives it to no visitor', async () => {
  const { code, output } = await release(['mfe-tiny']);
  expect(output).toContain('No visitor is given mfe-tiny');
  expect(code).toBe(0);
  const [published] = [...site.releases.values()].filter(({ release: { name } }) => name === 'mfe-tiny');
  first = published?.release.version ?? '';
  const folder = join(root, '.store/mfe-tiny', first);
  expect(published?.release).toEqual(readJson(join(folder, 'release.json')));
  expect(published?.files.map(({ path }) => path)).toEqual(listFilesIn(folder));
  const scripts = listFilesIn(folder).filter((file) => /^[^/]+\.js$/.test(file));
  expect(listFilesIn(folder).filter((file) => file.includes('.map'))).toEqual(
    scripts.map((file) => `maps/${file}.map`),
  );
  for (const script of scripts) expect(readFileSync(join(folder, script), 'utf8')).not.toContain('sourceMappingURL');
  const maps = scripts.map((script) => readJson(join(folder, `maps/${script}.map`)) as { sources: string[] });
  expect(maps.flatMap(({ sources }) => sources)).toContain('mfe-tiny/src/remote.tsx');
  expect(JSON.stringify(maps)).not.toMatch(/sourcesContent|%2F|"\/|\.\.\//);
  expect(contentOf(`s1/mfe-tiny/${first}`, 'tiny.html')).toBe('shell s1: first text');
  expect(output).toMatch(/pages start with \d\.\d kB by gzip with the live shell s1/);
  expect(given()).toEqual([]);
});

test('publishes the same again without sending a file, also twice concurrently', async () => {
  const both = await Promise.all([release(['mfe-tiny']), release(['mfe-tiny'])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  for (const { output } of both) expect(output).toContain(`was published before: mfe-tiny ${first}`);
  expect(ofTiny()).toHaveLength(1);
});

test('starts a canary for the requested share, and prints it', async () => {
  const { code, output } = await release(['mfe-tiny', '--canary', '10', '--why', 'The first one']);
  expect(output).toContain(`mfe-tiny: canary ${first} for 10 visitors in 100, from each visitor's next page on`);
  expect(output).toMatch(/live after \d+\.\d s \(types .*, build .*, check .*, publish .*, pages .*, move .*\)/);
  expect(output).toContain(`see it on the site as staff: ${site.url}/admin/releases`);
  expect(code).toBe(0);
  expect(given()).toEqual([`canary 10 ${first}`]);
  expect(site.moves.at(-1)).toMatchObject({ why: 'The first one' });
});

test('previews what it builds, with a comment for a pull request, renders no pages, and ends it', async () => {
  const file = join(root, 'comment.md');
  const shown = await release(['mfe-tiny', '--preview', 'pr-12', '--days', '3', '--comment', file]);
  expect(shown.output).toContain(`pr-12 shows mfe-tiny ${first} (after `);
  expect(shown.code).toBe(0);
  const comment = readFileSync(file, 'utf8');
  expect(shown.output).toContain(comment);
  expect(comment).toContain(
    '**[Open it](<http://pr-12.preview.localhost:3000/?preview-key=k>)** until 2026-11-29 14:59 UTC',
  );
  expect(comment).toContain(`| Commit | \`${commit.slice(0, 12)} (orders)`);
  expect(given()).toEqual([`canary 10 ${first}`]);
  site.tokenExpiresAt = new Date(Date.now() + 13 * 86_400_000).toISOString();
  const listed = await release(['mfe-tiny', '--list']);
  site.tokenExpiresAt = '2999-01-01T00:00:00.000Z';
  expect(listed.output).toContain('note: this RELEASE_TOKEN (tests) expires ');
  expect(shown.output).not.toContain('RELEASE_TOKEN');
  expect(listed.output).toContain(`pr-12  ${first} until 2026-11-29 14:59 UTC, by token:tests: http://pr-12.`);
  expect((await release(['mfe-tiny', '--end-preview', 'pr-12'])).output).toContain(
    'The preview pr-12 of mfe-tiny has ended.',
  );
  const again = await release(['mfe-tiny', '--end-preview', 'pr-12']);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('mfe-tiny has no preview pr-12')]);
});

test('leaves pages to browsers with a token that may not send them', async () => {
  site.instead = ({ path }) =>
    path === '/api/releases/mfe-tiny/pages' ? { status: 403, body: { status: 403, code: 'access-denied' } } : null;
  const { code, output } = await release(['mfe-tiny', '--canary', '10']);
  site.instead = () => null;
  expect(output).toContain('pages left to browsers: this token may not send prerendered ones');
  expect(output).toContain(`mfe-tiny: canary ${first} for 10 visitors in 100`);
  expect(code).toBe(0);
});

test('promotes the canary without building', async () => {
  write('mfe-tiny/src/remote.tsx', 'export default <');
  const { code, output } = await release(['mfe-tiny', '--promote']);
  expect(output).toContain(`mfe-tiny: stable ${first}`);
  expect(code).toBe(0);
  expect(given()).toEqual([`stable 100 ${first}`]);
});

test('prints the compiler’s messages of a failed build, and publishes nothing', async () => {
  const { code, output } = await release(['mfe-tiny', '--promote']);
  expect(output).toContain('remote.tsx');
  expect(code).toBe(1);
  expect(ofTiny()).toHaveLength(1);
});

test('makes the current build stable where no canary runs; a rollback restores the previous one, with pages in today’s shell', async () => {
  write('mfe-tiny/src/remote.tsx', source('second text'));
  const promoted = await release(['mfe-tiny', '--promote']);
  expect(promoted).toMatchObject({ code: 0, output: expect.stringContaining(`see it at ${site.url}/tiny`) });
  expect(ofTiny()).toHaveLength(2);
  expect(given()).not.toEqual([`stable 100 ${first}`]);
  site.channels = site.channels.filter(({ name }) => name !== 'shell');
  site.add(shellReleaseFixture('s2'), { 'main.js': 'main(2)', 'node/shell.cjs': shellNodeBuildSource }, 'stable');
  const { code, output } = await release(['mfe-tiny', '--rollback', '--why', 'Numbers were wrong']);
  expect(output).toContain(`mfe-tiny: stable ${first}`);
  expect(code).toBe(0);
  expect(given()).toEqual([`stable 100 ${first}`]);
  expect(contentOf(`s2/mfe-tiny/${first}`, 'tiny.html')).toBe('shell s2: first text');
});

test('lists the live and the published releases and the history', async () => {
  const { code, output } = await release(['mfe-tiny', '--list']);
  expect(code).toBe(0);
  expect(output.split('\n')[0]).toBe(`mfe-tiny: stable ${first}`);
  expect(output).toContain(
    `  ${first}  2026-11-22 14:59 UTC  by token:tests  stable\n      from ${commit.slice(0, 12)} (orders), with changes that are in no commit\n`,
  );
  expect(output).toContain(`to ${first}, by token:tests: Numbers were wrong`);
});

test('prints nothing of the site or of other teams that a terminal would obey', async () => {
  const at = '2026-11-22T15:10:00.000Z';
  const why = '\u001b[2J\u001b[1;1Hall is well\u009b8m\rhidden';
  site.moves.push({ name: 'mfe-tiny', action: 'stable', from: null, to: first, share: null, at, by: 'staff', why });
  const { output } = await release(['mfe-tiny', '--list']);
  site.moves.pop();
  expect(output).toContain(': all is wellhidden\n');
});

test('rejects what is over its budget with the live shell, before any upload', async () => {
  write('mfe-tiny/remote.json', JSON.stringify(manifest({ budget: { start: 1, page: 50 } })));
  const { code, output } = await release(['mfe-tiny', '--promote']);
  expect(output).toContain('Nothing was published.\nmfe-tiny is over its budget');
  expect(output).toMatch(/shell\/main\.js/);
  expect(code).toBe(1);
  expect(given()).toEqual([`stable 100 ${first}`]);
});

test('rejects what does not fit the live shell, with a remedy, before any upload', async () => {
  write('mfe-tiny/remote.json', JSON.stringify(manifest({ contract: '2.99.0' })));
  const { code, output } = await release(['mfe-tiny', '--promote']);
  expect(output).toContain('Nothing was published.\nmfe-tiny@');
  expect(output).toContain('needs contract 2.99.0');
  expect(code).toBe(1);
});

test('rejects a remote whose types are wrong, before it is built', async () => {
  const compilerOptions = {
    ...{ strict: true, composite: true, rootDir: 'src', outDir: 'dist', jsx: 'react-jsx', types: [] },
    ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler' },
  };
  write('mfe-tiny/remote.json', JSON.stringify(manifest()));
  write('mfe-tiny/tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write('mfe-tiny/src/remote.tsx', `export default function Tiny(): number { return 'a text'; }`);
  const { code, output } = await release(['mfe-tiny', '--promote']);
  expect(output).toContain('Nothing was published.\n');
  expect(output).toContain(`Type 'string' is not assignable to type 'number'.`);
  expect(output).not.toContain('built: mfe-tiny');
  expect(code).toBe(1);
  rmSync(join(root, 'mfe-tiny/tsconfig.json'));
});

test('publishes what cannot be prerendered, and gives it to visitors only with --force', async () => {
  write('mfe-tiny/remote.json', JSON.stringify(manifest()));
  write('mfe-tiny/src/remote.tsx', `export default function Tiny(): string { throw new Error('no window here'); }`);
  const published = await release(['mfe-tiny']);
  expect(published).toMatchObject({ code: 0, output: expect.stringContaining('WARNING: not prerendered, left to') });
  expect(published.output).toContain('no window here');
  const canary = await release(['mfe-tiny', '--canary', '10']);
  expect(canary).toMatchObject({ code: 1, output: expect.stringContaining('no visitor is given it') });
  expect(canary.output).toContain('its pages with shell s2 could not be prerendered');
  expect(given()).toEqual([`stable 100 ${first}`]);
  await expect(release(['mfe-tiny', '--canary', '10', '--force'])).resolves.toMatchObject({ code: 0 });
  expect(given()).toHaveLength(2);
});

test('sends no request without a token', async () => {
  site.asked = [];
  const { code, output } = await release(['mfe-tiny'], { RELEASE_TOKEN: '' });
  expect(output).toContain('npm run release-token -- mfe-tiny');
  expect(output).not.toContain('    at ');
  expect(code).toBe(2);
  expect(site.asked).toEqual([]);
});

test('uses the token of this machine for a site on it', async () => {
  write('.data/release-tokens.json', JSON.stringify({ 'mfe-tiny': token }));
  await expect(release(['mfe-tiny', '--list'], { RELEASE_TOKEN: '' })).resolves.toMatchObject({ code: 0 });
});

test('never prints the token, regardless of the response', async () => {
  site.instead = () => ({ status: 403, body: { title: `Not with ${token}` } });
  const { code, output } = await release(['mfe-tiny']);
  expect(output).toContain('Not with (token)');
  expect(code).toBe(1);
});

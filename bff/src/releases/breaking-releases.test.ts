import type { ReleaseJson } from '@ve/contracts/remote-manifest';
import { moveRelease } from '@ve/app/releases/move-release';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addReleaseToken,
  callAsReleaseTool,
  packTar,
  releaseUploadTarEntriesOf,
  uploadRelease,
} from '../testing/release-uploads.ts';
import { remoteReleaseFixture, shellReleaseFixture, startTestApp, type TestApp } from '../testing/test-app.ts';

/* Releases that would break pages: each is refused over HTTP, with what to do. The remote is built by `npm run release`. */

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 've-breaking-'));
const session = '@ve/mfe-kit/session';
const slots = '@ve/contracts/slots';
const first = 'report.after-checks/v1';
const second = 'report.after-checks/v2';
let app: TestApp;
const tokens: Record<string, string> = {};

const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
};

/** `npm run release mfe-tiny`, without giving it to visitors. */
const build = (): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const cli = join(repository, 'libs/build/src/cli/release.ts');
    const flags = ['--disable-warning=ExperimentalWarning', '--conditions=source'];
    const child = spawn(process.execPath, [...flags, cli, 'mfe-tiny', '--root', root], {
      env: { PATH: process.env.PATH, RELEASE_URL: app.url, RELEASE_TOKEN: tokens['mfe-tiny'] },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.once('close', (code) => {
      resolve({ code: code ?? -1, output });
    });
  });

const shell = (version: string, more: Partial<ReleaseJson> = {}): ReleaseJson => ({
  ...shellReleaseFixture,
  version,
  contract: '4.3.0',
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', [session]: '4.3.0' },
  sharedExports: {
    react: { '*': '19.3.1' },
    'react/jsx-runtime': { '*': '19.3.1' },
    [session]: { useSession: '4.0.0', useSignOut: '4.1.0' },
    [slots]: { [first]: '4.0.0', [second]: '4.0.0' },
  },
  ...more,
});
const remote = (name: string, version: string, more: Partial<ReleaseJson> = {}): ReleaseJson =>
  remoteReleaseFixture(name, version, [`/${name.slice('mfe-'.length)}`], { contract: '4.0.0', ...more });

const contentsOf = ({ entry, preload, styles, fonts, document, node }: ReleaseJson): Record<string, string> =>
  Object.fromEntries(
    [entry, ...preload, ...styles, ...fonts, document ?? null, node ?? null]
      .filter((file) => file !== null)
      .map((file) => [file, file]),
  );

/** Publishes a release and gives it to all visitors. Returns the status, and the reasons of a refusal. */
async function release(given: ReleaseJson): Promise<[status: number, reasons: string]> {
  const { name, version } = given;
  const token = tokens[name] ?? '';
  const tar = await packTar(releaseUploadTarEntriesOf(given, contentsOf(given)));
  const published = await uploadRelease(app, token, name, tar);
  if (!published.ok) return [published.status, await published.text()];
  return move(name, { action: 'stable', version });
}
async function move(name: string, body: object): Promise<[status: number, reasons: string]> {
  const moved = await callAsReleaseTool(app, tokens[name] ?? '', `/api/releases/${name}/moves`, { body });
  const { detail } = (await moved.json()) as { detail?: string };
  return [moved.status, detail ?? ''];
}

beforeAll(async () => {
  app = await startTestApp();
  for (const name of ['shell', 'mfe-report', 'mfe-search', 'mfe-tiny']) {
    tokens[name] = (await addReleaseToken(app, name, `${name} team`)).token;
  }
  for (const given of [
    remote('mfe-search', 'v4', { slots: [first], sharedExports: { [slots]: { [first]: '4.0.0' } } }),
    remote('mfe-report', 'v4', {
      offers: [first],
      shared: { [session]: '^4.0.0' },
      sharedExports: { [session]: { useSignOut: '4.1.0' }, [slots]: { [first]: '4.0.0' } },
    }),
  ]) {
    await publishTestRelease(app.em(), given, 'test', new Date());
  }
  const stored = shell('s4');
  const tar = await packTar(releaseUploadTarEntriesOf(stored, contentsOf(stored)));
  await uploadRelease(app, tokens['shell'] ?? '', 'shell', tar);
  await moveRelease(app.em(), { name: 'shell', move: { action: 'stable', version: 's4' }, by: 'test' }, new Date());
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  write('mfe-tiny/package.json', '{ "name": "@ve/mfe-tiny", "type": "module" }');
  write(
    'mfe-tiny/remote.json',
    JSON.stringify({
      ...{ name: 'mfe-tiny', routes: ['/tiny'], slots: [], contract: '4.0.0', prerender: [] },
      budget: { start: 50, page: 50 },
    }),
  );
  const preset = join(repository, 'libs/build/src/preset.ts');
  write(
    'mfe-tiny/rspack.config.mjs',
    `import { remoteConfig } from '${preset}';\nexport default remoteConfig(import.meta.dirname);\n`,
  );
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

/** The release that was built last, as the tool would send it. */
function builtRelease(): ReleaseJson {
  const { version } = JSON.parse(readFileSync(join(root, '.store/.stamps/mfe-tiny.json'), 'utf8')) as {
    version: string;
  };
  return JSON.parse(readFileSync(join(root, '.store/mfe-tiny', version, 'release.json'), 'utf8')) as ReleaseJson;
}

describe('a release that imports a name that the live shell lacks is refused by the tool and by the site', () => {
  const age = 'export const age = (): string => String(useSession()) + String(useAge());';
  test.each([
    ['statically', `import { useAge, useSession } from '${session}';\n${age}\nexport default age;\n`, age],
    [
      'in a chunk that is loaded later',
      `export default function Tiny() { void import('./later.ts'); return 'tiny'; }\n`,
      `import { useAge, useSession } from '${session}';\n${age}`,
    ],
  ])('%s', async (_how, page, later) => {
    write('mfe-tiny/src/remote.tsx', page);
    write('mfe-tiny/src/later.ts', later);
    const { code, output } = await build();
    const reason = new RegExp(
      `mfe-tiny@\\S+ imports useAge of ${session}, which shell@s4 \\(stable\\) lacks and contract \\S+ brought: release ` +
        'a shell that has it first, or build the remote without it',
    );
    expect(output).toMatch(reason);
    expect(output).toContain('Nothing was published.');
    expect(code).toBe(1);
    const built = builtRelease();
    expect(Object.keys(built.sharedExports?.[session] ?? {})).toEqual(['useAge', 'useSession']);
    expect(await release(built)).toEqual([422, expect.stringMatching(reason)]);
  });
});

test('a name that only dropped code imports counts as not imported, and what is imported as a whole as everything', async () => {
  write(
    'mfe-tiny/src/remote.tsx',
    `import * as React from 'react';
    import { useAge } from '${session}';
    import * as everything from '@ve/mfe-kit/page-chrome';
    const unused = () => useAge();
    export default function Tiny() { return React.useMemo(() => JSON.stringify(everything), []); }`,
  );
  await build();
  const { sharedExports = {} } = builtRelease();
  expect(sharedExports[session]).toBeUndefined();
  expect(Object.keys(sharedExports['react'] ?? {})).toEqual(['useMemo']);
  expect(Object.keys(sharedExports['@ve/mfe-kit/page-chrome'] ?? {})).toEqual(
    expect.arrayContaining(['usePageChrome']),
  );
});

test.each<[string, ReleaseJson, string]>([
  [
    'a shell without a name that a live remote imports',
    shell('s5', { sharedExports: { ...shell('s5').sharedExports, [session]: { useSession: '4.0.0' } } }),
    `shell@s5 lacks useSignOut of ${session}, which mfe-report@v4 (stable) imports and contract 4.1.0 brought: keep it ` +
      'until no live release of mfe-report imports it',
  ],
  [
    'a shell without a module that a live remote needs',
    shell('s6', {
      shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1' },
      sharedExports: { react: { '*': '19.3.1' }, [slots]: { [first]: '4.0.0' } },
    }),
    `mfe-report@v4 (stable) needs ${session} ^4.0.0, and shell@s6 shares no such module: share it until no live release ` +
      'of mfe-report needs it',
  ],
  [
    'a filler of a slot’s version that no page offers',
    remote('mfe-tiny', 't2', { slots: [second], sharedExports: { [slots]: { [second]: '4.0.0' } } }),
    `mfe-tiny@t2 fills ${second}, which no live page offers: it stays empty until one does. Contract 4.0.0 brought it. ` +
      `Release the remote whose page offers it first, or fill ${first}`,
  ],
  [
    'a filler of a slot that the shell does not know',
    remote('mfe-tiny', 't3', { offers: ['tiny.new/v1'], sharedExports: { [slots]: { 'tiny.new/v1': '4.4.0' } } }),
    'mfe-tiny@t3 uses the slot tiny.new/v1, which shell@s4 (stable) lacks and contract 4.4.0 brought: release a shell ' +
      'that has it first, or build the remote without it',
  ],
  [
    'a page that no longer offers a slot that is filled',
    remote('mfe-report', 'v5', { offers: [second] }),
    `mfe-report@v5 no longer offers ${first}, which mfe-search@v4 (stable) fills. Offer it beside its next version until ` +
      'no live release of mfe-search fills it',
  ],
  [
    'a remote of the next major version of the contract',
    remote('mfe-tiny', 't4', { contract: '5.0.0' }),
    'mfe-tiny@t4 needs contract 5.0.0, and shell@s4 (stable) provides 4.3.0: a shell and remotes of another major ' +
      'version are released together, by a deployment of all of them',
  ],
])('%s is refused', async (_what, given, reason) => {
  expect(await release(given)).toEqual([422, reason]);
});

test('releases of earlier builds, without lists of names, are judged by the contract that they declare', async () => {
  expect(await release(remote('mfe-tiny', 't5', { contract: '4.3.0' }))).toEqual([200, '']);
  expect(await release(remote('mfe-tiny', 't6', { contract: '4.4.0' }))).toEqual([
    422,
    expect.stringContaining('release a shell of contract 4.4.0 first'),
  ]);
});

test('a slot that stays empty does not stop a rollback', async () => {
  for (const [version, offers] of [
    ['v6', [first]],
    ['v7', [first, second]],
  ] as const) {
    expect(await release(remote('mfe-report', version, { offers: [...offers] }))).toEqual([200, '']);
  }
  expect(await release(remote('mfe-search', 'v6', { slots: [second] }))).toEqual([200, '']);
  expect(await move('mfe-report', { action: 'rollback' })).toEqual([200, '']);
});

test('a canary that fills a slot does not keep another team from changing its page', async () => {
  const canary = remote('mfe-tiny', 't7', { slots: [first] });
  const tar = await packTar(releaseUploadTarEntriesOf(canary, contentsOf(canary)));
  await uploadRelease(app, tokens['mfe-tiny'] ?? '', 'mfe-tiny', tar);
  expect(await move('mfe-tiny', { action: 'canary', version: 't7', share: 1 })).toEqual([200, '']);
  expect(await release(remote('mfe-report', 'v8', { offers: [second] }))).toEqual([200, '']);
});

test('a release that claims names of modules which it does not share is refused', async () => {
  expect(await release(remote('mfe-tiny', 't8', { sharedExports: { react: { notThere: '1.0.0' } } }))).toEqual([
    422,
    expect.stringContaining('is not among what it shares'),
  ]);
});

import type { Release } from '@ve/contracts/remote-manifest';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { listFilesIn } from './release-files.ts';
import { installedPackageVersions, importRemoteContract, repositoryRoot } from './repository.ts';

/** A repository with one remote, whose files tests may change. */
interface Fixture {
  root: string;
  store: string;
  write: (file: string, content: string) => void;
  build: (...workspacePackages: string[]) => Promise<{ code: number; output: string }>;
  live: () => Record<string, string>;
}

const cli = join(repositoryRoot, 'libs/build/src/cli/build-all.ts');
const preset = join(repositoryRoot, 'libs/build/src/preset.ts');

const manifest = {
  name: 'mfe-tiny',
  routes: ['/tiny'],
  slots: [],
  contract: '1.0.0',
  prerender: [],
  budget: { start: 50, page: 50 },
};
const remote = (text: string) => `
import { useState } from 'react';
import { styled } from 'styled-components';

const Title = styled.h1\`
  color: green;
\`;
export default function Tiny(): unknown {
  const [text] = useState('${text}');
  return <Title>{text}</Title>;
}
`;

const folders: string[] = [];

function makeFixture(): Fixture {
  const root = mkdtempSync(join(tmpdir(), 've-build-'));
  folders.push(root);
  const store = join(root, 'store');
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  write('mfe-tiny/package.json', '{ "name": "@ve/mfe-tiny", "type": "module" }');
  write('mfe-tiny/remote.json', JSON.stringify(manifest));
  write(
    'mfe-tiny/rspack.config.mjs',
    `import { remoteConfig } from '${preset}';\nexport default remoteConfig(import.meta.dirname);\n`,
  );
  write('mfe-tiny/src/remote.tsx', remote('first'));
  const build = (...workspacePackages: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', cli, ...workspacePackages, '--root', root],
        {
          env: { ...process.env, STORE_DIR: store, NODE_OPTIONS: '' },
        },
      );
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('close', (code) => {
        resolve({ code: code ?? -1, output });
      });
    });
  const live = () => JSON.parse(readFileSync(join(store, 'live.json'), 'utf8')) as Record<string, string>;
  return { root, store, write, build, live };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a remote that exceeds the bounds of what may be published is not built', async () => {
  const fixture = makeFixture();
  const routes = Array.from({ length: 201 }, (_, at) => `/tiny-${String(at)}`);
  fixture.write('mfe-tiny/remote.json', JSON.stringify({ ...manifest, routes }));
  const { code, output } = await fixture.build('mfe-tiny');
  expect(code).toBe(1);
  expect(output).toContain('routes: 201 entries, of which a release may have 200 at most');
  expect(existsSync(join(fixture.store, 'live.json'))).toBe(false);
});

describe('a remote', () => {
  const fixture = makeFixture();
  let folder = '';
  let release: Release;

  beforeAll(async () => {
    expect(await fixture.build('mfe-tiny')).toMatchObject({ code: 0 });
    folder = join(fixture.store, 'mfe-tiny', fixture.live()['mfe-tiny'] ?? '');
    release = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Release;
  });

  test('is released by the contract, and its version is live', async () => {
    const { releaseSchema } = await importRemoteContract();
    expect(releaseSchema.safeParse(release)).toMatchObject({ success: true });
    expect(release).toMatchObject({
      name: 'mfe-tiny',
      version: fixture.live()['mfe-tiny'],
      routes: ['/tiny'],
      document: null,
    });
    expect(release.entry).toMatch(/^remoteEntry\.[0-9a-f]{12}\.js$/);
    for (const file of [release.entry, ...release.preload]) expect(existsSync(join(folder, file))).toBe(true);
    expect(release.preload).toHaveLength(1);
  });

  test('has a valid brotli copy of every script, and only content-hashed file names', () => {
    const scripts = listFilesIn(folder).filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(1);
    for (const file of scripts) {
      expect(file).toMatch(/\.[0-9a-f]{12}\.js$/);
      expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`)))).toEqual(readFileSync(join(folder, file)));
    }
  });

  test('has a build for Node, which is neither compressed nor among the files that pages load', () => {
    expect(release.node).toBe('node/remote.cjs');
    expect(listFilesIn(folder).filter((file) => file.startsWith('node/'))).toEqual(['node/remote.cjs']);
    const code = readFileSync(join(folder, 'node/remote.cjs'), 'utf8');
    expect(code).toContain('first');
    expect(code).toContain('Symbol.for("ve.shared")');
    expect(code).not.toContain(fixture.root);
  });

  test('lists the versions of the shared modules that it accepts', () => {
    const versionOf = installedPackageVersions('1.0.0');
    expect(release.shared).toMatchObject({
      react: `^${versionOf('react')}`,
      'styled-components': `^${versionOf('styled-components')}`,
    });
    expect(Object.keys(release.shared)).not.toContain('react-dom');
  });

  test('bundles neither React nor styled-components, and needs no eval', () => {
    const code = listFilesIn(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    expect(code).toContain('first');
    expect(code).not.toMatch(/__CLIENT_INTERNALS|data-styled-version|\beval\(|new Function\(/);
    expect(Buffer.byteLength(code)).toBeLessThan(40_000);
  });

  test('that did not change is not rebuilt', async () => {
    const { output } = await fixture.build('mfe-tiny');
    expect(output).toContain('unchanged');
    expect(fixture.live()['mfe-tiny']).toBe(release.version);
  });

  test('has the same version wherever the same sources are built', async () => {
    const other = makeFixture();
    await other.build('mfe-tiny');
    expect(other.live()).toEqual(fixture.live());
  });

  test('that changed gets a new version, and the previous one stays intact', async () => {
    const before = listFilesIn(folder);
    const changed = makeFixture();
    cpSync(fixture.store, changed.store, { recursive: true });
    changed.write('mfe-tiny/src/remote.tsx', remote('second'));
    await changed.build('mfe-tiny');
    expect(changed.live()['mfe-tiny']).not.toBe(release.version);
    expect(listFilesIn(join(changed.store, 'mfe-tiny', release.version))).toEqual(before);
  });
});

describe('an invalid remote', () => {
  test.each([
    ['has a manifest that the contract refuses', { ...manifest, routes: ['tiny'] }, 'routes.0'],
    ['has another name than its folder', { ...manifest, name: 'mfe-other' }, 'mfe-other'],
    ['would prerender what it does not own', { ...manifest, prerender: ['/other'] }, '/other'],
    [
      'fills a slot by nothing',
      { ...manifest, slots: ['report.after-checks/v1'], budget: { ...manifest.budget, slot: 50 } },
      'mfe-tiny/src/slots.tsx has no component',
    ],
    ['would prerender a page with a parameter', { ...manifest, routes: ['/t/:id'], prerender: ['/t/:id'] }, '/t/:id'],
  ])('because it %s is rejected with a message', async (_why, bad, word) => {
    const fixture = makeFixture();
    fixture.write('mfe-tiny/remote.json', JSON.stringify(bad));
    const { code, output } = await fixture.build('mfe-tiny');
    expect(code).toBe(1);
    expect(output).toContain('mfe-tiny/remote.json');
    expect(output).toContain(word);
    expect(output).not.toContain('    at ');
  });

  test('keeps its last release live and does not stop the others', async () => {
    const fixture = makeFixture();
    await fixture.build('mfe-tiny');
    const before = fixture.live();
    cpSync(join(fixture.root, 'mfe-tiny'), join(fixture.root, 'mfe-second'), { recursive: true });
    fixture.write('mfe-second/remote.json', JSON.stringify({ ...manifest, name: 'mfe-second', routes: ['/second'] }));
    fixture.write('mfe-tiny/src/remote.tsx', 'export default <');
    const { code, output } = await fixture.build('mfe-tiny', 'mfe-second');
    expect(code).toBe(1);
    expect(output).toContain('remote.tsx');
    expect(fixture.live()).toEqual({ ...before, 'mfe-second': expect.any(String) });
  });

  test('over its budget is rejected with a message, and keeps its last release', async () => {
    const fixture = makeFixture();
    await fixture.build('mfe-tiny');
    const before = fixture.live();
    fixture.write('mfe-tiny/src/remote.tsx', remote('heavier'));
    fixture.write('mfe-tiny/remote.json', JSON.stringify({ ...manifest, budget: { start: 1, page: 50 } }));
    const { code, output } = await fixture.build('mfe-tiny');
    expect(code).toBe(1);
    expect(output).toMatch(
      /mfe-tiny is over its budget: every page of it starts with \d+\.\d kB of JavaScript by gzip, and "budget"\."start" in mfe-tiny\/remote\.json allows 1\./,
    );
    expect(output).toMatch(/ kB {2}mfe-tiny\/remoteEntry\.[0-9a-f]+\.js/);
    expect(fixture.live()).toEqual(before);
  });

  test('an unknown name is rejected', async () => {
    const { code, output } = await makeFixture().build('mfe-typo');
    expect(code).toBe(1);
    expect(output).toContain('There is no mfe-typo');
  });
});

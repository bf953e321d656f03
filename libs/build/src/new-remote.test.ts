import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';
import { listFilesIn } from './release-files.ts';
import { createRemotePackage, InvalidRemoteNameError, readPackageSource, withRegistry } from './new-remote.ts';
import { importRemoteContract, repositoryRoot } from './repository.ts';

/* The created remote's types, lint, tests, build and budget are tested by e2e/specs/new-remote.team.spec.ts. */

let root = '';

/** The files of the repository that creating a remote reads or edits. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-new-remote-'));
  const files = ['tsconfig.json', 'package-lock.json', 'libs/mfe-kit/package.json', 'mfe-search/package.json'];
  files.push('mfe-search/remote.json', 'libs/contracts/src/remote-manifest.ts');
  files.push('.github/CODEOWNERS', '.github/workflows/release.yml');
  for (const file of files) cpSync(join(repositoryRoot, file), join(root, file));
  mkdirSync(join(root, 'node_modules/@ve'), { recursive: true });
  cpSync(join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

test('creates the files of a remote, formatted, with a manifest of the contract', async () => {
  expect(createRemotePackage(root, 'fleet-view')).toEqual({ name: 'mfe-fleet-view', page: '/fleet-view' });
  const folder = join(root, 'mfe-fleet-view');
  expect(listFilesIn(folder)).toEqual([
    'package.json',
    'remote.json',
    'rspack.config.mjs',
    'src/bootstrap.tsx',
    'src/fleet-view/fleet-view.page.tsx',
    'src/fleet-view/fleet-view.test.tsx',
    'src/fleet-view/messages.en-gb.ts',
    'src/fleet-view/report-link.slot.tsx',
    'src/fleet-view/vehicle.query.ts',
    'src/index.ts',
    'src/remote.tsx',
    'src/slots.tsx',
    'tsconfig.json',
  ]);
  const { contractVersion, remoteManifestSchema } = await importRemoteContract();
  const manifest = remoteManifestSchema.safeParse(json('mfe-fleet-view/remote.json'));
  expect(manifest).toMatchObject({ success: true, data: { name: 'mfe-fleet-view', contract: contractVersion } });
  const options = await prettier.resolveConfig(join(repositoryRoot, 'package.json'));
  for (const file of listFilesIn(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect([file, await prettier.check(text, { ...options, filepath: file })]).toEqual([file, true]);
    expect([file, /__[\w@]/.exec(text)]).toEqual([file, null]);
  }
  const page = readFileSync(join(folder, 'src/fleet-view/fleet-view.page.tsx'), 'utf8');
  expect(ts.preProcessFile(page).importedFiles.length).toBeGreaterThan(5);
  expect(page).toContain('export function FleetViewPage()');
});

test('adds it to the lists of packages, as npm and Prettier would write them', () => {
  const { version } = json('libs/mfe-kit/package.json') as { version: string };
  const before = json('package-lock.json') as { packages: Record<string, unknown> };
  createRemotePackage(root, 'mfe-orders');
  expect(json('tsconfig.json')).toMatchObject({
    references: expect.arrayContaining([{ path: 'mfe-orders' }]) as unknown,
  });
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    const { packages } = json(file) as { packages: Record<string, unknown> };
    const { 'mfe-orders': workspacePackage, 'node_modules/@ve/mfe-orders': link, ...rest } = packages;
    expect(rest).toEqual(before.packages);
    expect(link).toEqual({ resolved: 'mfe-orders', link: true });
    expect(workspacePackage).toMatchObject({ name: '@ve/mfe-orders', dependencies: { '@ve/mfe-kit': version } });
    const keys = Object.keys(packages).slice(1);
    expect(keys).toEqual(keys.toSorted((one, other) => one.localeCompare(other, 'en')));
  }
  expect(existsSync(join(root, 'node_modules/@ve/mfe-orders/package.json'))).toBe(true);
});

test('gives it to a team of its own, and to the release workflow', () => {
  createRemotePackage(root, 'mfe-orders');
  const owners = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8');
  expect(owners).toMatch(/\n\/mfe-search\/ @[\w-]+\/search-team\n\/mfe-orders\/ @[\w-]+\/orders-team\n$/);
  const release = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(release).toContain('mfe-search, mfe-orders]');
});

test.each([
  ['Orders', /is no name for a remote: 2 to 40 small letters/],
  ['o', /is no name for a remote/],
  ['9lives', /is no name for a remote/],
  ['fleet--view', /is no name for a remote/],
  ['../etc', /is no name for a remote/],
  ['', /is no name for a remote/],
  ['a'.repeat(41), /is no name for a remote/],
  ['api', '/api belongs to the service itself'],
  ['search', 'There is a mfe-search already.'],
  ['mfe-search', 'There is a mfe-search already.'],
  ['signup', 'mfe-search owns /signup already'],
])('rejects %j with a message, and creates nothing', (given, message) => {
  const before = readdirSync(root);
  expect(() => createRemotePackage(root, given)).toThrow(InvalidRemoteNameError);
  expect(() => createRemotePackage(root, given)).toThrow(message);
  expect(readdirSync(root)).toEqual(before);
});

test('a failed creation leaves no folder', () => {
  writeFileSync(join(root, 'tsconfig.json'), 'no JSON');
  expect(() => createRemotePackage(root, 'orders')).toThrow(SyntaxError);
  expect(existsSync(join(root, 'mfe-orders'))).toBe(false);
});

test('packages come from a folder or from a registry, never from one that was not named', () => {
  expect(readPackageSource({ packages: '/packages' })).toEqual({ packages: '/packages' });
  expect(readPackageSource({ registry: 'https://npm.example' })).toEqual({ registry: 'https://npm.example/' });
  for (const given of [{}, { packages: '/packages', registry: 'https://npm.example' }]) {
    expect(() => readPackageSource(given)).toThrow('Where are the packages?');
  }
  for (const registry of ['npm.example', 'file:///packages', 'https://me:secret@npm.example']) {
    expect(() => readPackageSource({ registry })).toThrow('--registry takes an http(s) address');
  }
});

test.each([
  ['', '@ve:registry=https://npm.example/\n'],
  ['fund=false', 'fund=false\n@ve:registry=https://npm.example/\n'],
  ['@ve:registry=https://old.example/\nfund=false\n', 'fund=false\n@ve:registry=https://npm.example/\n'],
])('an .npmrc %j names the registry of our packages', (before, after) => {
  expect(withRegistry(before, 'https://npm.example/')).toBe(after);
});

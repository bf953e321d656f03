import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { arePackagesInstalled, ensurePackagesInstalled } from './install.mjs';
import { LauncherOutput } from './output.mjs';
import { LauncherProcesses } from './processes.mjs';

let root;
const lock = (packages) => JSON.stringify({ lockfileVersion: 3, packages });
const react = { version: '19.3.0', integrity: 'sha512-a' };
const wanted = {
  '': { name: 'x' },
  'libs/domain': { version: '0.0.0' },
  'node_modules/react': react,
  'node_modules/@ve/domain': { resolved: 'libs/domain', link: true },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
  'node_modules/jest': { version: '30.5.2', integrity: 'sha512-t', dev: true },
};
const tool = { version: '30.5.2', integrity: 'sha512-t', dev: true };
const site = { 'node_modules/react': react, 'node_modules/@ve/domain': { resolved: 'libs/domain', link: true } };
const present = ({ ...packages }) => writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(packages));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-install-'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), lock(wanted));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('is installed when only packages of other platforms are missing', () => {
  present(site);
  expect(arePackagesInstalled(root)).toBe(true);
});

test('tools to test and lint are needed only where asked for', () => {
  present(site);
  expect(arePackagesInstalled(root, { withTools: true })).toBe(false);
  present({ ...site, 'node_modules/jest': tool });
  expect(arePackagesInstalled(root, { withTools: true })).toBe(true);
});

test.each([
  ['another version', { 'node_modules/react': { ...react, version: '19.2.0' } }],
  ['another content', { 'node_modules/react': { ...react, integrity: 'sha512-b' } }],
  ['a missing package', { 'node_modules/react': undefined }],
  ['a missing link', { 'node_modules/@ve/domain': undefined }],
])('%s: not installed', (_what, change) => {
  present({ 'node_modules/react': react, 'node_modules/@ve/domain': { link: true }, ...change });
  expect(arePackagesInstalled(root)).toBe(false);
});

test('is not installed after an interrupted install, which leaves no record', () => {
  expect(arePackagesInstalled(root)).toBe(false);
});

describe('npm', () => {
  const { PATH } = process.env;
  let asked = () => [];
  beforeEach(() => {
    // Records its arguments and, as npm does, what it installed.
    mkdirSync(join(root, 'bin'));
    writeFileSync(
      join(root, 'bin/npm'),
      `#!/bin/sh
echo "$*" >> npm.log
mkdir -p node_modules
case "$*" in *--omit=dev*) cp site.json node_modules/.package-lock.json ;;
*) cp everything.json node_modules/.package-lock.json ;; esac
`,
    );
    chmodSync(join(root, 'bin/npm'), 0o755);
    writeFileSync(join(root, 'site.json'), lock(site));
    writeFileSync(join(root, 'everything.json'), lock({ ...site, 'node_modules/jest': tool }));
    process.env.PATH = `${join(root, 'bin')}${delimiter}${PATH}`;
    const log = join(root, 'npm.log');
    asked = () =>
      (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map((line) => line.split(' --no-audit')[0]);
  });
  afterEach(() => {
    process.env.PATH = PATH;
  });
  const ensure = (withTools) =>
    ensurePackagesInstalled({
      root,
      processes: new LauncherProcesses(),
      output: new LauncherOutput({ write: () => undefined }),
      signal: new AbortController().signal,
      withTools,
    });

  test('installs for a start what the site needs, adds for a test the rest, and removes nothing for the next start', async () => {
    await ensure(false);
    await ensure(false);
    expect(asked()).toEqual(['ci --omit=dev']);
    await ensure(true);
    await ensure(true);
    await ensure(false);
    expect(asked()).toEqual(['ci --omit=dev', 'install --no-save']);
  });

  test('installs everything for a first test', async () => {
    await ensure(true);
    await ensure(false);
    expect(asked()).toEqual(['ci']);
  });

  test('keeps the tools when a start finds another lock file', async () => {
    present({ ...site, 'node_modules/react': { ...react, version: '19.2.0' }, 'node_modules/jest': tool });
    await ensure(false);
    expect(asked()).toEqual(['ci']);
  });
});

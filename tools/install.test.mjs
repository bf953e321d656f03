import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arePackagesInstalled } from './install.mjs';

let root;
const lock = (packages) => JSON.stringify({ lockfileVersion: 3, packages });
const react = { version: '19.3.0', integrity: 'sha512-a' };
const wanted = {
  '': { name: 'x' },
  'libs/domain': { version: '0.0.0' },
  'node_modules/react': react,
  'node_modules/@ve/domain': { resolved: 'libs/domain', link: true },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
};
const present = ({ ...packages }) => writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(packages));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-install-'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), lock(wanted));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('is installed when only packages of other platforms are missing', () => {
  present({ 'node_modules/react': react, 'node_modules/@ve/domain': { resolved: 'libs/domain', link: true } });
  expect(arePackagesInstalled(root)).toBe(true);
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

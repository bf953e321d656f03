import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFingerprint, sourceFingerprint, writeFingerprint } from './fingerprint.mjs';

let root;
const write = (path, text) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-stamp-'));
  write('package/src/a.ts', 'export const a = 1;');
  write('package/src/b.ts', 'export const b = 2;');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fingerprint = () => sourceFingerprint(root, ['package', 'missing']);

test('the same content has the same fingerprint, regardless of file times', () => {
  const before = fingerprint();
  utimesSync(join(root, 'package/src/a.ts'), new Date(0), new Date(0));
  expect(fingerprint()).toBe(before);
});

test.each([
  ['a changed file', () => write('package/src/a.ts', 'export const a = 3;')],
  ['a new file', () => write('package/src/c.ts', '')],
  ['a removed file', () => rmSync(join(root, 'package/src/b.ts'))],
  [
    'content moved from one file to another',
    () => {
      write('package/src/a.ts', '');
      write('package/src/b.ts', 'export const a = 1;export const b = 2;');
    },
  ],
])('%s changes the fingerprint', (_what, change) => {
  const before = fingerprint();
  change();
  expect(fingerprint()).not.toBe(before);
});

test.each(['package/src/a.test.ts', 'package/dist/a.js', 'package/node_modules/x/index.js', 'package/README.md'])(
  '%s is not a source of a build',
  (path) => {
    const before = fingerprint();
    write(path, 'anything');
    expect(fingerprint()).toBe(before);
  },
);

test('a fingerprint is read back, and a missing one is null', () => {
  const file = join(root, 'cache/x.stamp');
  expect(readFingerprint(file)).toBeNull();
  writeFingerprint(file, 'abc');
  expect(readFingerprint(file)).toBe('abc');
});

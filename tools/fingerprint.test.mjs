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
  write('room/src/a.ts', 'export const a = 1;');
  write('room/src/b.ts', 'export const b = 2;');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const stamp = () => sourceFingerprint(root, ['room', 'missing']);

test('the same content has the same stamp, whatever the file times', () => {
  const before = stamp();
  utimesSync(join(root, 'room/src/a.ts'), new Date(0), new Date(0));
  expect(stamp()).toBe(before);
});

test.each([
  ['a changed file', () => write('room/src/a.ts', 'export const a = 3;')],
  ['a new file', () => write('room/src/c.ts', '')],
  ['a removed file', () => rmSync(join(root, 'room/src/b.ts'))],
  [
    'content moved from one file to another',
    () => {
      write('room/src/a.ts', '');
      write('room/src/b.ts', 'export const a = 1;export const b = 2;');
    },
  ],
])('%s changes the stamp', (_what, change) => {
  const before = stamp();
  change();
  expect(stamp()).not.toBe(before);
});

test.each(['room/src/a.test.ts', 'room/dist/a.js', 'room/node_modules/x/index.js', 'room/README.md'])(
  '%s is no source of a build',
  (path) => {
    const before = stamp();
    write(path, 'anything');
    expect(stamp()).toBe(before);
  },
);

test('a stamp is read back, and a missing one is null', () => {
  const file = join(root, 'cache/x.stamp');
  expect(readFingerprint(file)).toBeNull();
  writeFingerprint(file, 'abc');
  expect(readFingerprint(file)).toBe('abc');
});

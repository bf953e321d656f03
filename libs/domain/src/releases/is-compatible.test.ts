import { expect, test } from '@jest/globals';
import { isRemoteCompatibleWithShell } from './is-compatible.ts';

test.each([
  ['1.0.0', '1.0.0', true],
  ['1.0.9', '1.0.0', true],
  ['1.2.0', '1.3.0', true],
  ['1.3.0', '1.2.0', false],
  ['2.0.0', '1.0.0', false],
  ['1.0.0', '2.0.0', false],
  ['', '1.0.0', false],
  ['one', '1.0.0', false],
])('a remote that needs contract %s runs on %s: %s', (needed, offered, fits) => {
  expect(isRemoteCompatibleWithShell(needed, offered)).toBe(fits);
});

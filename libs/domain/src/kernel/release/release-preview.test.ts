import { expect, it } from '@jest/globals';
import { isPreviewName } from './release-preview.ts';

it.each(['a', '1', 'pr-12', 'a1', 'abc', 'ab-c', 'a--b', 'x'.repeat(40)])('%j is a name', (name) => {
  expect(isPreviewName(name)).toBe(true);
});

it.each([
  '',
  '-',
  '-a',
  'a-',
  'A',
  'PR-12',
  'a.b',
  'a_b',
  'a b',
  'a\n',
  'xn--80ak6aa92e',
  'ab--c',
  'é',
  'ｐr',
  'x'.repeat(41),
])('%j is no name', (name) => {
  expect(isPreviewName(name)).toBe(false);
});

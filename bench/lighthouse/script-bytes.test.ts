import { expect, test } from '@jest/globals';
import { explainDifference, totalBytes } from './script-bytes.ts';

const federated = new Map([
  ['main.a1.js', 100_000],
  ['federation.b2.js', 16_000],
  ['remoteEntry.c3.js', 7_000],
  ['remote.d4.js', 15_000],
  ['starter.e5.js', 1_000],
]);
const bundle = new Map([
  ['main.f6.js', 90_000],
  ['12.a7.js', 15_000],
]);

test('names what a page loads more than one bundle, and leaves nothing unnamed', () => {
  const parts = explainDifference(federated, bundle);
  expect(parts.map(([, bytes]) => bytes)).toEqual([16_000, 7_000, 1_000, 10_000]);
  const all = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(all).toBe(totalBytes(federated) - totalBytes(bundle));
});

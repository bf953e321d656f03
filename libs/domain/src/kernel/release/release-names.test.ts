import { expect, it } from '@jest/globals';
import { releaseNamePattern, releaseVersionPattern } from './release-names.ts';

const isVersion = (text: string): boolean => new RegExp(`^${releaseVersionPattern}$`).test(text);
const isName = (text: string): boolean => new RegExp(`^${releaseNamePattern}$`).test(text);

it.each(['v1', '3f2a', '1.0.0', '2026-11-26_1', 'A', '0', 'a..b', 'x'.repeat(64)])('%j is a version', (version) => {
  expect(isVersion(version)).toBe(true);
});

it.each([
  '',
  '.',
  '..',
  '...',
  '.unfinished',
  '.hidden',
  '-1',
  '--promote',
  '_1',
  'a/b',
  '../x',
  'a\\b',
  '%2e%2e',
  'a b',
  'a\n',
  'a\0',
  'a\u202e',
  'é',
  'x'.repeat(65),
])('%j is not a version', (version) => {
  expect(isVersion(version)).toBe(false);
});

it.each(['shell', 'mfe-report', 'mfe-fleet-view', 'mfe-a1'])('%j is a name', (name) => {
  expect(isName(name)).toBe(true);
});

it.each([
  '',
  '.',
  '..',
  '.unfinished',
  'prerendered',
  'Shell',
  'shell ',
  'shell/..',
  'mfe-',
  'mfe-.',
  'mfe-a/b',
  'mfe-..',
  'mfe--a',
  '-mfe-a',
  'mfe-a.b',
  'mfe-a\n',
  `mfe-${'a'.repeat(42)}`,
])('%j is not a name', (name) => {
  expect(isName(name)).toBe(false);
});

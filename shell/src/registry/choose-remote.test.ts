import { describe, expect, test } from '@jest/globals';
import type { RegistryEntry } from '@ve/contracts/remote-manifest';
import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { placeOf } from '@ve/domain/routing/place-of';
import { fillersOf, isCompatible, remoteFor } from './choose-remote.ts';

const entry = (name: string, routes: string[], slots: RegistryEntry['slots'] = []): RegistryEntry => ({
  name,
  version: 'v1',
  contract: '1.0.0',
  routes,
  slots,
  entry: `/remotes/${name}/v1/remoteEntry.js`,
  preload: [],
  chrome: {},
  redirects: {},
});

describe('the remote of a page', () => {
  const registry = {
    contract: '1.0.0',
    remotes: [
      entry('mfe-content', ['/blog', '/blog/:id', '/faq']),
      entry('mfe-search', ['/', '/signup']),
      entry('mfe-report', ['/report', '/blog/archive']),
    ],
  };

  test.each([
    ['/', 'mfe-search'],
    ['/signup', 'mfe-search'],
    ['/signup/', 'mfe-search'],
    ['/SIGNUP', 'mfe-search'],
    ['/blog', 'mfe-content'],
    ['/blog/4', 'mfe-content'],
    // The route without a parameter is more specific, whatever the order.
    ['/blog/archive', 'mfe-report'],
    ['/report', 'mfe-report'],
  ])('%s belongs to %s', (path, name) => {
    expect(remoteFor(registry, path)?.name).toBe(name);
  });

  test.each(['/blog/4/more', '/reports', '/nothing', '/signup/step', '//', ''])('%s belongs to no remote', (path) => {
    expect(remoteFor({ ...registry, remotes: registry.remotes.slice(0, 1) }, path)).toBeNull();
  });
});

test('the router inside a remote agrees on the owner of a path and on its parameters', () => {
  const literal = fc.stringMatching(/^[a-z0-9_-]{1,4}$/);
  const route = fc
    .array(fc.oneof(literal, fc.constant(':')), { maxLength: 3 })
    .map((parts) => `/${parts.map((part, index) => (part === ':' ? `:p${String(index)}` : part)).join('/')}`);
  const segment = fc.oneof(literal, fc.string({ unit: 'grapheme', maxLength: 5 }));
  const path = fc.oneof(
    fc.webPath(),
    fc.array(segment, { maxLength: 3 }).map((parts) => `/${parts.map(encodeURIComponent).join('/')}`),
  );
  let pages = 0;
  fc.assert(
    fc.property(route, path, (pattern, address) => {
      const place = placeOf([entry('mfe-a', [pattern])], address);
      const canonical = place.at === 'elsewhere' ? place.path : address;
      const shown = placeOf([entry('mfe-a', [pattern])], canonical);
      if (shown.at !== 'page') return;
      pages += 1;
      expect(matchRoutes([{ path: pattern }], canonical)?.[0]?.params).toEqual(shown.params);
    }),
    { numRuns: 5_000 },
  );
  expect(pages).toBeGreaterThan(200);
});

test('a slot is filled by the remotes that declare it, in the registry’s order', () => {
  const slot = 'report.after-checks/v1';
  const remotes = [entry('mfe-b', [], [slot]), entry('mfe-c', []), entry('mfe-a', [], [slot])];
  expect(fillersOf({ contract: '1.0.0', remotes }, slot).map(({ name }) => name)).toEqual(['mfe-b', 'mfe-a']);
});

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
  expect(isCompatible(needed, offered)).toBe(fits);
});

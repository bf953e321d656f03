import { describe, expect, test } from '@jest/globals';
import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotName } from '@ve/contracts/slots';
import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { pathOwnershipOf } from '@ve/domain/releases/routing/place-of';
import { remotesFillingSlot, remoteForPath } from './choose-remote.ts';

const entry = (name: string, routes: string[], slots: RemoteRegistryEntry['slots'] = []): RemoteRegistryEntry => ({
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
    // The route without a parameter is more specific, regardless of the order.
    ['/blog/archive', 'mfe-report'],
    ['/report', 'mfe-report'],
  ])('%s belongs to %s', (path, name) => {
    expect(remoteForPath(registry, path)?.name).toBe(name);
  });

  test.each(['/blog/4/more', '/reports', '/nothing', '/signup/step', '//', ''])('%s belongs to no remote', (path) => {
    expect(remoteForPath({ ...registry, remotes: registry.remotes.slice(0, 1) }, path)).toBeNull();
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
      const place = pathOwnershipOf([entry('mfe-a', [pattern])], address);
      const canonical = place.at === 'elsewhere' ? place.path : address;
      const shown = pathOwnershipOf([entry('mfe-a', [pattern])], canonical);
      if (shown.at !== 'page') return;
      pages += 1;
      expect(matchRoutes([{ path: pattern }], canonical)?.[0]?.params).toEqual(shown.params);
    }),
    { numRuns: 5_000 },
  );
  expect(pages).toBeGreaterThan(200);
});

describe('a slot is filled by the remotes that declare it', () => {
  const [v1, v2] = ['report.after-checks/v1', 'report.after-checks/v2'] as const;
  const remotes = [
    entry('mfe-d', [], ['dashboard.after-vehicle/v1']),
    entry('mfe-b', [], [v1]),
    entry('mfe-c', [], [v1, v2]),
    entry('mfe-a', [], [v2]),
  ];
  const fillers = (...offered: SlotName[]) =>
    remotesFillingSlot({ contract: '1.0.0', remotes }, offered).map(({ name }) => name);

  test('in the order of their names, regardless of the registry’s order', () => {
    expect(fillers(v1)).toEqual(['mfe-b', 'mfe-c']);
    remotes.reverse();
    expect(fillers(v1)).toEqual(['mfe-b', 'mfe-c']);
  });

  test('once each, for any number of the offered versions', () => {
    expect(fillers(v2, v1)).toEqual(['mfe-a', 'mfe-b', 'mfe-c']);
  });
});

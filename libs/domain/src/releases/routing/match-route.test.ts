import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { routeStartsWithParameter, routesOverlap, isSameRoute, matchRoute, routeOwnerOf } from './match-route.ts';

const owners = [
  { name: 'content', routes: ['/blog', '/blog/:id', '/faq', '/:first/:second'] },
  { name: 'search', routes: ['/', '/signup'] },
  { name: 'report', routes: ['/report', '/blog/archive', '/a/:id', '/:id/b'] },
];

describe('the owner of a path', () => {
  test.each([
    ['/', 'search', '/', '/'],
    ['//', 'search', '/', '/'],
    ['/signup', 'search', '/signup', '/signup'],
    ['/signup/', 'search', '/signup', '/signup'],
    ['/signup//', 'search', '/signup', '/signup'],
    ['/REPORT', 'report', '/report', '/report'],
    ['/%72eport', 'report', '/report', '/report'],
    ['/%52EPORT/', 'report', '/report', '/report'],
    ['/blog/4', 'content', '/blog/:id', '/blog/4'],
    ['/Blog/MixedCase', 'content', '/blog/:id', '/blog/MixedCase'],
    ['/BLOG/ARCHIVE', 'report', '/blog/archive', '/blog/archive'],
    ['/blog/caf%c3%a9', 'content', '/blog/:id', '/blog/caf%C3%A9'],
    ['/blog/a%2Fb', 'content', '/blog/:id', '/blog/a%2Fb'],
    ['/blog/%5Cevil.test', 'content', '/blog/:id', '/blog/%5Cevil.test'],
    ['/blog/\\evil.test', 'content', '/blog/:id', '/blog/%5Cevil.test'],
    ['/blog/a:b@c,d;e=f&g+h$i', 'content', '/blog/:id', '/blog/a:b@c,d;e=f&g+h$i'],
    ['/blog/%3Cscript%3E', 'content', '/blog/:id', '/blog/%3Cscript%3E'],
    ['/blog/:id', 'content', '/blog/:id', '/blog/:id'],
    ['/blog/%2561', 'content', '/blog/:id', '/blog/%2561'],
    ['/a/b', 'report', '/a/:id', '/a/b'],
    ['/x/b', 'report', '/:id/b', '/x/b'],
    ['/x/c', 'content', '/:first/:second', '/x/c'],
  ])('%s is %s, by %s, and is written %s', (path, name, route, canonical) => {
    const owned = routeOwnerOf(owners, path);
    expect([owned?.owner.name, owned?.route, owned?.canonical]).toEqual([name, route, canonical]);
  });

  test.each([
    '',
    'signup',
    '/nothing',
    '/signup/step/2/more',
    '//signup',
    '//evil.test',
    '/blog//4',
    '/reports',
    '/%2Freport',
    '/report%20',
    '/report%00',
    '/blog/%00',
    '/blog/%7F',
    '/blog/.',
    '/blog/..',
    '/blog/%2e%2e',
    '/blog/%2E.',
    '/blog/%',
    '/blog/%E0%A4%A',
    '/blog/\uD800',
    '/\u212Aeport',
    '/constructor',
  ])('%j has no owner', (path) => {
    expect(routeOwnerOf(owners, path)).toBeNull();
  });

  test('is the first of two equal patterns', () => {
    const equalOwners = [{ routes: ['/x/:a'] }, { routes: ['/x/:b'] }];
    expect(routeOwnerOf(equalOwners, '/x/1')?.owner).toBe(equalOwners[0]);
  });
});

test('parameters are decoded once', () => {
  expect(matchRoute('/a/:one/:two', '/A/caf%C3%A9%2F/%2541')).toEqual({
    params: { one: 'café/', two: '%41' },
    canonical: '/a/caf%C3%A9%2F/%2541',
  });
});

const literal = fc.stringMatching(/^[a-z0-9_-]{1,5}$/);
const route = fc.array(fc.oneof(literal, fc.constantFrom(':id', ':other')), { maxLength: 4 }).map((parts) => {
  const named = parts.map((part, index) => (part.startsWith(':') ? `:p${String(index)}` : part));
  return `/${named.join('/')}`;
});
const segment = fc.oneof(literal, fc.string({ unit: 'grapheme', maxLength: 6 }));
const path = fc.oneof(
  fc.webPath(),
  fc.string({ maxLength: 20 }).map((text) => `/${text}`),
  fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
  fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.map(encodeURIComponent).join('/')}`),
);

describe('a canonical path', () => {
  const each = (check: (given: { route: string; path: string; canonical: string }) => void) => {
    let matched = 0;
    fc.assert(
      fc.property(route, path, (pattern, address) => {
        const match = matchRoute(pattern, address);
        if (match === null) return;
        matched += 1;
        check({ route: pattern, path: address, canonical: match.canonical });
      }),
      { numRuns: 20_000 },
    );
    expect(matched).toBeGreaterThan(500);
  };

  test('matches the same route with the same values, and is its own canonical path', () => {
    each((given) => {
      expect(matchRoute(given.route, given.canonical)).toEqual(matchRoute(given.route, given.path));
    });
  });

  test('stays on this site and resolves to itself in a browser', () => {
    each(({ canonical }) => {
      const url = new URL(canonical, 'https://site.test');
      expect([url.origin, url.pathname, url.search, url.hash]).toEqual(['https://site.test', canonical, '', '']);
    });
  });
});

test('case, encoding and trailing slashes of fixed segments do not change the owner', () => {
  const disguise = fc.record({ upper: fc.boolean(), encoded: fc.boolean(), slashes: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(literal, { minLength: 1, maxLength: 4 }), disguise, (parts, { upper, encoded, slashes }) => {
      const own = `/${parts.join('/')}`;
      const cased = upper ? own.toUpperCase() : own;
      const hidden = encoded
        ? cased.replace(/[a-z]/gi, (character) => `%${character.charCodeAt(0).toString(16)}`)
        : cased;
      expect(routeOwnerOf([{ routes: [own] }], hidden + '/'.repeat(slashes))).toMatchObject({
        route: own,
        canonical: own,
      });
    }),
  );
});

test.each([
  ['/', '/', true],
  ['/blog/:id', '/blog/:slug', true],
  ['/blog/:id', '/blog/archive', false],
  ['/:a/b', '/a/:b', false],
  ['/blog', '/blog/:id', false],
  ['/', '/:a', false],
])('%s and %s are the same route: %s', (one, other, same) => {
  expect([isSameRoute(one, other), isSameRoute(other, one)]).toEqual([same, same]);
});

test.each([
  ['/', '/', true],
  ['/blog/:id', '/blog/:slug', true],
  ['/blog/:id', '/blog/archive', true],
  ['/:a/b', '/a/:b', true],
  ['/a/:b', '/b/:b', false],
  ['/blog', '/blog/:id', false],
  ['/blog/:id', '/blog/:id/edit', false],
  ['/', '/:a', false],
])('%s and %s have a path in common: %s', (one, other, common) => {
  expect([routesOverlap(one, other), routesOverlap(other, one)]).toEqual([common, common]);
});

test('routes that match one path have one in common', () => {
  fc.assert(
    fc.property(route, route, path, (one, other, address) => {
      if (matchRoute(one, address) === null || matchRoute(other, address) === null) return;
      expect(routesOverlap(one, other)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test('only a route whose first segment is a parameter matches any start', () => {
  expect(['/', '/a', '/a/:b', '/:a', '/:a/b'].map(routeStartsWithParameter)).toEqual([false, false, false, true, true]);
});

test('the order of owners decides between two routes that match a path exactly if they are the same route', () => {
  fc.assert(
    fc.property(route, route, path, (one, other, address) => {
      if (matchRoute(one, address) === null || matchRoute(other, address) === null) return;
      const first = routeOwnerOf([{ routes: [one] }, { routes: [other] }], address)?.route;
      const turned = routeOwnerOf([{ routes: [other] }, { routes: [one] }], address)?.route;
      expect(first !== turned || one === other).toBe(isSameRoute(one, other));
    }),
    { numRuns: 20_000 },
  );
});

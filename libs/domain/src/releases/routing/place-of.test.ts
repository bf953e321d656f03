import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pathOwnershipOf } from './place-of.ts';

const content = {
  routes: ['/terms', '/blog/:id'],
  redirects: { '/pages/terms': '/terms', '/pages/gone': '/gone', '/round': '/and-round' },
};
const other = { routes: ['/'], redirects: { '/and-round': '/round', '/start': '/', '/pages/terms': '/' } };
const owners = [content, other];

describe('a path', () => {
  test.each(['/terms', '/', '/blog/3', '/blog/pages'])('%s is a page', (path) => {
    expect(pathOwnershipOf(owners, path)).toMatchObject({ at: 'page', canonical: path });
  });

  test.each([
    ['/TERMS', '/terms'],
    ['/terms/', '/terms'],
    ['/BLOG/Three/', '/blog/Three'],
    ['/pages/terms', '/terms'],
    ['/Pages/Terms/', '/terms'],
    ['/%70ages/terms', '/terms'],
    ['/start', '/'],
  ])('%s redirects to %s', (path, elsewhere) => {
    expect(pathOwnershipOf(owners, path)).toEqual({ at: 'elsewhere', path: elsewhere });
  });

  test.each(['/nowhere', '/pages', '/pages/gone', '/round', '/and-round', '//terms', '/terms%00'])(
    '%s is not found',
    (path) => {
      expect(pathOwnershipOf(owners, path)).toEqual({ at: 'nowhere' });
    },
  );
});

test('every redirect leads to a page', () => {
  const some = fc.constantFrom('/terms', '/TERMS//', '/pages/terms', '/blog/caf%c3%a9', '/start', '/round', '/x');
  fc.assert(
    fc.property(fc.oneof(some, fc.webPath()), (path) => {
      const place = pathOwnershipOf(owners, path);
      if (place.at === 'elsewhere') expect(pathOwnershipOf(owners, place.path).at).toBe('page');
    }),
  );
});

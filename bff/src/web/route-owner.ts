import type { Release } from '@ve/contracts/remote-manifest';

const withoutTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const fits = (route: string, path: string): boolean => {
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  );
};

export interface OwnedRoute {
  release: Release;
  /** The pattern that the path fits: `/blog/:id`. */
  route: string;
}

/** Which remote a path belongs to: a route without parameters goes before one with. Null: nobody's, a 404 page. */
export function ownerOf(remotes: readonly Release[], path: string): OwnedRoute | null {
  const wanted = withoutTrailingSlash(path);
  const owned = remotes.flatMap((release) =>
    release.routes.filter((route) => fits(route, wanted)).map((route) => ({ release, route })),
  );
  return owned.find(({ route }) => !route.includes(':')) ?? owned[0] ?? null;
}

/**
 * Whether a path that a pattern fits is known not to exist. A remote that sends finished pages at addresses of its own
 * pattern (`/blog/1` under `/blog/:id`) has named all there are; one that sends none leaves the pattern open.
 */
export const isAbsent = ({ release, route }: OwnedRoute): boolean =>
  route.includes(':') && (release.prerender ?? []).some((page) => fits(route, page));

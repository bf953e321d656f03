import { matchRoute, routeOwnerOf, type RouteOwnerMatch } from './match-route.ts';

/** An owner of pages, with the former paths of moved pages. */
export interface PageOwner {
  routes: readonly string[];
  /** Old path to new path. */
  redirects: Readonly<Record<string, string>>;
}

/** The content of a path: a page, nothing, or a redirect to another path of this site (without query). */
export type PathOwnership<T> =
  ({ at: 'page' } & RouteOwnerMatch<T>) | { at: 'elsewhere'; path: string } | { at: 'nowhere' };

/** The new path of a moved page, if a page exists at it. */
function movedTo(owners: readonly PageOwner[], path: string): string | null {
  for (const { redirects } of owners) {
    for (const [from, to] of Object.entries(redirects)) {
      // Redirects lead to pages only: redirects to each other's old paths would loop without end.
      if (matchRoute(from, path) !== null && routeOwnerOf(owners, to) !== null) return to;
    }
  }
  return null;
}

/**
 * Resolves a path. A page is only at its canonical path: any other spelling (`/REPORT`, `/report/`, `/%72eport`) is a
 * redirect.
 */
export function pathOwnershipOf<T extends PageOwner>(owners: readonly T[], path: string): PathOwnership<T> {
  const owned = routeOwnerOf(owners, path);
  if (owned !== null) {
    return owned.canonical === path ? { at: 'page', ...owned } : { at: 'elsewhere', path: owned.canonical };
  }
  const moved = movedTo(owners, path);
  return moved === null ? { at: 'nowhere' } : { at: 'elsewhere', path: moved };
}

import { matchRoute, ownerOf, type OwnedPath } from './match-route.ts';

/** An owner of pages, with the former paths of pages that moved. */
export interface PageOwner {
  routes: readonly string[];
  /** Old path to new path. */
  redirects: Readonly<Record<string, string>>;
}

/** What is at a path: a page, nothing, or a redirect to another path of this site (without query). */
export type Place<T> = ({ at: 'page' } & OwnedPath<T>) | { at: 'elsewhere'; path: string } | { at: 'nowhere' };

/** The new path of a page that moved, if there is a page at it. */
function movedTo(owners: readonly PageOwner[], path: string): string | null {
  for (const { redirects } of owners) {
    for (const [from, to] of Object.entries(redirects)) {
      // Only to a page: redirects to each other's old paths would loop for ever.
      if (matchRoute(from, path) !== null && ownerOf(owners, to) !== null) return to;
    }
  }
  return null;
}

/**
 * What is at a path. A page is only at its canonical path: any other spelling (`/REPORT`, `/report/`, `/%72eport`) is a
 * redirect.
 */
export function placeOf<T extends PageOwner>(owners: readonly T[], path: string): Place<T> {
  const owned = ownerOf(owners, path);
  if (owned !== null) {
    return owned.canonical === path ? { at: 'page', ...owned } : { at: 'elsewhere', path: owned.canonical };
  }
  const moved = movedTo(owners, path);
  return moved === null ? { at: 'nowhere' } : { at: 'elsewhere', path: moved };
}

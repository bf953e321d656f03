import { matchRoute, ownerOf, type OwnedPath } from './match-route.ts';

/** Somebody who has pages, and addresses where pages of theirs were before. */
export interface PageOwner {
  routes: readonly string[];
  /** Old path to the page's new one. */
  redirects: Readonly<Record<string, string>>;
}

/** What is at a path: somebody's page, nothing, or the word that it is elsewhere (a path of this site, without query). */
export type Place<T> = ({ at: 'page' } & OwnedPath<T>) | { at: 'elsewhere'; path: string } | { at: 'nowhere' };

/** The old address's new one, when there is a page at that. */
function movedTo(owners: readonly PageOwner[], path: string): string | null {
  for (const { redirects } of owners) {
    for (const [from, to] of Object.entries(redirects)) {
      // Only to a page: two that send to each other's old addresses would send visitors round for ever.
      if (matchRoute(from, path) !== null && ownerOf(owners, to) !== null) return to;
    }
  }
  return null;
}

/**
 * What is at a path. A page is at its canonical path alone: another way to write it (`/REPORT`, `/report/`,
 * `/%72eport`) is elsewhere.
 */
export function placeOf<T extends PageOwner>(owners: readonly T[], path: string): Place<T> {
  const owned = ownerOf(owners, path);
  if (owned !== null) {
    return owned.canonical === path ? { at: 'page', ...owned } : { at: 'elsewhere', path: owned.canonical };
  }
  const moved = movedTo(owners, path);
  return moved === null ? { at: 'nowhere' } : { at: 'elsewhere', path: moved };
}

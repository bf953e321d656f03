import type { Release, RemotePage } from '@ve/contracts/remote-manifest';
import type { PageSources } from '../../http/security-headers.ts';

/**
 * The origins that a manifest names, and those of configured URLs that it names by key; keys that are not set are
 * ignored.
 */
const originsOf = (named: readonly string[] | undefined, urls: Readonly<Record<string, string>>): string[] => {
  const origins = (named ?? []).flatMap((source) => {
    if (source.includes('://')) return [source];
    const url = urls[source];
    return url === undefined ? [] : [new URL(url).origin];
  });
  return [...new Set(origins)];
};

/** The other origins that the page at a route may load from. */
export function pageSources(release: Release, route: string, urls: Readonly<Record<string, string>>): PageSources {
  const page: RemotePage = release.pages[route] ?? {};
  return {
    scripts: originsOf(page.scripts, urls),
    frames: originsOf(page.frames, urls),
    connects: originsOf(page.connects, urls),
  };
}

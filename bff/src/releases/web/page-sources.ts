import type { Release, RemotePage } from '@ve/contracts/remote-manifest';
import type { PageSources } from '../../http/security-headers.ts';

/** The origins in a manifest, and those of the configured URLs that it names by key; unset keys are ignored. */
const originsOf = (named: readonly string[] | undefined, urls: Readonly<Record<string, string>>): string[] => {
  const origins = (named ?? []).flatMap((source) => {
    if (source.includes('://')) return [source];
    const url = urls[source];
    return url === undefined ? [] : [new URL(url).origin];
  });
  return [...new Set(origins)];
};

/** The other origins that a route's page may load from. */
export function pageSources(release: Release, route: string, urls: Readonly<Record<string, string>>): PageSources {
  const page: RemotePage = release.pages[route] ?? {};
  return {
    scripts: originsOf(page.scripts, urls),
    frames: originsOf(page.frames, urls),
    connects: originsOf(page.connects, urls),
  };
}

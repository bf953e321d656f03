import { Inject, Injectable } from '@nestjs/common';
import type { PrerenderIndex, Release } from '@ve/contracts/remote-manifest';
import { type LiveRegistry, LiveReleases } from '../live/live-registry.ts';
import { disallowedPathsOf, type FeedItem, type PublicPage } from './discovery.ts';
import { PageStore } from './page-store.ts';

type Rendered = PrerenderIndex['pages'][number];

/** The pages of the live releases for search engines and feed readers: a new remote's pages appear automatically. */
@Injectable()
export class DiscoveryService {
  constructor(
    @Inject(LiveReleases) private readonly releases: LiveReleases,
    @Inject(PageStore) private readonly store: PageStore,
  ) {}

  /** Every prerendered page of the live remotes, by path. */
  async pages(): Promise<PublicPage[]> {
    const { shell, remotes } = await this.releases.readOrLastKnown();
    const perRemote = await Promise.all(
      remotes.map(async (remote) => {
        const rendered = await this.#rendered(shell, remote);
        return remote.prerender.map((path) => ({
          path,
          lastModified: rendered.find(({ route }) => route === path)?.article?.published ?? null,
        }));
      }),
    );
    return perRemote.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The articles among a remote's prerendered pages, newest first. */
  async articles({ shell }: LiveRegistry, remote: Release): Promise<FeedItem[]> {
    return (await this.#rendered(shell, remote))
      .flatMap(({ route, article }) => (article === undefined ? [] : [{ path: route, ...article }]))
      .sort((a, b) => (a.published === b.published ? (a.path < b.path ? -1 : 1) : a.published < b.published ? 1 : -1));
  }

  /** Path prefixes that search engines must not crawl. */
  async closed(): Promise<string[]> {
    const { remotes } = await this.releases.readOrLastKnown();
    return remotes.flatMap(({ pages }) => disallowedPathsOf(pages));
  }

  #rendered(shell: Release | null, remote: Release): Promise<Rendered[]> {
    return shell === null ? Promise.resolve([]) : this.store.pages(shell, remote);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { PrerenderIndex, Release } from '@ve/contracts/remote-manifest';
import { LiveReleases } from '../platform/live-registry.ts';
import type { FeedItem, PublicPage } from './discovery.ts';
import { PageStore } from './store.ts';

type Rendered = PrerenderIndex['pages'][number];

/** What the live releases have for search engines and feed readers: a new remote's pages appear by themselves. */
@Injectable()
export class DiscoveryService {
  constructor(
    @Inject(LiveReleases) private readonly releases: LiveReleases,
    @Inject(PageStore) private readonly store: PageStore,
  ) {}

  /** Every page that a live remote sends finished, by its path. */
  async pages(): Promise<PublicPage[]> {
    const { shell, remotes } = await this.releases.readOrLastKnown();
    const perRemote = await Promise.all(
      remotes.map(async (remote) => {
        const rendered = await this.#rendered(shell, remote);
        return (remote.prerender ?? []).map((path) => ({
          path,
          lastModified: rendered.find(({ route }) => route === path)?.article?.published ?? null,
        }));
      }),
    );
    return perRemote.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The articles among them, newest first. */
  async articles(): Promise<FeedItem[]> {
    const { shell, remotes } = await this.releases.readOrLastKnown();
    const pages = (await Promise.all(remotes.map((remote) => this.#rendered(shell, remote)))).flat();
    return pages
      .flatMap(({ route, article }) => (article === undefined ? [] : [{ path: route, ...article }]))
      .sort((a, b) => (a.published === b.published ? (a.path < b.path ? -1 : 1) : a.published < b.published ? 1 : -1));
  }

  #rendered(shell: Release | null, remote: Release): Promise<Rendered[]> {
    return shell === null ? Promise.resolve([]) : this.store.pages(shell, remote);
  }
}

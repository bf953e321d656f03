import { Inject, Injectable } from '@nestjs/common';
import { nobodysRoute, type Release, type RemoteFeed } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/context';
import { matchRoute, type OwnedPath } from '@ve/domain/routing/match-route';
import { placeOf } from '@ve/domain/routing/place-of';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { Config } from '../config.ts';
import { noSources, type PageSources } from '../http/security-headers.ts';
import { type LiveRegistry, LiveReleases } from '../platform/live-registry.ts';
import { CONFIG } from '../platform/tokens.ts';
import { renderPage } from './page.ts';
import { pageSources } from './page-sources.ts';
import { PageStore } from './store.ts';

export interface Page {
  /**
   * 404 when no remote owns the path (the shell shows its not-found page), or when one does but has no such page (the
   * remote shows its own).
   */
  status: 200 | 404;
  /** Whether search engines may list it. */
  listed: boolean;
  /** `none`: its URL is sent to nobody. */
  referrer: 'none' | null;
  html: string;
  /** The other origins that this page may load from. */
  sources: PageSources;
}

type Owned = OwnedPath<Release>;

/** What the live releases have at a path. */
export type Found =
  | { is: 'page'; live: LiveRegistry; owned: Owned | null }
  | { is: 'elsewhere'; path: string }
  | { is: 'feed'; live: LiveRegistry; release: Release; feed: RemoteFeed };

/**
 * Whether a path that matches a pattern is known not to exist. A remote with prerendered pages under its own pattern
 * (`/blog/1` under `/blog/:id`) has listed all of them; without any the pattern is open.
 */
const isAbsent = ({ owner, route }: Owned): boolean =>
  route.includes(':') && owner.prerender.some((page) => matchRoute(route, page) !== null);

@Injectable()
export class WebService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LiveReleases) private readonly releases: LiveReleases,
    @Inject(PageStore) private readonly store: PageStore,
  ) {}

  /** What is at a path. A path without an owner is a page too: the shell shows that it is not found. */
  async find({ em }: Context, path: string): Promise<Found> {
    const live = await this.releases.readOrLastKnown(em);
    for (const release of live.remotes) {
      const feed = release.feeds.find((each) => each.path === path);
      if (feed) return { is: 'feed', live, release, feed };
    }
    const place = placeOf(live.remotes, path);
    if (place.at === 'elsewhere') return { is: 'elsewhere', path: place.path };
    return { is: 'page', live, owned: place.at === 'page' ? place : null };
  }

  /** Renders the document of a page. Throws `service-unavailable` while no shell is published. */
  async page({ live, owned }: Found & { is: 'page' }, nonce: string): Promise<Page> {
    const { shell } = live;
    const template = shell && (await this.store.template(shell));
    if (!shell || template === null) throw new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
    const prerendered = await this.store.prerendered(shell, owned?.owner ?? shell, owned?.route ?? nobodysRoute);
    const exists = owned !== null && !isAbsent(owned);
    const { PUBLIC_ORIGIN: origin, PAGE_URLS: urls, PAGE_KEYS: keys } = this.config;
    const sources = owned ? pageSources(owned.owner, owned.route, urls) : noSources;
    const ownSources = Object.values(sources).some((origins: readonly string[]) => origins.length > 0);
    const config = { origin, route: owned?.route ?? null, ownSources, urls, keys };
    return {
      status: exists ? 200 : 404,
      listed: exists && owned.owner.pages[owned.route]?.robots === undefined,
      referrer: owned?.owner.pages[owned.route]?.referrer ?? null,
      html: renderPage({ template, live, shell, owner: owned?.owner ?? null, prerendered, config, nonce }),
      sources,
    };
  }

  /** The live shell's version; null if none is published. */
  async shellVersion({ em }: Context): Promise<string | null> {
    return (await this.releases.readOrLastKnown(em)).shell?.version ?? null;
  }
}

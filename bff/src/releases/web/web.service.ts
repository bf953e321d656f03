import { Inject, Injectable } from '@nestjs/common';
import {
  loadingFrameRoutes,
  notFoundPageRoute,
  type Release,
  type RemoteFeed,
  type RemotePageSettings,
  standInRegistration,
} from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import { matchRoute, type RouteOwnerMatch } from '@ve/domain/releases/routing/match-route';
import { pathOwnershipOf } from '@ve/domain/releases/routing/place-of';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import type { FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { noPageContentSources, type PageContentSources } from '../../http/security-headers.ts';
import { type LiveRegistry, StableReleases } from '../live/live-registry.ts';
import { type PageReleaseChoice, PageReleaseSelector } from '../live/page-release-selector.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { type PrerenderedHtml, fillPageTemplate } from './page.ts';
import { startupMonitorScript } from './startup-monitor.ts';
import { PrerenderedPageStore } from './prerendered-page-store.ts';

export interface PageResponse {
  /**
   * 404 when no remote owns the path (the shell shows its not-found page), or when one does but has no such page (the
   * remote shows its own).
   */
  status: 200 | 404;
  /** Whether search engines may list it. */
  listed: boolean;
  /** `none`: the page sends no referrer. */
  referrer: 'none' | null;
  html: string;
  /** The other origins that this page may load from. */
  sources: PageContentSources;
  /** Development servers from which an override loads remotes on this page. */
  local: readonly string[];
  /** Hashes of its inline scripts. */
  inline: readonly string[];
}

type Owned = RouteOwnerMatch<Release>;

/** The visitor's result for a path. */
export type PagePathResolution =
  | { is: 'page'; choice: PageReleaseChoice; owned: Owned | null }
  | { is: 'elsewhere'; choice: PageReleaseChoice; path: string }
  | { is: 'feed'; live: LiveRegistry; release: Release; feed: RemoteFeed };

/**
 * Whether a path that matches a pattern is known not to exist. A remote with prerendered pages under its own pattern
 * (`/blog/1` under `/blog/:id`) has listed all of them; without any the pattern is open.
 */
const isAbsent = ({ owner, route }: Owned): boolean =>
  route.includes(':') && owner.prerender.some((page) => matchRoute(route, page) !== null);

/**
 * Whether the prerendered page does not fit this query, so that the browser renders it. A page with a `loadingQuery`
 * shows something else for each registration.
 */
const isRenderedForQuery = (owned: Owned | null, query: URLSearchParams): boolean =>
  owned?.owner.pages[owned.route]?.loadingQuery !== undefined && query.size > 0;

/** The registration in the query, in its usual form; null if there is none, or another parameter has another value. */
function registrationInQuery(loadingQuery: string, query: URLSearchParams): string | null {
  let registration: string | null = null;
  for (const [name, value] of new URLSearchParams(loadingQuery)) {
    const given = query.get(name);
    if (value === '{registration}') {
      const parsed = parseRegistration(given ?? '');
      if (!parsed.ok) return null;
      registration = parsed.registration;
    } else if (given !== null && given !== value) {
      return null;
    }
  }
  return registration;
}

/** Registrations have letters and digits only, so that they need no escaping. */
const withRegistration = (html: string, registration: string): string =>
  html
    .replaceAll(formatRegistration(standInRegistration), formatRegistration(registration))
    .replaceAll(standInRegistration, registration);

/** The frame that is shown until the page is rendered. */
const loadingRouteOf = (owned: Owned | null): string =>
  owned?.owner.pages[owned.route]?.phoneHeader === 'title' ? loadingFrameRoutes.titled : loadingFrameRoutes.whole;

@Injectable()
export class SitePagesService {
  constructor(
    @Inject(CONFIG_TOKEN) private readonly config: BffConfig,
    @Inject(StableReleases) private readonly stable: StableReleases,
    @Inject(PageReleaseSelector) private readonly releases: PageReleaseSelector,
    @Inject(PrerenderedPageStore) private readonly store: PrerenderedPageStore,
  ) {}

  /**
   * Finds what a path is for the requesting visitor. A path without an owner is a page too: the shell shows that it is
   * not found. Feeds are cached, so they contain the stable releases for all visitors.
   */
  async find(context: Context, request: FastifyRequest, path: string): Promise<PagePathResolution> {
    const choice = await this.#withDocument(await this.releases.forPage(request, context));
    const { live, stable } = choice;
    for (const release of stable.remotes) {
      const feed = release.feeds.find((each) => each.path === path);
      if (feed) return { is: 'feed', live: stable, release, feed };
    }
    const place = pathOwnershipOf(live.remotes, path);
    if (place.at === 'elsewhere') return { is: 'elsewhere', choice, path: place.path };
    return { is: 'page', choice, owned: place.at === 'page' ? place : null };
  }

  /**
   * Falls back to the stable releases if a canary of the shell has no document, which would leave its visitors without
   * any page.
   */
  async #withDocument(choice: PageReleaseChoice): Promise<PageReleaseChoice> {
    const { live, stable, canaries, override } = choice;
    if (live.shell === null || !canaries.has('shell') || override !== null) return choice;
    return (await this.store.template(live.shell)) === null ? { ...choice, live: stable, canaries: new Set() } : choice;
  }

  /**
   * Renders the document of a page. With `mayWait`, it starts without its scripts if its remote declares that. For a
   * registration in the query, it starts as the page that its remote declares for that (`loadingQuery`).
   * @throws ProblemError `service-unavailable` while no shell is published
   */
  async page(
    { choice, owned }: PagePathResolution & { is: 'page' },
    nonce: string,
    { mayWait, query }: { mayWait: boolean; query: URLSearchParams },
  ): Promise<PageResponse> {
    const { live, override, running, visitor } = choice;
    const { shell } = live;
    const template = shell && (await this.store.template(shell));
    if (!shell || template === null) throw new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
    const prerendered = isRenderedForQuery(owned, query)
      ? null
      : await this.store.prerendered(shell, owned?.owner ?? shell, owned?.route ?? notFoundPageRoute);
    // In both channels, to compare them: most loading failures are not caused by the release.
    const watched = running.has(shell.name) && visitor.id !== null && override === null;
    const exists = owned !== null && !isAbsent(owned);
    const { PUBLIC_ORIGIN: origin, PAGE_URLS: urls, PAGE_KEYS: keys } = this.config;
    const sources = owned ? pageSources(owned.owner, owned.route, urls) : noPageContentSources;
    const ownSources = Object.values(sources).some((origins: readonly string[]) => origins.length > 0);
    const waits =
      mayWait && override === null && prerendered !== null && owned?.owner.pages[owned.route]?.hydrate !== undefined;
    // No one can pay in a preview, so no card may be entered there.
    const pageKeys = override?.page.by === 'preview' ? {} : keys;
    const config = { origin, route: owned?.route ?? null, ownSources, urls, keys: pageKeys };
    return {
      status: exists ? 200 : 404,
      listed: exists && override === null && owned.owner.pages[owned.route]?.robots === undefined,
      referrer: owned?.owner.pages[owned.route]?.referrer ?? null,
      html: fillPageTemplate({
        template,
        live,
        override,
        shell,
        owner: owned?.owner ?? null,
        prerendered:
          prerendered ??
          (await this.#loadingForRegistration(shell, owned, query)) ??
          (await this.store.prerendered(shell, shell, loadingRouteOf(owned))),
        config,
        nonce,
        watched,
        waits,
      }),
      sources,
      local: override?.origins ?? [],
      inline: watched ? [startupMonitorScript.source] : [],
    };
  }

  /** The page as it looks while it loads for the registration in the query; null if it has none for this query. */
  async #loadingForRegistration(
    shell: Release,
    owned: Owned | null,
    query: URLSearchParams,
  ): Promise<PrerenderedHtml | null> {
    const expected = owned?.owner.pages[owned.route]?.loadingQuery;
    if (owned === null || expected === undefined) return null;
    const registration = registrationInQuery(expected, query);
    if (registration === null) return null;
    const page = await this.store.loading(shell, owned.owner, owned.route);
    return page && { html: withRegistration(page.html, registration), head: withRegistration(page.head, registration) };
  }

  /** The stable shell's version, for files that are cached; null if none is published. */
  async shellVersion(): Promise<string | null> {
    return (await this.stable.readOrLastKnown()).shell?.version ?? null;
  }
}

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
function pageSources(release: Release, route: string, urls: Readonly<Record<string, string>>): PageContentSources {
  const page: RemotePageSettings = release.pages[route] ?? {};
  return {
    scripts: originsOf(page.scripts, urls),
    frames: originsOf(page.frames, urls),
    connects: originsOf(page.connects, urls),
  };
}

import type { Release, RemoteFeed, PrerenderIndex } from '@ve/contracts/remote-manifest';
import { Inject, Injectable } from '@nestjs/common';
import { type LiveRegistry, StableReleases } from '../live/live-registry.ts';
import { PrerenderedPageStore } from './prerendered-page-store.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML cannot contain, not even escaped. */
const forbidden = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu;

/** Escapes text for XML, in an element or an attribute. */
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Responses to search engines and feed readers are cached for an hour. */
export const cacheControlForOneHour = 'public, max-age=3600';

export interface SitemapPage {
  path: string;
  /** The day of publication; null for pages without one. */
  lastModified: string | null;
}

export interface RssFeedItem {
  path: string;
  title: string;
  description: string;
  published: string;
  section: string | null;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${xmlText(text)}</${name}>`;

/** The sitemap (sitemaps.org). */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(
    ({ path, lastModified }) =>
      `<url>${element('loc', origin + path)}${lastModified === null ? '' : element('lastmod', lastModified)}</url>\n`,
  );
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

/**
 * Path prefixes that search engines must not crawl. In robots.txt a parameter is a wildcard (RFC 9309). Pages with
 * noindex are not included: search engines have to crawl them to see it.
 */
const disallowedPathsOf = (pages: Release['pages']): string[] =>
  Object.entries(pages).flatMap(([route, { robots }]) =>
    robots === 'closed-with-query' ? [`${route.replace(/:\w+/g, '*')}?`] : [],
  );

/** Disallowed regardless of the live releases. */
const alwaysClosed = ['/api/'];

/** The robots.txt. Everything else is allowed, including release files, without which pages cannot be rendered. */
export function robotsTxt(origin: string, closed: readonly string[]): string {
  const all = [...new Set([...alwaysClosed, ...closed])].sort();
  // Paths covered by a shorter prefix are redundant.
  const lines = all.filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
  return [
    'User-agent: *',
    'Allow: /',
    ...lines.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** The articles, newest first, as RSS 2.0. An article has a date without time: midnight UTC is used. */
export function rssFeedXml(origin: string, feed: RemoteFeed, articles: readonly RssFeedItem[]): string {
  const items = articles.map(({ path, title, description, published, section }) =>
    [
      '<item>',
      element('title', title),
      element('link', origin + path),
      element('guid', origin + path, ' isPermaLink="true"'),
      element('pubDate', new Date(`${published}T00:00:00Z`).toUTCString()),
      ...(section === null ? [] : [element('category', section)]),
      element('description', description),
      '</item>\n',
    ].join(''),
  );
  return [
    declaration,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n',
    element('title', feed.title),
    element('link', origin + feed.page),
    element('description', feed.description),
    element('language', 'en-gb'),
    `<atom:link href="${xmlText(origin + feed.path)}" rel="self" type="application/rss+xml"/>\n`,
    ...items,
    '</channel></rss>\n',
  ].join('');
}

type Rendered = PrerenderIndex['pages'][number];

/** The pages of the live releases for search engines and feed readers: a new remote's pages appear automatically. */
@Injectable()
export class SitemapAndFeedService {
  constructor(
    @Inject(StableReleases) private readonly releases: StableReleases,
    @Inject(PrerenderedPageStore) private readonly store: PrerenderedPageStore,
  ) {}

  /** Every prerendered page of the live remotes that search engines may list, by path. */
  async pages(): Promise<SitemapPage[]> {
    const { shell, remotes } = await this.releases.readOrLastKnown();
    const perRemote = await Promise.all(
      remotes.map(async (remote) => {
        const rendered = await this.#rendered(shell, remote);
        return remote.prerender
          .filter((path) => remote.pages[path]?.robots === undefined)
          .map((path) => ({
            path,
            lastModified: rendered.find(({ route }) => route === path)?.article?.published ?? null,
          }));
      }),
    );
    return perRemote.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The articles among a remote's prerendered pages, newest first. */
  async articles({ shell }: LiveRegistry, remote: Release): Promise<RssFeedItem[]> {
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

import type { Release, RemoteFeed } from '@ve/contracts/remote-manifest';
import { xmlText } from './xml.ts';

/** Responses to search engines and feed readers are cached for an hour. */
export const cacheForAnHour = 'public, max-age=3600';

export interface PublicPage {
  path: string;
  /** The day of publication; null for pages without one. */
  lastModified: string | null;
}

export interface FeedItem {
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
export function siteMap(origin: string, pages: readonly PublicPage[]): string {
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
export const disallowedPathsOf = (pages: Release['pages']): string[] =>
  Object.entries(pages).flatMap(([route, { robots }]) =>
    robots === 'closed-with-query' ? [`${route.replace(/:\w+/g, '*')}?`] : [],
  );

/** Disallowed regardless of the live releases. */
const alwaysClosed = ['/api/'];

/** The robots.txt. Everything else is allowed, including release files, without which pages cannot be rendered. */
export function robotsFile(origin: string, closed: readonly string[]): string {
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
export function rssFeed(origin: string, feed: RemoteFeed, articles: readonly FeedItem[]): string {
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

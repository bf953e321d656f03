import type { Release, RemoteFeed } from '@ve/contracts/remote-manifest';
import { xmlText } from './xml.ts';

/** What search engines and feed readers are given is good for an hour. */
export const forAnHour = 'public, max-age=3600';

/** A public page of the site, known by name. */
export interface PublicPage {
  path: string;
  /** The calendar day it was written; null where a page has none. */
  lastModified: string | null;
}

/** An article that the feed tells of. */
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

/** The site map (sitemaps.org). */
export function siteMap(origin: string, pages: readonly PublicPage[]): string {
  const urls = pages.map(
    ({ path, lastModified }) =>
      `<url>${element('loc', origin + path)}${lastModified === null ? '' : element('lastmod', lastModified)}</url>\n`,
  );
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

/**
 * Beginnings of addresses that search engines are not to fetch. For them a parameter is any text (RFC 9309). A page that
 * they are merely not to list is none of these: they would never read that they are not to.
 */
export const closedPaths = (pages: Release['pages']): string[] =>
  Object.entries(pages).flatMap(([route, { robots }]) =>
    robots === 'closed-with-query' ? [`${route.replace(/:\w+/g, '*')}?`] : [],
  );

/** What no search engine has any business in besides, whatever is live. */
const alwaysClosed = ['/api/'];

/** Everything else is open, the files of releases too, without which no page can be drawn. */
export function robotsFile(origin: string, closed: readonly string[]): string {
  const all = [...new Set([...alwaysClosed, ...closed])].sort();
  // What is closed by a shorter line already needs none of its own.
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

/** The articles, newest first, as RSS 2.0. An article has a day and no hour: midnight UTC stands for it. */
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

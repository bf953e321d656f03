import { xmlText } from './xml.ts';

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

/** What no search engine has any business in: calls, staff, and what is somebody's own. */
const closed = ['/api/', '/admin', '/my-account', '/report?'];

/** Everything else is open, the files of releases too, without which no page can be drawn. */
export const robotsFile = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

/** The articles, newest first, as RSS 2.0. An article has a day and no hour: midnight UTC stands for it. */
export function rssFeed(origin: string, self: string, articles: readonly FeedItem[]): string {
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
    element('title', 'Vehicle Enquiry Blog'),
    element('link', `${origin}/blog`),
    element('description', 'Plain guides to buying, owning and selling a car in the UK.'),
    element('language', 'en-gb'),
    `<atom:link href="${xmlText(origin + self)}" rel="self" type="application/rss+xml"/>\n`,
    ...items,
    '</channel></rss>\n',
  ].join('');
}

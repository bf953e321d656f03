import type { APIRequestContext, Page } from '@playwright/test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { join } from 'node:path';
import { pagesOfRemotes, pagesOfSiteMap } from '../support/public-pages.ts';
import { expect, test } from '../support/test.ts';

const asBrowser = { accept: 'text/html' };
const validator = new HtmlValidate(new FileSystemConfigLoader());

/** A page after its scripts have run. */
interface Shown {
  /** The final URL of a request for the page. */
  at: string;
  title: string;
  headings: string[];
  links: string[];
}

/** A page as sent by the server. */
interface Sent {
  status: number;
  isListed: boolean;
  html: string;
}

/** What a document says about the page for which it was sent. */
interface SentFor {
  route?: string | null;
  /** Whether it may load from other origins; no other page may. */
  ownSources?: boolean;
}

/** Pages for customers, which redirect a visitor to the sign-in. */
const customersPages = ['/my-account', '/dashboard', '/your-data', '/your-data/copy'];

async function show(page: Page, path: string): Promise<Shown> {
  await page.goto(path);
  if (customersPages.includes(path)) await page.waitForURL('/signin');
  await page.waitForFunction(() => {
    const config = JSON.parse(document.querySelector('#ve-config')?.textContent ?? '{}') as SentFor;
    // A document with its own origins that shows another page is about to be replaced.
    if (config.ownSources === true && config.route !== location.pathname) return false;
    return document.querySelector('main h1') !== null && document.querySelector('main [aria-busy="true"]') === null;
  });
  return page.evaluate(() => ({
    at: location.pathname,
    title: document.title,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.innerText),
    links: [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
  }));
}

async function send(request: APIRequestContext, path: string): Promise<Sent> {
  const answer = await request.get(path, { headers: asBrowser, maxRedirects: 0 });
  return {
    status: answer.status(),
    isListed: answer.headers()['x-robots-tag'] !== 'noindex',
    html: await answer.text(),
  };
}

/** Without a script the form of this page would put an address into the URL: its button submits once it is hydrated. */
const isExpected = (path: string, ruleId: string): boolean => path === '/signin' && ruleId === 'wcag/h32';

async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, join(import.meta.dirname, 'page.html'));
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ ruleId }) => !isExpected(path, ruleId))
      .map(({ ruleId, message, line, column }) => `${path}: ${ruleId}, ${message} (${line}:${column})`),
  );
}

const count = (html: string, tag: RegExp): number => [...html.matchAll(tag)].length;
const foreign = /<(?:script|img|iframe|source|video|audio|embed|object|use)\b[^>]*\s(?:src|href|data)="(?!\/|#)[^"]*"/g;
const foreignLink =
  /<link\b(?=[^>]*rel="(?:stylesheet|preload|icon|manifest|preconnect|dns-prefetch)")[^>]*href="(?!\/)/g;

test('every link of the site leads to a page, and every page has its metadata @desktop', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { origin } = new URL(baseURL ?? '');
  const elsewhere = new Set<string>();
  page.on('request', (asked) => {
    if (/^https?:/.test(asked.url()) && new URL(asked.url()).origin !== origin) elsewhere.add(asked.url());
  });

  const mapped = await pagesOfSiteMap(request);
  const waiting = new Set(['/', ...mapped, ...(await pagesOfRemotes(request))]);
  const linked = new Map<string, string>();
  const shown = new Map<string, Shown>();
  const sent = new Map<string, Sent>();
  for (const path of waiting) {
    sent.set(path, await send(request, path));
    const seen = await show(page, path);
    shown.set(path, seen);
    for (const link of seen.links) {
      const { origin: to, pathname, search } = new URL(link);
      if (to !== origin) continue;
      if (!linked.has(pathname + search)) linked.set(pathname + search, path);
      waiting.add(pathname);
    }
  }

  // Links
  const dead: string[] = [];
  for (const [link, from] of linked) {
    const { status } = await send(request, link);
    if (status !== 200) dead.push(`${from} -> ${link}: ${status}`);
  }
  expect(dead).toEqual([]);
  expect(linked.size).toBeGreaterThan(20);

  // As sent by the server
  const invalid = (await Promise.all([...sent].map(([path, { html }]) => faultsOf(path, html)))).flat();
  expect(invalid).toEqual([]);
  const wrong: string[] = [];
  const must = (path: string, so: boolean, what: string) => {
    if (!so) wrong.push(`${path}: ${what}`);
  };
  for (const [path, { status, isListed, html }] of sent) {
    must(path, status === 200, `answers ${status}`);
    must(path, count(html, /<title>[^<]+<\/title>/g) === 1, 'has not one title');
    must(path, count(html, /<h1[\s>]/g) === 1, 'has not one h1');
    must(path, count(html, foreign) + count(html, foreignLink) === 0, 'takes something from elsewhere');
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null;
    must(path, canonical === (isListed ? origin + path : null), `gives ${String(canonical)} as its address`);
    must(path, mapped.includes(path) === isListed, 'is listed and not in the site map, or the other way round');
    if (!isListed) continue;
    must(path, /<meta name="description" content="[^"]{50,}"/.test(html), 'has no description');
    const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    must(path, picture.startsWith(`${origin}/`), 'has no picture');
  }
  expect(wrong).toEqual([]);

  // As rendered
  const pages = [...shown].filter(([path, { at }]) => at === path);
  expect(pages.filter(([, { headings }]) => headings.length !== 1)).toEqual([]);
  // A link of older e-mails, which shows the page of `/unsubscribe`.
  const titles = Map.groupBy(
    pages.filter(([path]) => path !== '/newsletter/unsubscribe'),
    ([, { title }]) => title,
  );
  expect([...titles].filter(([title, these]) => title === '' || these.length > 1)).toEqual([]);
  const ledOn = [...shown].filter(([path, { at }]) => at !== path).map(([path, { at }]) => `${path} -> ${at}`);
  // The report without a registration redirects after two seconds, possibly after it was inspected.
  expect(ledOn.filter((step) => step !== '/report -> /').toSorted()).toEqual(
    customersPages.map((path) => `${path} -> /signin`).toSorted(),
  );
  expect([...elsewhere]).toEqual([]);
});

for (const [path, heading] of [
  ['/no/such/page', 'Oops! Page not found'],
  ['/blog/999', 'Post Not Found'],
] as const) {
  test(`${path} is a complete page that search engines do not list @desktop`, async ({ request }) => {
    const { status, isListed, html } = await send(request, path);
    expect([status, isListed]).toEqual([404, false]);
    expect(await faultsOf(path, html)).toEqual([]);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    expect(html).toContain(`<title>${heading} - Vehicle Enquiry</title>`);
    expect(html).not.toContain('rel="canonical"');
    expect(html).not.toContain('<noscript>');
  });
}

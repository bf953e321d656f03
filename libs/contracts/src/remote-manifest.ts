import * as z from 'zod/mini';
import { slotNames } from './slots.ts';

/** The contract between shell and remotes. A remote that needs another major, or a later minor, does not load. */
export const contractVersion = '2.0.0';

const name = z.string().check(z.regex(/^(shell|mfe-[a-z][a-z0-9-]{1,40})$/));
const version = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/));
const file = z.string().check(z.regex(/^[A-Za-z0-9._@~-]+(\/[A-Za-z0-9._@~-]+)*$/));
/** An absolute path pattern of the router, lower case but for its parameters' names: `/`, `/blog/:id`. */
const route = z
  .string()
  .check(z.maxLength(200), z.regex(/^\/((:[A-Za-z]\w*|[a-z0-9_-]+)(\/(:[A-Za-z]\w*|[a-z0-9_-]+))*)?$/));
/** A path of the site without parameters. */
const path = z.string().check(z.maxLength(200), z.regex(/^\/([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/));
/** A slot by name and version. One that this page does not offer is nobody's fault and stays empty. */
const slot = z.string().check(z.maxLength(80), z.regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\/v\d{1,3}$/));

/**
 * Where a page may take something from besides our own origin: an `https` origin, with `*` for one label below at least
 * three (`https://*.js.stripe.com`), or the key of an address that the service is configured with (`CONTACT_FORM`, from
 * its `PAGE_URLS`), of which the origin counts.
 */
const source = z
  .string()
  .check(
    z.maxLength(120),
    z.regex(
      /^(https:\/\/(\*\.[a-z0-9-]+\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?|[A-Z][A-Z0-9_]{0,39})$/,
      'must be an https origin or the key of a configured address',
    ),
  );
const sources = z.optional(z.array(source).check(z.maxLength(8)));

/** What the header shows on small screens: the title that the page gives it, in place of navigation and account. */
const phoneHeader = z.literal('title');

/** What is special about the page at one route. */
export const remotePageSchema = z.object({
  phoneHeader: z.optional(phoneHeader),
  /** Other origins whose scripts the page runs, whose pages it frames, that it calls. No other page may. */
  scripts: sources,
  frames: sources,
  connects: sources,
  /** No search engine lists the page; `closed-with-query`: nor does it fetch its addresses with a query. */
  robots: z.optional(z.enum(['closed', 'closed-with-query'])),
});

export type RemotePage = z.infer<typeof remotePageSchema>;

/** An RSS feed made from the remote's prerendered articles. */
export const remoteFeedSchema = z.object({
  /** Where it is: `/blog/rss.xml`. */
  path: z.string().check(z.maxLength(200), z.regex(/^(\/[a-z0-9_-]+)+\.xml$/)),
  /** The page that it is the feed of. */
  page: path,
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  description: z.string().check(z.minLength(1), z.maxLength(300)),
});

export type RemoteFeed = z.infer<typeof remoteFeedSchema>;

const pages = z.record(route, remotePageSchema);
const feeds = z.array(remoteFeedSchema).check(z.maxLength(10));
/** Addresses that moved for good, and where to: any page of the site. */
const redirects = z.record(path, path).check(z.refine((moved) => Object.keys(moved).length <= 200));

/** In kB (1,000 bytes) by gzip, the shell's scripts and shared libraries included. */
const budget = z.object({
  /** The most JavaScript that every page of the remote may start with. */
  start: z.number().check(z.positive()),
  /** The most that one page of it may need in all before it is shown. */
  page: z.number().check(z.positive()),
});

const manifestShape = z.object({
  name,
  routes: z.array(route),
  slots: z.array(z.enum(slotNames)),
  contract: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  /** Of `routes`, those sent as prerendered HTML. They take no parameter and show nothing personal. */
  prerender: z.array(route),
  /** By route, for those of `routes` that are special. */
  pages: z._default(pages, {}),
  feeds: z._default(feeds, []),
  redirects: z._default(redirects, {}),
  /** The build refuses a release that is over it. */
  budget,
});

const isReserved = (path: string): boolean => /^\/(api|remotes)(\/|$)/.test(path);

/** What is wrong between the parts of a manifest, each with the path of the part. */
function* contradictions(manifest: z.infer<typeof manifestShape>): Generator<{ path: string[]; message: string }> {
  const { routes, prerender, feeds, redirects } = manifest;
  for (const route of routes) {
    if (isReserved(route)) yield { path: ['routes'], message: `${route} belongs to the service itself` };
  }
  for (const route of prerender) {
    if (!routes.includes(route)) yield { path: ['prerender'], message: `${route} is none of its routes` };
    if (route.includes(':')) yield { path: ['prerender'], message: `${route} has a parameter` };
    if (manifest.pages[route]?.robots !== undefined) {
      yield { path: ['prerender'], message: `${route} is closed to search engines` };
    }
  }
  for (const route of Object.keys(manifest.pages)) {
    if (!routes.includes(route)) yield { path: ['pages', route], message: 'is none of its routes' };
  }
  for (const { path, page } of feeds) {
    if (!routes.includes(page))
      yield { path: ['feeds'], message: `${path} is the feed of ${page}, none of its routes` };
  }
  for (const from of Object.keys(redirects)) {
    if (routes.includes(from) || isReserved(from) || from === '/') {
      yield { path: ['redirects', from], message: 'has not moved' };
    }
  }
}

/** `remote.json`, written by the team that owns the remote. */
export const remoteManifestSchema = manifestShape.check((given) => {
  for (const { path, message } of contradictions(given.value)) {
    given.issues.push({ code: 'custom', input: given.value, path, message });
  }
});

export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/**
 * `release.json`, written by the build beside the files of one immutable release
 * `<store>/<name>/<version>/`. File names are relative to that folder.
 */
export const releaseSchema = z.object({
  name,
  version,
  routes: z.array(route),
  slots: z.array(slot),
  contract: z.string(),
  /** `remoteEntry.[contenthash].js`; the shell's own first script. */
  entry: file,
  /** Scripts worth preloading with the entry (exposed chunk, runtime). */
  preload: z.array(file),
  /** Style sheets and fonts that the shell's document links; empty for remotes. */
  styles: z.array(file),
  fonts: z.array(file),
  /**
   * The shell's page template; null for a remote. It holds `<!--ve-head-->`, `<!--ve-root-->` (inside `#root`)
   * and `<!--ve-body-->`, which the BFF fills.
   */
  document: z.nullable(file),
  /** Of `routes`, those sent as prerendered HTML: public, and known by name. */
  prerender: z._default(z.array(route), []),
  /** As in the manifest. Releases of the contract 1.0.0 have none of these. */
  pages: z._default(pages, {}),
  feeds: z._default(feeds, []),
  redirects: z._default(redirects, {}),
});

export type Release = z.infer<typeof releaseSchema>;
/** A release as it is written down: what has a default may be left out. */
export type WrittenRelease = z.input<typeof releaseSchema>;

/** What a page of the type `article` says of itself in its head (Open Graph), for the feed and the site map. */
export const articleFactsSchema = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(300)),
  description: z.string().check(z.maxLength(2_000)),
  /** The calendar day it appeared, `YYYY-MM-DD`. */
  published: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  section: z.nullable(z.string().check(z.maxLength(100))),
});

/**
 * `<store>/prerendered/<shell version>/<remote name>/<remote version>/index.json`: pages rendered by exactly that shell
 * with exactly that remote. Where it is missing the page is rendered in the browser alone. Files are relative to it:
 * `html` goes into `#root`, `head` (title, description, style tags) into the head. `originPlaceholder` stands in both where
 * the site's origin belongs, which is known only where the site runs.
 *
 * A page whose route is a pattern is what the remote shows at addresses that fit it and have no page. The shell has such a
 * page too, under its own name and version, for addresses that nobody owns.
 */
export const prerenderIndexSchema = z.object({
  pages: z.array(z.object({ route, html: file, head: file, article: z.optional(articleFactsSchema) })),
});

/** The route of the shell's page for addresses that nobody owns. */
export const nobodysRoute = '/:nobodys';

export const originPlaceholder = '%ORIGIN%';

export type ArticleFacts = z.infer<typeof articleFactsSchema>;
export type PrerenderIndex = z.infer<typeof prerenderIndexSchema>;

/** One remote as the page sees it: absolute URLs on the page's own origin. */
export const registryEntrySchema = z.object({
  name,
  version,
  contract: z.string(),
  routes: z.array(route),
  slots: z.array(slot),
  entry: z.string(),
  preload: z.array(z.string()),
  /** By route, for those where the header is another on small screens. */
  chrome: z._default(z.record(route, z.object({ phoneHeader })), {}),
  redirects: z._default(redirects, {}),
});

/** `GET /api/remotes`, and inlined in every page as JSON in `<script type="application/json" id="ve-registry">`. */
export const registrySchema = z.object({ contract: z.string(), remotes: z.array(registryEntrySchema) });

export type RegistryEntry = z.infer<typeof registryEntrySchema>;
export type Registry = z.infer<typeof registrySchema>;

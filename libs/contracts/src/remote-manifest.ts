import * as z from 'zod/mini';
import { slotNames } from './slots.ts';

/**
 * Version of the contract between shell and remotes. A remote that requires another major, or a later minor, is not
 * loaded.
 */
export const contractVersion = '4.3.0';

/** The channels of a remote: most visitors get the stable release, a share of them the canary. */
export const releaseChannelNames = ['stable', 'canary'] as const;
export type ReleaseChannelName = (typeof releaseChannelNames)[number];

const name = z.string().check(z.regex(/^(shell|mfe-[a-z][a-z0-9-]{1,40})$/));
/** Used as a folder name and in URLs: never `.` or `..`, never hidden. */
const version = z.string().check(
  // Live releases were built with this pattern: a change would make them incompatible.
  z.regex(/^[A-Za-z0-9._-]{1,64}$/),
  z.refine((text) => /^[A-Za-z0-9]/.test(text), 'must begin with a letter or a digit'),
);
const file = z.string().check(z.regex(/^[A-Za-z0-9._@~-]+(\/[A-Za-z0-9._@~-]+)*$/));
/** An absolute path pattern of the router, lower case except for parameter names: `/`, `/blog/:id`. */
const route = z
  .string()
  .check(z.maxLength(200), z.regex(/^\/((:[A-Za-z]\w*|[a-z0-9_-]+)(\/(:[A-Za-z]\w*|[a-z0-9_-]+))*)?$/));
/** A path of the site without parameters. */
const path = z.string().check(z.maxLength(200), z.regex(/^\/([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/));
/** A slot by name and version. A slot that this page does not offer is not an error and stays empty. */
const slot = z.string().check(z.maxLength(80), z.regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\/v\d{1,3}$/));

/**
 * An external source that a page may use: an `https` origin, with `*` for one label below at least three
 * (`https://*.js.stripe.com`), or the key of a configured URL (`CONTACT_FORM`, from `PAGE_URLS`) for its origin.
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

/** On small screens, the header shows the page's title instead of navigation and account. */
const phoneHeader = z.literal('title');

/** One parameter for the registration, and any others with fixed values. */
const loadingQuery = z
  .string()
  .check(z.maxLength(80), z.regex(/^(?:[a-z_]+=[a-z0-9]+&)*[a-z_]+=\{registration\}(?:&[a-z_]+=[a-z0-9]+)*$/));

/** Settings of the page at one route. */
export const remotePageSettingsSchema = z.object({
  phoneHeader: z.optional(phoneHeader),
  /** Other origins from which this page loads scripts or frames, or which it calls. No other page may. */
  scripts: sources,
  frames: sources,
  connects: sources,
  /**
   * `closed`: keeps search engines from listing the page. `closed-with-query`: and from crawling its URLs with a query.
   */
  robots: z.optional(z.enum(['closed', 'closed-with-query'])),
  /**
   * For a prerendered page whose links and forms work without scripts: they are fetched when the page is idle after its
   * largest paint, or when the visitor first interacts. For signed-in visitors, and URLs with a query, they are fetched
   * immediately. `when-used`, in releases of earlier contracts, is the same.
   */
  hydrate: z.optional(z.enum(['when-idle', 'when-used'])),
  /**
   * The query of this page for a registration, with `{registration}` as the value of one parameter:
   * `reg={registration}&step=2`. The page is prerendered for it as it looks while it loads. A visitor who requests it
   * sees that at once, with their own registration, until the browser renders the page.
   */
  loadingQuery: z.optional(loadingQuery),
  /** Its URL contains a secret: no referrer is sent, not even to our own origin. */
  referrer: z.optional(z.literal('none')),
});

export type RemotePageSettings = z.infer<typeof remotePageSettingsSchema>;

/** An RSS feed made from the remote's prerendered articles. */
export const remoteFeedSchema = z.object({
  /** Its path: `/blog/rss.xml`. */
  path: z.string().check(z.maxLength(200), z.regex(/^(\/[a-z0-9_-]+)+\.xml$/)),
  /** The page whose feed it is. */
  page: path,
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  description: z.string().check(z.minLength(1), z.maxLength(300)),
});

export type RemoteFeed = z.infer<typeof remoteFeedSchema>;

const pages = z.record(route, remotePageSettingsSchema);
const feeds = z.array(remoteFeedSchema).check(z.maxLength(10));
/** Permanent redirects: old path to any page of the site. */
const redirects = z.record(path, path).check(z.refine((moved) => Object.keys(moved).length <= 200));

/** In kB (1,000 bytes) after gzip, including the shell's scripts and shared libraries. */
const budget = z.strictObject({
  /** Maximum JavaScript with which every page of the remote starts. */
  start: z.number().check(z.positive()),
  /** Maximum total that one page may load before it is shown. */
  page: z.number().check(z.positive()),
  /** Maximum that a slot filler adds to another remote's page: its own scripts alone. */
  slot: z.optional(z.number().check(z.positive())),
});

const manifestShape = z.strictObject({
  name,
  routes: z.array(route),
  slots: z.array(z.enum(slotNames)),
  /** The slots that its own pages offer to other remotes. */
  offers: z._default(z.array(z.enum(slotNames)), []),
  /** The earliest contract that it runs with. The build raises it to what the release uses. */
  contract: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  /** The subset of `routes` that is sent as prerendered HTML. They have no parameters and show nothing personal. */
  prerender: z.array(route),
  pages: z._default(z.record(route, z.strictObject(remotePageSettingsSchema.shape)), {}),
  feeds: z._default(z.array(z.strictObject(remoteFeedSchema.shape)).check(z.maxLength(10)), []),
  redirects: z._default(redirects, {}),
  /** The build rejects a release that exceeds it. */
  budget,
});

const isReserved = (path: string): boolean => /^\/(api|remotes)(\/|$)/.test(path);

interface Contradiction {
  path: string[];
  message: string;
}

/** Inconsistencies between the parts of a manifest, each with its path. */
function* contradictions(manifest: z.infer<typeof manifestShape>): Generator<Contradiction> {
  const { slots, offers, budget } = manifest;
  for (const slot of slots) {
    if (offers.includes(slot)) yield { path: ['slots'], message: `${slot} is a slot of its own pages` };
  }
  if (slots.length > 0 && budget.slot === undefined) {
    yield { path: ['budget', 'slot'], message: 'is missing: what fills a slot has a budget' };
  }
  for (const [route, { hydrate }] of Object.entries(manifest.pages)) {
    if (hydrate === 'when-used') yield { path: ['pages', route, 'hydrate'], message: 'is now called when-idle' };
  }
  yield* manifestRouteContradictions(manifest);
}

type Addresses = Pick<z.infer<typeof manifestShape>, 'routes' | 'prerender' | 'pages' | 'feeds' | 'redirects'>;

/** Inconsistencies between the addresses in a manifest or release, each with its path. */
export function* manifestRouteContradictions(manifest: Addresses): Generator<Contradiction> {
  const { routes, prerender, feeds, redirects } = manifest;
  for (const route of routes) {
    if (isReserved(route)) yield { path: ['routes'], message: `${route} belongs to the service itself` };
  }
  for (const route of prerender) {
    if (!routes.includes(route)) yield { path: ['prerender'], message: `${route} is none of its routes` };
    if (route.includes(':')) yield { path: ['prerender'], message: `${route} has a parameter` };
  }
  for (const [route, page] of Object.entries(manifest.pages)) {
    if (!routes.includes(route)) yield { path: ['pages', route], message: 'is none of its routes' };
    if (page.hydrate !== undefined && !prerender.includes(route)) {
      yield { path: ['pages', route], message: 'is not prerendered, so that it cannot wait for its scripts' };
    }
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
 * `release.json`, which the build writes into the folder of an immutable release, `<store>/<name>/<version>/`. File
 * names are relative to that folder.
 */
export const releaseSchema = z.object({
  name,
  version,
  routes: z.array(route),
  slots: z.array(slot),
  contract: z.string(),
  /** `remoteEntry.[contenthash].js`; for the shell, its entry chunk. */
  entry: file,
  /** Scripts to preload with the entry chunk (exposed chunk, runtime). */
  preload: z.array(file),
  /** Style sheets and fonts that the shell's document links; empty for remotes. */
  styles: z.array(file),
  fonts: z.array(file),
  /**
   * The shell's page template; null for a remote. It contains `<!--ve-head-->`, `<!--ve-assets-->`, `<!--ve-root-->`
   * (inside `#root`) and `<!--ve-body-->`, which the BFF fills. In a shell without a starter the scripts are already
   * filled in.
   */
  document: z.nullable(file),
  /** The shell's script that fetches the others when a prerendered page is idle or first used. */
  starter: z._default(z.nullable(file), null),
  /** The shell's script for pages under an override, which alone load it; null for a remote. */
  devtools: z._default(z.nullable(file), null),
  /** The subset of `routes` that is sent as prerendered HTML: public, and without parameters. */
  prerender: z._default(z.array(route), []),
  /** As in the manifest. Releases of contract 1.0.0 have none of these. */
  pages: z._default(pages, {}),
  feeds: z._default(feeds, []),
  redirects: z._default(redirects, {}),
  /** The slots that its pages offer. Releases before contract 2.2.0 have none of the following fields. */
  offers: z._default(z.array(slot), []),
  /** The entry of its build for Node, which prerenders its pages and is not served. */
  node: z._default(z.nullable(file), null),
  /** By module specifier: for a remote, the range that it accepts; for the shell, the version that it provides. */
  shared: z._default(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(40))), {}),
  /**
   * By module specifier, the names that a remote uses or the shell offers, each with the first version that is known to
   * have it: of our own modules a contract version, of a library one of the library. `slotsModule` lists slots. `*` is
   * every name of a library. A release without it declares nothing, and is compared by its contract alone.
   */
  sharedExports: z._default(
    z.record(
      z.string().check(z.maxLength(200)),
      z.record(z.string().check(z.maxLength(80), z.regex(/^[\w$*./-]+$/)), z.string().check(z.maxLength(40))),
    ),
    {},
  ),
  /** The JSON Schemas of the calls that it was built with, by method and path. */
  calls: z._default(z.record(z.string().check(z.maxLength(250)), z.unknown()), {}),
});

/** The key of slots in `sharedExports`. */
export const slotsModule = '@ve/contracts/slots';

/** Our facades of shared libraries: by their specifier in `sharedExports`, the library's in `shared`. */
export const sharedFacades: Readonly<Record<string, string>> = { '@ve/mfe-kit/query': '@tanstack/react-query' };

export type Release = z.infer<typeof releaseSchema>;
/** A release as written to disk: fields with a default may be left out. */
export type ReleaseJson = z.input<typeof releaseSchema>;

/** The Open Graph data in the head of a page of type `article`, for the feed and the sitemap. */
export const articleFactsSchema = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(300)),
  description: z.string().check(z.maxLength(2_000)),
  /** The calendar day of publication, `YYYY-MM-DD`. */
  published: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  section: z.nullable(z.string().check(z.maxLength(100))),
});

/**
 * `<store>/prerendered/<shell version>/<remote name>/<remote version>/index.json`: pages prerendered by exactly that
 * shell with exactly that remote. Without it the page is rendered in the browser only. File names are relative to it:
 * `html` goes into `#root`, `head` (title, description, style tags) into the head. In both, `originPlaceholder`
 * replaces the site's origin, which is known only at run time.
 * A page whose route is a pattern is the remote's not-found page for matching paths. The shell has such a page too,
 * under its own name and version, for paths without an owner, and placeholders for pages until they are rendered
 * (`loadingFrameRoutes`).
 */
export const prerenderIndexSchema = z.object({
  pages: z.array(z.object({ route, html: file, head: file, article: z.optional(articleFactsSchema) })),
  /** Pages as they look while they load for the registration `standInRegistration` (`loadingQuery`). */
  loading: z._default(z.array(z.object({ route, html: file, head: file })), []),
});

/** The route of the shell's page for unowned addresses. */
export const notFoundPageRoute = '/:nobodys';

/**
 * The routes of the shell's frame around a page that is loading, for pages that were not prerendered: with the whole
 * header, and for pages whose `phoneHeader` is `title`. The browser replaces it by the rendered page.
 */
export const loadingFrameRoutes = { whole: '/:loading', titled: '/:loading/titled' } as const;

export const originPlaceholder = '%ORIGIN%';

/**
 * The registration for which loading pages are prerendered: a valid one that DVLA will not issue before 2049. The
 * requested one replaces it, with and without space.
 */
export const standInRegistration = 'YY99YYY';

/** The query of a loading page for a registration. */
export const queryForRegistration = (loadingQuery: string, registration: string): string =>
  loadingQuery.replace('{registration}', registration);

export type ArticleFacts = z.infer<typeof articleFactsSchema>;
export type PrerenderIndex = z.infer<typeof prerenderIndexSchema>;

/** One remote as the page sees it: absolute URLs on the page's own origin. */
export const remoteRegistryEntrySchema = z.object({
  name,
  version,
  contract: z.string(),
  routes: z.array(route),
  slots: z.array(slot),
  entry: z.string(),
  preload: z.array(z.string()),
  /** By route, for routes with a different header on small screens. */
  chrome: z._default(z.record(route, z.object({ phoneHeader })), {}),
  redirects: z._default(redirects, {}),
});

/** `GET /api/remotes`, also inlined in every page as JSON in `<script type="application/json" id="ve-registry">`. */
export const remoteRegistrySchema = z.object({ contract: z.string(), remotes: z.array(remoteRegistryEntrySchema) });

export type RemoteRegistryEntry = z.infer<typeof remoteRegistryEntrySchema>;
export type RemoteRegistry = z.infer<typeof remoteRegistrySchema>;

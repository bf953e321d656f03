import * as z from 'zod/mini';
import { slotNames } from './slots.ts';

/** The contract between shell and remotes. A remote that needs another major does not load. */
export const contractVersion = '1.0.0';

const name = z.string().check(z.regex(/^(shell|mfe-[a-z][a-z0-9-]{1,40})$/));
const version = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/));
const file = z.string().check(z.regex(/^[A-Za-z0-9._@~-]+(\/[A-Za-z0-9._@~-]+)*$/));
/** An absolute path pattern of the router: `/`, `/blog/:id`. */
const route = z.string().check(z.regex(/^\/([A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+)*)?$/));

/** `remote.json`, written by the team that owns the remote. */
export const remoteManifestSchema = z.object({
  name,
  routes: z.array(route),
  slots: z.array(z.enum(slotNames)),
  contract: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  /** Of `routes`, those sent as finished HTML. They take no parameter and show nothing personal. */
  prerender: z.array(route),
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
  slots: z.array(z.enum(slotNames)),
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
  /** Of `routes`, those sent as finished HTML: public, and known by name. */
  prerender: z.optional(z.array(route)),
});

export type Release = z.infer<typeof releaseSchema>;

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
 */
export const prerenderIndexSchema = z.object({
  pages: z.array(z.object({ route, html: file, head: file, article: z.optional(articleFactsSchema) })),
});

export const originPlaceholder = '%ORIGIN%';

export type ArticleFacts = z.infer<typeof articleFactsSchema>;
export type PrerenderIndex = z.infer<typeof prerenderIndexSchema>;

/** One remote as the page sees it: absolute URLs on the page's own origin. */
export const registryEntrySchema = z.object({
  name,
  version,
  contract: z.string(),
  routes: z.array(route),
  slots: z.array(z.enum(slotNames)),
  entry: z.string(),
  preload: z.array(z.string()),
});

/** `GET /api/remotes`, and inlined in every page as JSON in `<script type="application/json" id="ve-registry">`. */
export const registrySchema = z.object({ contract: z.string(), remotes: z.array(registryEntrySchema) });

export type RegistryEntry = z.infer<typeof registryEntrySchema>;
export type Registry = z.infer<typeof registrySchema>;

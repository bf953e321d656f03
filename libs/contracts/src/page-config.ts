import * as z from 'zod/mini';

/** The configuration in every page's `<script type="application/json" id="ve-config">`. It contains no secrets. */
export const pageConfigSchema = z.object({
  /** The site's canonical origin, regardless of the host of the request. */
  origin: z.string().check(z.regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)),
  /** The route of the page that this document was sent for; null when no remote owns its path. */
  route: z.nullable(z.string()),
  /**
   * Whether this document's policy allows other origins, because its page declares them; no other page may use them.
   */
  ownSources: z.boolean(),
  /** Configured external URLs by key, none of them on the site's origin. */
  urls: z.record(z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)), z.string().check(z.regex(/^https?:\/\//))),
  /** Configured publishable keys by name. */
  keys: z._default(
    z.record(z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)), z.string().check(z.regex(/^[A-Za-z0-9_-]{1,255}$/))),
    {},
  ),
});

export type PageConfig = z.infer<typeof pageConfigSchema>;

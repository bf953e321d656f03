import * as z from 'zod/mini';

/** What the service tells every page in `<script type="application/json" id="ve-config">`. Nothing in it is secret. */
export const pageConfigSchema = z.object({
  /** The site's one origin, whatever host this page was asked from. */
  origin: z.string().check(z.regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)),
  /** The route of the page that this document was sent for; null where nobody owns its address. */
  route: z.nullable(z.string()),
  /** Whether this document may take something from another origin, because its page says so: no other page may. */
  ownSources: z.boolean(),
  /** Addresses elsewhere that the service is configured with, by key; each of another origin than the site's. */
  urls: z.record(z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)), z.string().check(z.regex(/^https?:\/\//))),
});

export type PageConfig = z.infer<typeof pageConfigSchema>;

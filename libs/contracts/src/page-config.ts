import * as z from 'zod/mini';

/** What the service tells every page in `<script type="application/json" id="ve-config">`. Nothing in it is secret. */
export const pageConfigSchema = z.object({
  /** The site's one origin, whatever host this page was asked from. */
  origin: z.string().check(z.regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)),
  /** Another company's form for general enquiries; null: our own form. */
  contactForm: z.nullable(
    z.object({
      /** What the frame shows; never of our own origin. */
      url: z.string().check(z.regex(/^https:\/\//)),
      /** Whether the policy of this very document lets the form be framed. */
      framed: z.boolean(),
    }),
  ),
});

export type PageConfig = z.infer<typeof pageConfigSchema>;

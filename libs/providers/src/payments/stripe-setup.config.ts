import * as z from 'zod';

/** The environment of `npm run stripe:setup`. An empty variable counts as not set. */
const configSchema = z.object({
  STRIPE_URL: z.url({ protocol: /^https?$/, error: 'must be a complete URL' }).default('https://api.stripe.com'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w{1,250}$/, 'must be a secret key, sk_test_…')
    .refine((key) => !/^[a-z]+_live_/.test(key), 'must not be of live mode until refunds exist'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be the site’s address: scheme, host and port' })
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path'),
});

export type StripeSetupConfig = z.infer<typeof configSchema>;

/** The configuration, or all of its errors in plain words; values are never repeated. */
export const readStripeSetupConfig = (
  env: Record<string, string | undefined> = process.env,
): { config: StripeSetupConfig } | { issues: string[] } => {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = configSchema.safeParse(variables);
  if (result.success) return { config: result.data };
  return {
    issues: result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return variables[name] === undefined ? `${name} is not set` : `${name} ${issue.message}`;
    }),
  };
};

import { parseArgs } from 'node:util';
import { stripeModeOfKey, stripeSecretKeyPattern } from '@ve/domain/membership/stripe-mode';
import * as z from 'zod';

/** The environment of `npm run stripe:setup`. An empty variable counts as not set. */
const configSchema = z
  .object({
    STRIPE_URL: z.url({ protocol: /^https?$/, error: 'must be a complete URL' }).default('https://api.stripe.com'),
    STRIPE_SECRET_KEY: z.string().regex(stripeSecretKeyPattern, 'must be a secret key, sk_test_… or sk_live_…'),
    PUBLIC_ORIGIN: z
      .url({ protocol: /^https?$/, error: 'must be the site’s address: scheme, host and port' })
      .transform((url) => url.replace(/\/+$/, ''))
      .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path'),
  })
  .refine(
    (given) => !(stripeModeOfKey(given.STRIPE_SECRET_KEY) === 'live' && given.PUBLIC_ORIGIN.startsWith('http:')),
    {
      path: ['PUBLIC_ORIGIN'],
      error: 'must be an https address with a key of live mode',
    },
  )
  .transform((given) => ({
    ...given,
    mode: stripeModeOfKey(given.STRIPE_SECRET_KEY) ?? ('test' as const),
  }));

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

const confirmed = z.enum(['test', 'live']).optional();

/** The mode that `--confirm` names; undefined: only the plan is wanted. Null: the arguments are not understood. */
export const readStripeSetupConfirmation = (args: string[]): z.infer<typeof confirmed> | null => {
  try {
    const { values } = parseArgs({ args, options: { confirm: { type: 'string' } } });
    const read = confirmed.safeParse(values.confirm);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

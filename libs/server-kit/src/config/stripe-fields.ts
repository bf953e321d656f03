import * as z from 'zod';
import { httpUrlConfigField } from './process-fields.ts';
import { httpsOnlyInProductionRule, type ProductionConfigRule } from './production-rules.ts';

/** Whether a key is of live mode, which charges real money. Refused, since charges cannot be refunded yet. */
export const isStripeLiveModeKey = (key: string): boolean => /^[a-z]+_live_/.test(key);

/** The variables of every process that calls Stripe. */
export const stripeConfigFields = () => ({
  STRIPE_URL: httpUrlConfigField().default('https://api.stripe.com').describe('The API of Stripe'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w{1,250}$/, 'must be a secret key, sk_test_…')
    .refine((key) => !isStripeLiveModeKey(key), 'must not be of live mode until refunds exist')
    .describe(
      'Secret or restricted key of Stripe’s test mode, `sk_test_…` or `rk_test_…`; those of live mode are refused',
    ),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w{1,250}$/, 'must be the id of a price, price_…')
    .describe('Price of the membership; `npm run stripe:setup` makes it'),
});

/** Refuses a value of the sandbox's Stripe, which is public in this repository. */
const ofSandbox = (name: string, ...values: string[]): ProductionConfigRule => ({
  name,
  refuses: (value) => values.includes(value),
  words: "must not be the sandbox's",
});

/** Production's rules for these variables, and for `STRIPE_WEBHOOK_SECRET` where a process has it. */
export const stripeProductionRules: readonly ProductionConfigRule[] = [
  httpsOnlyInProductionRule('STRIPE_URL'),
  ofSandbox('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
  ofSandbox('STRIPE_PRICE_ID', 'price_sandbox_membership'),
  ofSandbox('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
];

/** One webhook secret, or two separated by a comma during a rotation. */
export const stripeWebhookSecretsConfigField = () =>
  z
    .string()
    .regex(
      /^whsec_[\w+/=-]{1,250}(,whsec_[\w+/=-]{1,250})?$/,
      'must be one or two secrets, whsec_…, with a comma between',
    )
    .transform((text) => text.split(','))
    .describe('Secret of the webhook endpoint, `whsec_…`; two, separated by a comma, while one is replaced');

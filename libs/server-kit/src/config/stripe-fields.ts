import { type StripeMode, stripeModeOfKey, stripeSecretKeyPattern } from '@ve/domain/membership/stripe-mode';
import * as z from 'zod';
import { httpUrlConfigField } from './process-fields.ts';
import { httpsOnlyInProductionRule, type ProductionConfigRule } from './production-rules.ts';

/** `STRIPE_SECRET_KEY`: a secret or restricted key of either mode. */
const stripeSecretKeyConfigField = () =>
  z.string().regex(stripeSecretKeyPattern, 'must be a secret key, sk_test_… or sk_live_…');

/** The variables of every process that calls Stripe. */
export const stripeConfigFields = () => ({
  STRIPE_URL: httpUrlConfigField().default('https://api.stripe.com').describe('The API of Stripe'),
  STRIPE_SECRET_KEY: stripeSecretKeyConfigField().describe(
    'Secret or restricted key of Stripe: `sk_live_…` or `rk_live_…` in production, and nowhere else; `sk_test_…` or `rk_test_…` elsewhere and in a rehearsal',
  ),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w{1,250}$/, 'must be the id of a price, price_…')
    .describe('Price of the membership, of the mode of `STRIPE_SECRET_KEY`; `npm run stripe:setup` makes it'),
});

/** Refuses a value of the sandbox's Stripe, which is public in this repository. */
const ofSandbox = (name: string, ...values: string[]): ProductionConfigRule => ({
  name,
  refuses: (value) => values.includes(value),
  words: "must not be the sandbox's",
});

/** Production's rules for these variables, and for `STRIPE_WEBHOOK_SECRET` and `PAGE_KEYS` where a process has them. */
export const stripeProductionRules: readonly ProductionConfigRule[] = [
  httpsOnlyInProductionRule('STRIPE_URL'),
  {
    name: 'STRIPE_SECRET_KEY',
    refuses: (key) => stripeModeOfKey(key) === 'test',
    words: 'must be of live mode',
  },
  ofSandbox('STRIPE_PRICE_ID', 'price_sandbox_membership'),
  ofSandbox('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
];

type GivenVariables = Readonly<Record<string, unknown>>;

/** Variables before or after parsing. */
const toVariables = (config: unknown): GivenVariables =>
  typeof config === 'object' && config !== null ? (config as GivenVariables) : {};

const modeOf = (key: unknown): StripeMode | null => (typeof key === 'string' ? stripeModeOfKey(key) : null);

/** Whether a live key is set where no money may move: outside production, and in a rehearsal. */
const isLiveKeyMisplaced = ({ NODE_ENV, REHEARSAL, STRIPE_SECRET_KEY }: GivenVariables): boolean =>
  modeOf(STRIPE_SECRET_KEY) === 'live' && (NODE_ENV !== 'production' || REHEARSAL === true || REHEARSAL === 'true');

/** Whether the pages would collect cards in another mode than the servers charge in, or could collect none for money. */
const isPageKeyOfOtherMode = ({ STRIPE_SECRET_KEY, PAGE_KEYS }: GivenVariables): boolean => {
  if (typeof PAGE_KEYS !== 'object' || PAGE_KEYS === null) return false;
  const secret = modeOf(STRIPE_SECRET_KEY);
  const { STRIPE: published } = PAGE_KEYS as GivenVariables;
  if (secret === null || (published === undefined && secret === 'test')) return false;
  return modeOf(published) !== secret;
};

/**
 * Adds the rules that keep Stripe's modes apart, which no other variable turns off: a live key only in production and
 * not in a rehearsal, and a publishable key of the same mode where a process has `PAGE_KEYS`.
 */
export const withStripeModeRules = <S extends z.ZodType>(schema: S): S =>
  schema
    .refine((config) => !isLiveKeyMisplaced(toVariables(config)), {
      path: ['STRIPE_SECRET_KEY'],
      error: 'must not be of live mode except with NODE_ENV=production, and not in a rehearsal',
      // Run these even when single variables are invalid, to report all errors together.
      when: () => true,
    })
    .refine((config) => !isPageKeyOfOtherMode(toVariables(config)), {
      path: ['PAGE_KEYS'],
      error: 'must have STRIPE=pk_… of the same mode, test or live, as STRIPE_SECRET_KEY',
      when: () => true,
    });

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

import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { stripeApiVersion } from './account.ts';
import type { StripeError } from './stripe-error.ts';
import { stripeInvalidRequestError } from './stripe-error.ts';

export type StripeKeyKind = 'secret' | 'publishable';

/** The key of a request: the user of Basic, or Bearer. */
function keyOf(request: FastifyRequest): string | null {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme === undefined || value === undefined) return null;
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null;
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The parts of a key that may be shown. */
const masked = (key: string): string =>
  key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;

/** The kind of the request's key, or why it is rejected. */
export function authenticateStripeRequest(request: FastifyRequest): StripeKeyKind | StripeError {
  const key = keyOf(request);
  if (key === null || key === '') {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
    return stripeInvalidRequestError(message, {}, 401);
  }
  if (same(key, sandboxCredentials.stripeSecretKey)) return 'secret';
  if (same(key, sandboxCredentials.stripePublishableKey)) return 'publishable';
  return stripeInvalidRequestError(`Invalid API Key provided: ${masked(key)}`, {}, 401);
}

export const stripeSecretKeyRequiredError = (): StripeError =>
  stripeInvalidRequestError(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
    403,
  );

/** Why a request for another version of the API is rejected; null for our version. */
export function stripeApiVersionError(request: FastifyRequest): StripeError | null {
  const version = request.headers['stripe-version'];
  if (version === undefined || version === stripeApiVersion) return null;
  return stripeInvalidRequestError(
    `Invalid Stripe API version: ${String(version)}. The sandbox speaks ${stripeApiVersion}.`,
  );
}

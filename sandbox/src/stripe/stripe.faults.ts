import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';
import { stripeErrorBody, stripeInvalidRequestError, StripeError } from './stripe-error.ts';

export const stripeErrorToCannedAnswer = (error: StripeError): CannedAnswer => ({
  status: error.status,
  body: stripeErrorBody(error),
});

const apiError = (status: number, message: string): CannedAnswer =>
  stripeErrorToCannedAnswer(new StripeError(status, { type: 'api_error', message }));

/** The faults in Stripe's format. */
export const stripeFaultAnswers: FaultAnswersByMode = {
  'error-500': () => apiError(500, 'An unknown error occurred. Stripe has been notified and is looking into it.'),
  'error-503': () => apiError(503, 'Stripe is temporarily unavailable. Try again later.'),
  'rate-limit': () => ({
    ...stripeErrorToCannedAnswer(
      stripeInvalidRequestError(
        'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
        { code: 'rate_limit' },
        429,
      ),
    ),
    headers: { 'retry-after': '1', 'stripe-should-retry': 'true' },
  }),
  forbidden: () =>
    stripeErrorToCannedAnswer(
      stripeInvalidRequestError('The provided key does not have the required permissions for this endpoint.', {}, 403),
    ),
  'bad-request': () => stripeErrorToCannedAnswer(stripeInvalidRequestError('Invalid request.')),
  'not-found': ({ asked }) =>
    stripeErrorToCannedAnswer(
      stripeInvalidRequestError(`No such object: ${asked}`, { code: 'resource_missing', param: 'id' }, 404),
    ),
  'wrong-shape': () => ({ status: 200, body: { data: { id: 17, status: ['paid'] } } }),
};

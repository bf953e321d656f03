/** An error in the use of Stripe.js by the page: thrown, as the real one does. */
export class StripeJsIntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

export const stripeElementNotMountedError = (): StripeJsIntegrationError =>
  new StripeJsIntegrationError(
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  );

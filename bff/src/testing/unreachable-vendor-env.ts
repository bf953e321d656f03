/** Settings of the vendors that the BFF calls. Nothing listens at these addresses, unless a test provides a server. */
export const unreachableVendorEnv = {
  IDEAL_POSTCODES_URL: 'https://127.0.0.1:9',
  IDEAL_POSTCODES_API_KEY: 'key',
  STRIPE_URL: 'https://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PRICE_ID: 'price_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  TWILIO_AUTH_TOKEN: 'token-of-tests',
  MAIL_WEBHOOK_SECRET: 'mail_webhook_secret_of_the_tests',
};

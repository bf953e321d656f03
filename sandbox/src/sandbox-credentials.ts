/** The only credentials that the sandbox's vendors accept; they are worthless elsewhere. */
export const sandboxCredentials = {
  dvlaApiKey: 'sandbox-dvla-key',
  dvsaClientId: 'sandbox-client',
  dvsaClientSecret: 'sandbox-secret',
  dvsaApiKey: 'sandbox-dvsa-key',
  dvsaScope: 'https://tapi.dvsa.gov.uk/.default',
  entraTenant: 'sandbox-tenant',
  ukvdApiKey: 'sandbox-ukvd-key',
  idealPostcodesApiKey: 'sandbox-postcodes-key',
  twilioAccountSid: `AC${'0'.repeat(32)}`,
  twilioAuthToken: 'sandbox-twilio-token',
  fuelFinderClientId: 'sandbox-client',
  fuelFinderClientSecret: 'sandbox-secret',
  stripeSecretKey: 'sk_test_sandbox',
  stripePublishableKey: 'pk_test_sandbox',
  stripeWebhookSecret: 'whsec_sandbox',
  mailWebhookSecret: 'sandbox-mail-webhook-secret-00000',
} as const;

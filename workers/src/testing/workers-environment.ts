/**
 * The required environment of a workers process: its database, the URL of all vendors, and an unreachable mail server.
 */
export const workersEnvironment = (databaseUrl: string, vendorUrl: string) => ({
  PORT: '0',
  DATABASE_URL: databaseUrl,
  DVLA_URL: vendorUrl,
  DVLA_API_KEY: 'key',
  DVSA_URL: vendorUrl,
  DVSA_TOKEN_URL: `${vendorUrl}/token`,
  DVSA_CLIENT_ID: 'id',
  DVSA_CLIENT_SECRET: 'secret',
  DVSA_API_KEY: 'key',
  UKVD_URL: vendorUrl,
  UKVD_API_KEY: 'key',
  RECALLS_URL: vendorUrl,
  FUEL_FINDER_URL: vendorUrl,
  STRIPE_URL: vendorUrl,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PRICE_ID: 'price_1',
  TWILIO_URL: vendorUrl,
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token-of-tests',
  TWILIO_FROM: '+447700900001',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Vehicle Enquiry <no-reply@vehicle-enquiry.example>',
  SUPPORT_EMAIL: 'support@vehicle-enquiry.example',
});

/** All that a workers process must be told: its database, the URL of all vendors, and a mail server that is not there. */
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
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Vehicle Enquiry <no-reply@vehicle-enquiry.example>',
  SUPPORT_EMAIL: 'support@vehicle-enquiry.example',
});

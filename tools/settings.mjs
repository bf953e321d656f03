import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';
import { LaunchError } from './launch-error.mjs';

/**
 * The environment, extended by the git-ignored file `.env`; a variable that is already set wins.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {NodeJS.ProcessEnv}
 */
export function readLauncherSettings(root, environment = process.env) {
  const file = join(root, '.env');
  if (!existsSync(file)) return { ...environment };
  if (typeof util.parseEnv !== 'function') throw new LaunchError('Reading .env needs Node 20.12 or newer.');
  const given = Object.entries(util.parseEnv(readFileSync(file, 'utf8'))).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), ...environment };
}

/** Variables that would connect a stack to a real database, queue or vendor, or that name parts of another one. */
const otherStack =
  /^(DATABASE_|QUEUE_|DVLA_|DVSA_|UKVD_|IDEAL_POSTCODES_|RECALLS_|FUEL_FINDER_|STRIPE_|SMTP_|MAIL_|SUPPORT_|STORE_DIR$|PORT$|HOST$|PUBLIC_ORIGIN$|PAGE_(URLS|KEYS)$|PREVIEW_DOMAIN$|NODE_ENV$|CLOCK_SOURCE$|LOCAL_ADMIN_SECRET$|WORK_ON$)/;

/**
 * The environment for a stack of its own, which tests or benches may damage.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export const withoutOtherStack = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !otherStack.test(name)));

/**
 * A port from the environment.
 * @param {NodeJS.ProcessEnv} settings
 * @param {string} name
 * @param {number} otherwise
 */
export function portSetting(settings, name, otherwise) {
  const text = settings[name];
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new LaunchError(`${name} is not a port: ${text}`);
  return port;
}

/**
 * URLs and keys of the vendors for the workers: the sandbox's for each vendor without a URL in the environment. A
 * vendor's settings are never mixed, so that no real key is sent to the sandbox, or a sandbox key to a real vendor.
 * @param {string} sandboxUrl
 * @param {NodeJS.ProcessEnv} settings
 * @param {number} [smtpPort] where the sandbox accepts mail
 * @returns {Record<string, string>}
 */
export function vendorSettings(sandboxUrl, settings, smtpPort = 3925) {
  const vendors = {
    DVLA_URL: { DVLA_URL: `${sandboxUrl}/dvla`, DVLA_API_KEY: 'sandbox-dvla-key' },
    DVSA_URL: {
      DVSA_URL: `${sandboxUrl}/dvsa`,
      DVSA_TOKEN_URL: `${sandboxUrl}/entra/sandbox-tenant/oauth2/v2.0/token`,
      DVSA_CLIENT_ID: 'sandbox-client',
      DVSA_CLIENT_SECRET: 'sandbox-secret',
      DVSA_API_KEY: 'sandbox-dvsa-key',
    },
    UKVD_URL: {
      UKVD_URL: `${sandboxUrl}/ukvd`,
      UKVD_API_KEY: 'sandbox-ukvd-key',
      PICTURE_LICENCE_DAYS: settings['PICTURE_LICENCE_DAYS'] || '30',
      PICTURE_ORIGINS: new URL(sandboxUrl).origin,
    },
    RECALLS_URL: { RECALLS_URL: `${sandboxUrl}/recalls/documents/RecallsFile.csv` },
    FUEL_FINDER_CLIENT_ID: {
      FUEL_FINDER_URL: `${sandboxUrl}/fuel-finder/v1`,
      FUEL_FINDER_CLIENT_ID: 'sandbox-client',
      FUEL_FINDER_CLIENT_SECRET: 'sandbox-secret',
    },
    STRIPE_SECRET_KEY: stripe(sandboxUrl),
    TWILIO_AUTH_TOKEN: {
      TWILIO_URL: `${sandboxUrl}/twilio`,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
      TWILIO_FROM: '+447700900001',
    },
    SMTP_URL: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, ...mailboxes(settings) },
  };
  return defaultsFor(vendors, settings);
}

/**
 * The same for the vendors that the BFF calls, and for Stripe.js, which pages load.
 * @param {string} sandboxUrl
 * @param {NodeJS.ProcessEnv} settings
 * @returns {Record<string, string>}
 */
export function bffVendorSettings(sandboxUrl, settings) {
  const vendors = {
    IDEAL_POSTCODES_URL: {
      IDEAL_POSTCODES_URL: `${sandboxUrl}/ideal-postcodes`,
      IDEAL_POSTCODES_API_KEY: 'sandbox-postcodes-key',
    },
    STRIPE_SECRET_KEY: {
      ...stripe(sandboxUrl),
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      // Test cards only, so the limit against card testing is not needed.
      SIGN_UPS_AN_HOUR: settings['SIGN_UPS_AN_HOUR'] || '1000',
      PAYMENT_ATTEMPTS_AN_HOUR: settings['PAYMENT_ATTEMPTS_AN_HOUR'] || '1000',
      DECLINES_A_MINUTE: settings['DECLINES_A_MINUTE'] || '1000',
    },
    TWILIO_AUTH_TOKEN: { TWILIO_AUTH_TOKEN: 'sandbox-twilio-token' },
    MAIL_WEBHOOK_SECRET: settings['SMTP_URL'] ? {} : { MAIL_WEBHOOK_SECRET: 'sandbox-mail-webhook-secret-00000' },
  };
  return { ...defaultsFor(vendors, settings), ...stripeJsSettings(sandboxUrl, settings) };
}

/**
 * The sandbox's Stripe.js and its key, in addition to other PAGE_URLS; nothing where another Stripe.js or a Stripe
 * account is configured.
 * @param {string} sandboxUrl
 * @param {NodeJS.ProcessEnv} settings
 * @returns {Record<string, string>}
 */
function stripeJsSettings(sandboxUrl, { STRIPE_SECRET_KEY: account, PAGE_URLS: urls = '', PAGE_KEYS: keys = '' }) {
  if (account || /(^|\s)STRIPE_JS=/.test(urls)) return {};
  return {
    PAGE_URLS: `${urls} STRIPE_JS=${sandboxUrl}/stripe-js/v3/`.trim(),
    PAGE_KEYS: `${keys.replace(/(^|\s)STRIPE=\S*/, '')} STRIPE=pk_test_sandbox`.trim(),
  };
}

/** @param {string} sandboxUrl */
const stripe = (sandboxUrl) => ({
  STRIPE_URL: sandboxUrl,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PRICE_ID: 'price_sandbox_membership',
});

/**
 * The values of each vendor whose URL or secret, the key here, is not set.
 * @param {Record<string, Record<string, string>>} vendors
 * @param {NodeJS.ProcessEnv} settings
 * @returns {Record<string, string>}
 */
function defaultsFor(vendors, settings) {
  const chosen = Object.entries(vendors).filter(([name]) => !settings[name]);
  return Object.assign({}, ...chosen.map(([, values]) => values));
}

/**
 * The servers' clock source: the sandbox, so that its control page moves the time of all of them; never in production.
 * @param {string} sandboxUrl
 * @param {NodeJS.ProcessEnv} settings
 * @returns {{ CLOCK_SOURCE: string }}
 */
export function clockSettings(sandboxUrl, settings) {
  const source = settings['NODE_ENV'] === 'production' ? 'database' : `${sandboxUrl}/control/clock`;
  return { CLOCK_SOURCE: settings['CLOCK_SOURCE'] || source };
}

/** Default mail addresses, of a reserved domain that never receives mail. @param {NodeJS.ProcessEnv} settings */
const mailboxes = (settings) => ({
  MAIL_FROM: settings['MAIL_FROM'] || 'Vehicle Enquiry <no-reply@vehicle-enquiry.example>',
  SUPPORT_EMAIL: settings['SUPPORT_EMAIL'] || 'support@vehicle-enquiry.example',
});

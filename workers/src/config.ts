import { queueNames, queueDefinitions } from '@ve/contracts/jobs';
import { isLoopbackHost } from '@ve/providers/http/loopback-host';
import { parseSmtpUrl } from '@ve/providers/mail/smtp-url';
import { simulatedClockIssue, clockSourceConfigField, isClockSourceAllowed } from '@ve/server-kit/clock/clock-source';
import {
  httpUrlConfigField,
  postgresUrlConfigField,
  serverProcessConfigFields,
  queueUrlConfigField,
} from '@ve/server-kit/config/process-fields';
import { metricsConfigFields, withMetricsRules } from '@ve/server-kit/config/metrics-fields';
import {
  httpsOnlyInProductionRule,
  noSandboxKeyInProductionRule,
  withProductionRules,
} from '@ve/server-kit/config/production-rules';
import {
  budgetConfigPagePromiseRules,
  petrolConfigPagePromiseRules,
  watchConfigPagePromiseRules,
} from '@ve/server-kit/config/promise-rules';
import { stripeConfigFields, stripeProductionRules, withStripeModeRules } from '@ve/server-kit/config/stripe-fields';
import { twilioConfigFields, twilioProductionRules } from '@ve/server-kit/config/twilio-config-fields';
import { tracingConfigFields } from '@ve/server-kit/config/tracing-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import { watchConfigFields } from '@ve/server-kit/config/watch-config-fields';
import * as z from 'zod';
import { databaseConnectionsNeeded, parseQueueConcurrency } from './connections.ts';

const key = z.string().min(1);
const amount = () => z.coerce.number().int().min(0).max(2_000_000_000);

/** `Vehicle Enquiry <no-reply@example.com>`, or the address alone. */
const mailbox = () =>
  z
    .string()
    .regex(
      /^(?:[^<>"\p{Cc}]{1,80}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u,
      'must be an address, or a name and <address>',
    )
    .transform((text) => {
      const [name = '', address] = text.replace(/>$/, '').split('<');
      return address === undefined ? { name: '', address: name } : { name: name.trim(), address };
    });

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const origins = () =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((origin) => origin !== ''))
    .refine(
      (all) => all.every(isOrigin),
      'must be origins alone, such as https://cdn.example.com, separated by spaces',
    );

const queueConcurrency = () =>
  z
    .string()
    .refine(
      (text) => parseQueueConcurrency(text) !== null,
      'must be written as mails=8,vehicle-fetches=4, with queues that exist',
    )
    .transform((text) => parseQueueConcurrency(text) ?? {})
    .default({});

/** Concurrent jobs in one process, by queue, unless configured. */
const concurrencyDescription = `Jobs at once in this process, for the queues that are named, \`mails=8,vehicle-fetches=4\`; each otherwise: ${queueNames
  .map((name) => `${name}=${queueDefinitions[name].concurrency}`)
  .join(', ')}`;

const schema = z
  .object({
    ...serverProcessConfigFields(3001),
    ...metricsConfigFields(),
    ...tracingConfigFields(),
    DATABASE_URL: postgresUrlConfigField(),
    DATABASE_POOL: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe(
        `Maximum connections to Postgres; not set: as many as the jobs can hold at once, which is ${databaseConnectionsNeeded({})} unless QUEUE_CONCURRENCY is set; fewer are refused`,
      ),
    QUEUE_CONCURRENCY: queueConcurrency().describe(concurrencyDescription),
    CLOCK_SOURCE: clockSourceConfigField(),
    RECONCILE_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      // Longer intervals could miss work that is due for only two minutes.
      .max(60)
      .default(60)
      .describe('How often sign-ups and subscriptions are reconciled with Stripe; its lists a fifth as often'),
    QUEUE_URL: queueUrlConfigField(),
    DVLA_URL: httpUrlConfigField().describe('DVLA Vehicle Enquiry Service'),
    DVLA_API_KEY: key.describe('Key of DVLA'),
    DVSA_URL: httpUrlConfigField().describe('DVSA MOT History'),
    DVSA_TOKEN_URL: httpUrlConfigField().describe('Token endpoint of DVSA (OAuth 2.0 client credentials)'),
    DVSA_CLIENT_ID: key.describe('Client id of DVSA'),
    DVSA_CLIENT_SECRET: key.describe('Client secret of DVSA'),
    DVSA_API_KEY: key.describe('Key of DVSA'),
    DVSA_SCOPE: z.string().default('https://tapi.dvsa.gov.uk/.default').describe('Scope of DVSA’s tokens'),
    DVLA_CALLS_A_DAY: amount().optional().describe('Calls of DVLA in one London day; not set: no limit'),
    // DVSA's own limit is half a million.
    DVSA_CALLS_A_DAY: amount().default(500_000).describe('Calls of DVSA in one London day'),
    UKVD_CALLS_A_DAY: amount().optional().describe('Calls of UK Vehicle Data in one London day; not set: no limit'),
    UKVD_PENCE_PER_CALL: amount().default(0).describe('Price of a VehicleData look-up'),
    UKVD_PENCE_A_DAY: amount().optional().describe('Budget of a London day for VehicleData; not set: no limit'),
    VDI_PENCE_PER_CALL: amount().min(1).default(300).describe('Price of a VdiCheckFull look-up, the full check'),
    VDI_PENCE_A_DAY: amount()
      .default(60_000)
      .describe('Budget of a London day for full checks; beyond it a check fails and its credit comes back'),
    VALUATION_PENCE_PER_CALL: amount().min(1).default(20).describe('Price of a ValuationData look-up'),
    VALUATION_PENCE_A_DAY: amount()
      .default(4_000)
      .describe('Budget of a London day for valuations; beyond it a check has none'),
    PICTURE_LICENCE_DAYS: z.coerce
      .number()
      .int()
      .min(0)
      .max(366)
      .default(0)
      .describe('Days for which the licence lets us keep a picture; 0: none are bought'),
    PICTURE_ORIGINS: origins().describe(
      'Origins that pictures may be downloaded from, separated by spaces; needed where `PICTURE_LICENCE_DAYS` is set',
    ),
    PICTURE_PENCE_PER_CALL: amount().min(1).default(2).describe('Price of a VehicleImageData look-up'),
    PICTURE_PENCE_A_DAY: amount()
      .default(400)
      .describe('Budget of a London day for pictures; beyond it a report has none'),
    ...watchConfigFields(),
    WATCH_SPECIFICATION_PENCE_PER_CALL: amount().min(1).default(15).describe('Price of a check of keepers and plates'),
    WATCH_SPECIFICATION_PENCE_A_DAY: amount()
      .default(1_500)
      .describe('Budget of a London day for checks of keepers and plates'),
    WATCH_VALUE_PENCE_A_DAY: amount().default(2_000).describe('Budget of a London day for checks of value'),
    WATCH_FINANCE_PENCE_A_DAY: amount().default(30_000).describe('Budget of a London day for checks of finance'),
    UKVD_URL: httpUrlConfigField().describe('UK Vehicle Data'),
    UKVD_API_KEY: key.describe('Key of UK Vehicle Data'),
    RECALLS_URL: httpUrlConfigField()
      .default('https://www.check-vehicle-recalls.service.gov.uk/documents/RecallsFile.csv')
      .describe('Recalls file of DVSA'),
    FUEL_FINDER_URL: httpUrlConfigField()
      .default('https://www.fuel-finder.service.gov.uk/api/v1')
      .describe('Fuel Finder, for petrol prices'),
    FUEL_FINDER_CLIENT_ID: key
      .optional()
      .describe('Client id of Fuel Finder; not set: no petrol prices, which production refuses'),
    FUEL_FINDER_CLIENT_SECRET: key.optional().describe('Client secret of Fuel Finder; both or neither'),
    ...stripeConfigFields(),
    ...twilioConfigFields(),
    TWILIO_URL: httpUrlConfigField().default('https://api.twilio.com').describe('The API of Twilio'),
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/, 'must be the id of an account, AC…')
      .describe('Twilio account, `AC…`'),
    TWILIO_FROM: z
      .string()
      .regex(/^\+447\d{9}$/, 'must be a UK long number, such as +447700900001')
      .describe('Our UK long number, `+447…`, which texts come from and which receives STOP'),
    TWILIO_PENCE_PER_SEGMENT: amount()
      .min(1)
      .default(5)
      .describe('Price of a text of up to 160 characters, rounded up'),
    TEXTS_PENCE_A_DAY: amount().default(5_000).describe('Budget of a London day for all texts'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .describe('Mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`'),
    MAIL_FROM: mailbox().describe(
      'Sender of our mails: `Vehicle Enquiry <no-reply@your.domain>`, or the address alone',
    ),
    NEWSLETTER_MAILS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .max(600)
      .default(60)
      .describe('Mails of a newsletter that are queued in a minute, at most'),
    SERVICE_FAULT_EMAIL: z
      .email()
      .optional()
      .describe(
        'Recipient of an e-mail when something is wrong with the service, and when it is resolved; not set: none is sent',
      ),
    SERVICE_FAULT_WEBHOOK_URL: httpUrlConfigField()
      .optional()
      .describe('Address that gets the same as a POST, signed as Standard Webhooks; not set: none'),
    SERVICE_FAULT_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
      .optional()
      .describe(
        'Key of those signatures: `whsec_` and 24 to 64 bytes in base64; needed with `SERVICE_FAULT_WEBHOOK_URL`',
      ),
    SUPPORT_EMAIL: z.email().describe('Recipient of enquiries and of mails to support'),
    PUBLIC_ORIGIN: httpUrlConfigField()
      .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path')
      .default('http://localhost:3000')
      .describe('Where browsers reach the site: scheme, host and port'),
  })
  .refine(isClockSourceAllowed, simulatedClockIssue)
  .refine((given) => given.UKVD_PENCE_A_DAY === undefined || given.UKVD_PENCE_PER_CALL > 0, {
    path: ['UKVD_PENCE_PER_CALL'],
    error: 'must be set where UKVD_PENCE_A_DAY is: without a price nothing is ever spent',
  })
  .refine((given) => given.PICTURE_LICENCE_DAYS === 0 || given.PICTURE_ORIGINS.length > 0, {
    path: ['PICTURE_ORIGINS'],
    error: 'must be set where PICTURE_LICENCE_DAYS is: without one no picture may be fetched',
  })
  .refine((given) => (given.FUEL_FINDER_CLIENT_ID === undefined) === (given.FUEL_FINDER_CLIENT_SECRET === undefined), {
    path: ['FUEL_FINDER_CLIENT_SECRET'],
    error: 'must be set where FUEL_FINDER_CLIENT_ID is, and nowhere else',
  })
  .refine(
    (given) => (given.SERVICE_FAULT_WEBHOOK_URL === undefined) === (given.SERVICE_FAULT_WEBHOOK_SECRET === undefined),
    {
      path: ['SERVICE_FAULT_WEBHOOK_SECRET'],
      error: 'must be set where SERVICE_FAULT_WEBHOOK_URL is, and nowhere else',
    },
  )
  .check(({ value, issues }) => {
    const needed = databaseConnectionsNeeded(value.QUEUE_CONCURRENCY);
    if (value.DATABASE_POOL === undefined || value.DATABASE_POOL >= needed) return;
    const message = `must be at least ${needed}, which the jobs of all queues and the process itself can hold at once; raise it or lower QUEUE_CONCURRENCY`;
    issues.push({ code: 'custom', path: ['DATABASE_POOL'], message, input: value });
  });

/** Whether mails could be sent over a network unencrypted: the adapter requires TLS only with a password. */
const mayBeUnencrypted = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { host, secure, auth } = parseSmtpUrl(url);
  return !secure && auth === undefined && !isLoopbackHost(host);
};

export const configSchema = withProductionRules(withMetricsRules(withStripeModeRules(schema)), [
  ...['PUBLIC_ORIGIN', 'DVLA_URL', 'DVSA_URL', 'DVSA_TOKEN_URL', 'UKVD_URL', 'RECALLS_URL', 'FUEL_FINDER_URL'].map(
    httpsOnlyInProductionRule,
  ),
  httpsOnlyInProductionRule('PICTURE_ORIGINS'),
  httpsOnlyInProductionRule('SERVICE_FAULT_WEBHOOK_URL'),
  ...['DVLA_API_KEY', 'DVSA_CLIENT_ID', 'DVSA_CLIENT_SECRET', 'DVSA_API_KEY', 'UKVD_API_KEY'].map(
    noSandboxKeyInProductionRule,
  ),
  ...['FUEL_FINDER_CLIENT_ID', 'FUEL_FINDER_CLIENT_SECRET'].map(noSandboxKeyInProductionRule),
  ...stripeProductionRules,
  ...twilioProductionRules,
  { name: 'TWILIO_ACCOUNT_SID', refuses: (sid) => /^AC0+$/.test(sid), words: "must not be the sandbox's" },
  // Ofcom reserves these numbers for drama.
  { name: 'TWILIO_FROM', refuses: (number) => number.startsWith('+447700900'), words: "must not be the sandbox's" },
  { name: 'SMTP_URL', refuses: mayBeUnencrypted, words: 'must be smtps, or name a user so that TLS is demanded,' },
  ...watchConfigPagePromiseRules,
  ...budgetConfigPagePromiseRules,
  ...petrolConfigPagePromiseRules,
]);

export type WorkersConfig = z.infer<typeof configSchema>;

/** @throws ConfigError with all errors */
export const readWorkersConfig = (): WorkersConfig => readConfig(configSchema, process.env);

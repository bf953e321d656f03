import { mostFinanceDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { isLoopback, readSmtpUrl } from '@ve/providers/mail/smtp-url';
import { clockRefusal, clockSource, keepsRealTime } from '@ve/server-kit/clock/clock-source';
import { httpUrl, postgresUrl, processFields } from '@ve/server-kit/config/process-fields';
import { notHttps, sandboxKey, withProductionRules } from '@ve/server-kit/config/production-rules';
import { stripeFields, stripeRules } from '@ve/server-kit/config/stripe-fields';
import { twilioFields, twilioRules } from '@ve/server-kit/config/twilio-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import * as z from 'zod';
import { connectionsNeeded, readConcurrency } from './connections.ts';

const key = z.string().min(1);
const amount = () => z.coerce.number().int().min(0).max(2_000_000_000);

const days = () => z.coerce.number().int().min(0).max(366);

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
      (text) => readConcurrency(text) !== null,
      'must be written as mails=8,vehicle-fetch=4, with queues that exist',
    )
    .transform((text) => readConcurrency(text) ?? {})
    .default({});

const schema = z
  .object({
    ...processFields(3001),
    DATABASE_URL: postgresUrl(),
    /** Maximum connections to Postgres. Not set: as many as the jobs can hold at once. */
    DATABASE_POOL: z.coerce.number().int().min(1).max(500).optional(),
    /** `mails=8,vehicle-fetch=4`: concurrent jobs in this process by queue, overriding `contracts/jobs`. */
    QUEUE_CONCURRENCY: queueConcurrency(),
    CLOCK_SOURCE: clockSource(),
    /** How often sign-ups and subscriptions are held against Stripe; no sweep may miss what is due for two minutes. */
    RECONCILE_SECONDS: z.coerce.number().int().min(1).max(60).default(60),
    /** Not set: the queues are in Postgres, at DATABASE_URL. */
    QUEUE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    DVLA_URL: httpUrl(),
    DVLA_API_KEY: key,
    DVSA_URL: httpUrl(),
    DVSA_TOKEN_URL: httpUrl(),
    DVSA_CLIENT_ID: key,
    DVSA_CLIENT_SECRET: key,
    DVSA_API_KEY: key,
    DVSA_SCOPE: z.string().default('https://tapi.dvsa.gov.uk/.default'),
    /** Calls per day in London; not set: as many as the rate limit allows. */
    DVLA_CALLS_A_DAY: amount().optional(),
    /** DVSA allows half a million. */
    DVSA_CALLS_A_DAY: amount().default(500_000),
    UKVD_CALLS_A_DAY: amount().optional(),
    /** The price of a UK Vehicle Data call, and our daily budget. */
    UKVD_PENCE_PER_CALL: amount().default(0),
    UKVD_PENCE_A_DAY: amount().optional(),
    /** The price of a VDI check, and what all checks of a day may cost: two hundred, unless it is set. */
    VDI_PENCE_PER_CALL: amount().min(1).default(300),
    VDI_PENCE_A_DAY: amount().default(60_000),
    /** The same for the valuation that belongs to each check. */
    VALUATION_PENCE_PER_CALL: amount().min(1).default(20),
    VALUATION_PENCE_A_DAY: amount().default(4_000),
    /** For how many days the vendor's licence lets us keep its pictures; 0: none are bought. */
    PICTURE_LICENCE_DAYS: days().default(0),
    /** Origins that pictures are taken from, separated by spaces: `https://cdn.example.com`. */
    PICTURE_ORIGINS: origins(),
    /** The price of a picture, and what all pictures of a day may cost. */
    PICTURE_PENCE_PER_CALL: amount().min(1).default(2),
    PICTURE_PENCE_A_DAY: amount().default(400),
    /** Days between two looks at a member's car; 0: never. The price of one, and what all looks of a day may cost. */
    WATCH_SPECIFICATION_DAYS: days().default(30),
    WATCH_SPECIFICATION_PENCE_PER_CALL: amount().min(1).default(15),
    WATCH_SPECIFICATION_PENCE_A_DAY: amount().default(1_500),
    /** The same for its value, and for finance: what all looks of a day may cost, beside the budget of members' own checks. */
    WATCH_VALUE_DAYS: days().default(30),
    WATCH_VALUE_PENCE_A_DAY: amount().default(2_000),
    WATCH_FINANCE_DAYS: days().max(mostFinanceDays).default(mostFinanceDays),
    WATCH_FINANCE_PENCE_A_DAY: amount().default(30_000),
    UKVD_URL: httpUrl(),
    UKVD_API_KEY: key,
    /** DVSA's recalls file. */
    RECALLS_URL: httpUrl().default('https://www.check-vehicle-recalls.service.gov.uk/documents/RecallsFile.csv'),
    FUEL_FINDER_URL: httpUrl().default('https://www.fuel-finder.service.gov.uk/api/v1'),
    /** Not set: no petrol prices. */
    FUEL_FINDER_CLIENT_ID: key.optional(),
    FUEL_FINDER_CLIENT_SECRET: key.optional(),
    ...stripeFields(),
    ...twilioFields(),
    TWILIO_URL: httpUrl().default('https://api.twilio.com'),
    TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-f]{32}$/, 'must be the id of an account, AC…'),
    /** Our number, which texts come from: a UK long number, as a name as sender cannot receive STOP. */
    TWILIO_FROM: z.string().regex(/^\+447\d{9}$/, 'must be a UK long number, such as +447700900001'),
    /** The price of a text of up to 160 characters, rounded up, and what all texts of a London day may cost. */
    TWILIO_PENCE_PER_SEGMENT: amount().min(1).default(5),
    TEXTS_PENCE_A_DAY: amount().default(5_000),
    /** The mail server: `smtp://user:password@host:port` (STARTTLS) or `smtps://…`. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    /** The sender of our mails. */
    MAIL_FROM: mailbox(),
    /** The recipient of enquiries. */
    SUPPORT_EMAIL: z.email(),
    /** Where browsers reach this site, for the links in mails. */
    PUBLIC_ORIGIN: httpUrl()
      .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path')
      .default('http://localhost:3000'),
  })
  .refine(keepsRealTime, clockRefusal)
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
  .check(({ value, issues }) => {
    const needed = connectionsNeeded(value.QUEUE_CONCURRENCY);
    if (value.DATABASE_POOL === undefined || value.DATABASE_POOL >= needed) return;
    const message = `must be at least ${needed}, which the jobs of all queues and the process itself can hold at once; raise it or lower QUEUE_CONCURRENCY`;
    issues.push({ code: 'custom', path: ['DATABASE_POOL'], message, input: value });
  });

/** Whether mails could be sent over a network unencrypted: the adapter requires TLS only with a password. */
const mayBeUnencrypted = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { host, secure, auth } = readSmtpUrl(url);
  return !secure && auth === undefined && !isLoopback(host);
};

/** Environment of the workers. */
export const configSchema = withProductionRules(schema, [
  ...['PUBLIC_ORIGIN', 'DVLA_URL', 'DVSA_URL', 'DVSA_TOKEN_URL', 'UKVD_URL', 'RECALLS_URL', 'FUEL_FINDER_URL'].map(
    notHttps,
  ),
  notHttps('PICTURE_ORIGINS'),
  ...['DVLA_API_KEY', 'DVSA_CLIENT_ID', 'DVSA_CLIENT_SECRET', 'DVSA_API_KEY', 'UKVD_API_KEY'].map(sandboxKey),
  ...['FUEL_FINDER_CLIENT_ID', 'FUEL_FINDER_CLIENT_SECRET'].map(sandboxKey),
  ...stripeRules,
  ...twilioRules,
  { name: 'TWILIO_ACCOUNT_SID', refuses: (sid) => /^AC0+$/.test(sid), words: "must not be the sandbox's" },
  // Ofcom keeps these for drama.
  { name: 'TWILIO_FROM', refuses: (number) => number.startsWith('+447700900'), words: "must not be the sandbox's" },
  { name: 'SMTP_URL', refuses: mayBeUnencrypted, words: 'must be smtps, or name a user so that TLS is demanded,' },
  {
    name: 'WATCH_FINANCE_DAYS',
    refuses: (days) => days === '0',
    words: 'must not be 0, as the landing page says every three months,',
  },
]);

export type WorkersConfig = z.infer<typeof configSchema>;

/** @throws ConfigError with all errors */
export const readWorkersConfig = (): WorkersConfig => readConfig(configSchema, process.env);

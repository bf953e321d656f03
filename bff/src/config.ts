import { mostFinanceDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { clockRefusal, clockSource, keepsRealTime } from '@ve/server-kit/clock/clock-source';
import { recordsPerSecond } from '@ve/domain/vehicle/record/source-rates';
import { httpUrl, postgresUrl, processFields } from '@ve/server-kit/config/process-fields';
import { notHttps, sandboxKey, withProductionRules } from '@ve/server-kit/config/production-rules';
import { stripeFields, stripeRules, webhookSecrets } from '@ve/server-kit/config/stripe-fields';
import { twilioFields, twilioRules } from '@ve/server-kit/config/twilio-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import { databaseConnections } from '@ve/server-kit/process/database-connections';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { sandboxStaffKey, staffKeys } from './identity/staff/staff-keys.ts';
import { pageKeys, sandboxPageKey } from './releases/web/page-keys.ts';
import { pageUrls } from './releases/web/page-urls.ts';
import { workOn } from './releases/web/work-on.ts';

const defaultStore = fileURLToPath(new URL('../../.store', import.meta.url));

const isOrigin = (url: string): boolean => URL.canParse(url) && new URL(url).origin === url;
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]-]+$/;

const inProduction = (
  given: unknown,
): given is Partial<Record<'LOCAL_ADMIN_SECRET' | 'STAFF_SECRETS_KEY' | 'REHEARSAL' | 'WORK_ON', unknown>> =>
  typeof given === 'object' && given !== null && 'NODE_ENV' in given && given.NODE_ENV === 'production';

const isRehearsal = ({ REHEARSAL: given }: { REHEARSAL?: unknown }): boolean => given === true || given === 'true';

/** Before it is parsed, and after. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== '';

const schema = z
  .object({
    ...processFields(3000),
    DATABASE_URL: postgresUrl(),
    CLOCK_SOURCE: clockSource(),
    /** Of the workers, for staff to look at; not set: the queues are in Postgres, at DATABASE_URL. */
    QUEUE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** Maximum connections to Postgres. */
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(databaseConnections.bff),
    /** Folder of the published releases and the prerendered pages. */
    STORE_DIR: z.string().default(defaultStore),
    /** Where releases that are not in STORE_DIR are kept once they were read from the database. It may be lost. */
    RELEASE_CACHE_DIR: z.string().default(join(tmpdir(), 've-releases')),
    /** Where browsers reach this site: scheme, host and port. */
    PUBLIC_ORIGIN: httpUrl()
      .refine(isOrigin, 'must be an origin alone, without a path')
      // It is written into pages, so it must not contain special characters.
      .refine((url) => !isOrigin(url) || plainOrigin.test(url), 'must name a host of letters, digits, dots and hyphens')
      .default('http://localhost:3000'),
    /** External URLs that pages may use, by the keys in remote manifests. */
    PAGE_URLS: pageUrls(),
    /** Publishable keys that pages may use: `STRIPE` is Stripe's. */
    PAGE_KEYS: pageKeys(),
    /** Proxies in front: how many, or their addresses and networks separated by commas. Not set: none is trusted. */
    TRUST_PROXY: z
      .string()
      .regex(
        /^(\d{1,2}|[0-9a-fA-F.:/]+(,\s*[0-9a-fA-F.:/]+)*)$/,
        'must be a number of proxies or a list of their addresses',
      )
      .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(/,\s*/)))
      .optional(),
    /** Requests for vehicle data per client and minute. */
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(120),
    /** New sign-ups of one client, and for one e-mail address, within an hour. */
    SIGN_UPS_AN_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(3),
    /** Attempts to pay of one client, and for one e-mail address, within an hour. */
    PAYMENT_ATTEMPTS_AN_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(10),
    /** Declined payments a minute, over all sign-ups, beyond which new attempts are held back. */
    DECLINES_A_MINUTE: z.coerce.number().int().min(1).max(60_000).default(30),
    /** Vehicles that can be fetched in a second: the rate limit of the slowest vendor. */
    VEHICLE_FETCHES_PER_SECOND: z.coerce.number().positive().max(10_000).default(recordsPerSecond),
    /** Promised response time in seconds: new fetches beyond what can be served in it are refused. */
    VEHICLE_FETCH_SECONDS: z.coerce.number().positive().max(600).default(10),
    /** Ideal Postcodes, for the search of addresses. The key becomes part of a header. */
    IDEAL_POSTCODES_URL: httpUrl(),
    IDEAL_POSTCODES_API_KEY: z.string().regex(/^[\w-]{1,200}$/, 'must be letters, digits, hyphens and underscores'),
    /** Searches that are paid for in a day in London; not set: no limit. */
    IDEAL_POSTCODES_CALLS_A_DAY: z.coerce.number().int().min(0).max(2_000_000_000).optional(),
    /** As the workers have them: days between two looks at a member's car, 0: never, which the dashboard says. */
    WATCH_SPECIFICATION_DAYS: z.coerce.number().int().min(0).max(366).default(30),
    WATCH_VALUE_DAYS: z.coerce.number().int().min(0).max(366).default(30),
    WATCH_FINANCE_DAYS: z.coerce.number().int().min(0).max(mostFinanceDays).default(mostFinanceDays),
    ...stripeFields(),
    /** Of the webhook endpoint; two while one is being replaced. */
    STRIPE_WEBHOOK_SECRET: webhookSecrets(),
    ...twilioFields(),
    /** Of the webhook for mails that came back; two while one is being replaced. Not set: it takes no call. */
    MAIL_WEBHOOK_SECRET: z
      .string()
      .regex(
        /^[\w+/=-]{32,250}(,[\w+/=-]{32,250})?$/,
        'must be one or two secrets of 32 characters or more, with a comma between',
      )
      .transform((text) => text.split(','))
      .default([]),
    /** Maximum connections in total. */
    MAX_CONNECTIONS: z.coerce.number().int().min(16).max(100_000).default(10_000),
    /** Maximum connections per address; not enforced behind a trusted proxy, whose address all clients share. */
    MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(256),
    /** Seconds after which a client that does not read its response is disconnected. */
    WRITE_STALL_SECONDS: z.coerce.number().int().min(1).max(600).default(20),
    /** Megabytes of unread responses, over all clients. */
    WRITE_BUFFER_MB: z.coerce.number().int().min(1).max(4_096).default(64),
    /** Whether the API's documentation is served at /api/docs. Not set: everywhere except in production. */
    API_DOCS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
    /** What the second factors of staff are sealed with. Not set: a key in the database; needed in production. */
    STAFF_SECRETS_KEY: staffKeys().optional(),
    /** Enables the break-glass admin on a developer's machine. */
    LOCAL_ADMIN_SECRET: z.string().min(16).optional(),
    /** Remotes that every page of this process takes from a development server, by their names. */
    WORK_ON: workOn(),
  })
  .refine(keepsRealTime, clockRefusal)
  .refine((given) => !(inProduction(given) && given.LOCAL_ADMIN_SECRET !== undefined), {
    path: ['LOCAL_ADMIN_SECRET'],
    error: 'must not be set in production',
    // Reported together with the errors of single variables.
    when: () => true,
  })
  .refine((given) => !(inProduction(given) && isSet(given.WORK_ON)), {
    path: ['WORK_ON'],
    error: 'must not be set in production',
    when: () => true,
  })
  .refine((given) => !(inProduction(given) && !isRehearsal(given) && given.STAFF_SECRETS_KEY === undefined), {
    path: ['STAFF_SECRETS_KEY'],
    error: 'must be set in production (REHEARSAL=true permits a trial without)',
    when: () => true,
  })
  .refine(
    ({ PAGE_URLS: urls, PUBLIC_ORIGIN: origin }) => Object.values(urls).every((url) => new URL(url).origin !== origin),
    // A frame of our own origin could remove its sandbox.
    { path: ['PAGE_URLS'], error: 'must name other origins than PUBLIC_ORIGIN' },
  );

/** Every environment variable that the BFF reads. */
export const configSchema = withProductionRules(schema, [
  ...['PUBLIC_ORIGIN', 'PAGE_URLS', 'IDEAL_POSTCODES_URL'].map(notHttps),
  sandboxKey('IDEAL_POSTCODES_API_KEY'),
  sandboxKey('MAIL_WEBHOOK_SECRET'),
  sandboxPageKey,
  sandboxStaffKey,
  ...stripeRules,
  ...twilioRules,
  {
    name: 'WATCH_FINANCE_DAYS',
    refuses: (days) => days === '0',
    words: 'must not be 0, as the landing page says every three months,',
  },
]);

export type Config = z.output<typeof configSchema>;

/** Whether this process serves the API's documentation. */
export const servesDocs = ({ API_DOCS, NODE_ENV }: Config): boolean => API_DOCS ?? NODE_ENV !== 'production';

/** The configuration of this process. Throws ConfigError with all errors at once. */
export const readBffConfig = (): Config => readConfig(configSchema, process.env);

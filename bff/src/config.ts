import { simulatedClockIssue, clockSourceConfigField, isClockSourceAllowed } from '@ve/server-kit/clock/clock-source';
import { maxVehicleFetchesPerSecond } from '@ve/domain/vehicle/record/source-rate-limits';
import {
  drainSecondsConfigField,
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
import { watchConfigPagePromiseRules } from '@ve/server-kit/config/promise-rules';
import {
  stripeConfigFields,
  stripeProductionRules,
  stripeWebhookSecretsConfigField,
  withStripeModeRules,
} from '@ve/server-kit/config/stripe-fields';
import { twilioConfigFields, twilioProductionRules } from '@ve/server-kit/config/twilio-config-fields';
import { tracingConfigFields } from '@ve/server-kit/config/tracing-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import { watchConfigFields } from '@ve/server-kit/config/watch-config-fields';
import { databaseConnectionCounts } from '@ve/server-kit/process/database-connection-counts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { noSandboxStaffKeyRule, staffEncryptionKeysConfigField } from './identity/staff/staff-keys-setting.ts';
import {
  publishablePageKeysConfigField,
  pageUrlsConfigField,
  developmentServersConfigField,
} from './releases/web/page-settings.ts';

const defaultStore = fileURLToPath(new URL('../../.store', import.meta.url));

const limit = (max: number, otherwise: number) => z.coerce.number().int().min(1).max(max).default(otherwise);

const isOrigin = (url: string): boolean => URL.canParse(url) && new URL(url).origin === url;
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]-]+$/;

const inProduction = (
  given: unknown,
): given is Partial<Record<'LOCAL_ADMIN_SECRET' | 'STAFF_SECRETS_KEY' | 'REHEARSAL' | 'WORK_ON', unknown>> =>
  typeof given === 'object' && given !== null && 'NODE_ENV' in given && given.NODE_ENV === 'production';

const isRehearsal = ({ REHEARSAL: given }: { REHEARSAL?: unknown }): boolean => given === true || given === 'true';

/** Whether a variable is set; applied before and after parsing. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== '';

const schema = z
  .object({
    ...serverProcessConfigFields(3000),
    ...metricsConfigFields(),
    ...tracingConfigFields(),
    DATABASE_URL: postgresUrlConfigField(),
    CLOCK_SOURCE: clockSourceConfigField(),
    QUEUE_URL: queueUrlConfigField(),
    DATABASE_POOL: z.coerce
      .number()
      .int()
      .min(2)
      .max(200)
      .default(databaseConnectionCounts.bff)
      .describe('Maximum connections to Postgres'),
    STORE_DIR: z.string().default(defaultStore).describe('Folder of the built releases'),
    RELEASE_CACHE_DIR: z
      .string()
      .default(join(tmpdir(), 've-releases'))
      .describe('Folder for releases read from the database; may be lost, full or read-only'),
    PUBLIC_ORIGIN: httpUrlConfigField()
      .refine(isOrigin, 'must be an origin alone, without a path')
      // The origin is written into pages, so it must not contain special characters.
      .refine((url) => !isOrigin(url) || plainOrigin.test(url), 'must name a host of letters, digits, dots and hyphens')
      .default('http://localhost:3000')
      .describe('Where browsers reach the site: scheme, host and port'),
    PREVIEW_DOMAIN: z
      .string()
      .regex(
        /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
        'must be a name like preview.example.co.uk',
      )
      .optional()
      .describe(
        'Domain whose names are the hosts of previews, `preview.example.co.uk`: DNS and the proxy must lead all of them here; not set: no previews in production, elsewhere `preview.` and the host of `PUBLIC_ORIGIN`',
      ),
    PAGE_URLS: pageUrlsConfigField().describe(
      'External URLs that pages use, `KEY=https://…`, separated by spaces: `STRIPE_JS`, and `CONTACT_FORM` for a form of another company',
    ),
    PAGE_KEYS: publishablePageKeysConfigField().describe(
      'Publishable keys that pages use, `NAME=key`, separated by spaces: `STRIPE=pk_…`, of the mode of `STRIPE_SECRET_KEY`',
    ),
    TRUST_PROXY: z
      .string()
      .regex(
        /^(\d{1,2}|[0-9a-fA-F.:/]+(,\s*[0-9a-fA-F.:/]+)*)$/,
        'must be a number of proxies or a list of their addresses',
      )
      .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(/,\s*/)))
      .optional()
      .describe('Proxies in front: how many, or their addresses and networks, separated by commas; not set: none'),
    RATE_LIMIT_PER_MINUTE: limit(1_000_000, 120).describe(
      'Requests for vehicle data of one client in a minute, per BFF',
    ),
    SIGN_UPS_AN_HOUR: limit(1_000_000, 3).describe(
      'New sign-ups of one client, and for one e-mail address, in an hour',
    ),
    PAYMENT_ATTEMPTS_AN_HOUR: limit(1_000_000, 10).describe(
      'Attempts to pay of one client, and for one e-mail address, in an hour',
    ),
    DECLINES_A_MINUTE: limit(60_000, 30).describe(
      'Declined cards in a minute, over all sign-ups and members; beyond it new attempts are held back',
    ),
    VEHICLE_FETCHES_PER_SECOND: z.coerce
      .number()
      .positive()
      .max(10_000)
      .default(maxVehicleFetchesPerSecond)
      .describe('Vehicles that can be fetched in a second: the rate limit of the slowest vendor'),
    VEHICLE_FETCH_SECONDS: z.coerce
      .number()
      .positive()
      .max(600)
      .default(10)
      .describe(
        'Promised response time; times `VEHICLE_FETCHES_PER_SECOND` it is the number of fetches that may be live',
      ),
    IDEAL_POSTCODES_URL: httpUrlConfigField().describe('The API of Ideal Postcodes, for the search of addresses'),
    // The key is sent in a header.
    IDEAL_POSTCODES_API_KEY: z
      .string()
      .regex(/^[\w-]{1,200}$/, 'must be letters, digits, hyphens and underscores')
      .describe('Key of Ideal Postcodes'),
    IDEAL_POSTCODES_CALLS_A_DAY: z.coerce
      .number()
      .int()
      .min(0)
      .max(2_000_000_000)
      .optional()
      .describe('Paid searches of addresses in one London day; not set: no limit'),
    ...watchConfigFields(),
    ...stripeConfigFields(),
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecretsConfigField(),
    ...twilioConfigFields(),
    MAIL_WEBHOOK_SECRET: z
      .string()
      .regex(
        /^[\w+/=-]{32,250}(,[\w+/=-]{32,250})?$/,
        'must be one or two secrets of 32 characters or more, with a comma between',
      )
      .transform((text) => text.split(','))
      .default([])
      .describe(
        'Secret of the webhook for returned mails, 32 characters or more; two, separated by a comma, while one is replaced; not set: it takes no call',
      ),
    DRAIN_SECONDS: drainSecondsConfigField(),
    MAX_CONNECTIONS: z.coerce.number().int().min(16).max(100_000).default(10_000).describe('HTTP connections in total'),
    MAX_CONNECTIONS_PER_ADDRESS: limit(100_000, 256).describe(
      'HTTP connections of one address or IPv6 /64; not enforced where `TRUST_PROXY` is set: limit them at the proxy',
    ),
    WRITE_STALL_SECONDS: limit(600, 20).describe(
      'A client that reads nothing of its response for this long is cut off',
    ),
    WRITE_BUFFER_MB: limit(4_096, 64).describe(
      'Unread responses in memory, over all clients; beyond it the slowest readers are cut off',
    ),
    BODY_BUFFER_MB: limit(4_096, 32).describe(
      'Bodies of webhooks in memory before their signature is checked, and as much for bodies of visitors; beyond it they get 503',
    ),
    API_DOCS: z
      .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
      .optional()
      .describe('Whether `/api/docs` serves the documentation of the API; not set: everywhere except in production'),
    STAFF_SECRETS_KEY: staffEncryptionKeysConfigField()
      .optional()
      .describe(
        'Seals the second factors of staff: 64 hexadecimal digits; two, separated by a comma, while one is replaced: the first seals, both open. Needed in production; not set: a key in the database',
      ),
    LOCAL_ADMIN_SECRET: z
      .string()
      .min(16)
      .optional()
      .describe('Break-glass staff access from loopback on a developer’s machine; refused in production'),
    WORK_ON: developmentServersConfigField().describe(
      'Remotes, or the shell, that every page takes from a development server, `mfe-report=http://localhost:4201`, separated by spaces; refused in production',
    ),
  })
  .refine(isClockSourceAllowed, simulatedClockIssue)
  .refine((given) => !(inProduction(given) && given.LOCAL_ADMIN_SECRET !== undefined), {
    path: ['LOCAL_ADMIN_SECRET'],
    error: 'must not be set in production',
    // Run this check even when single variables are invalid, to report all errors together.
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
    ({ PREVIEW_DOMAIN: domain, PUBLIC_ORIGIN: origin }) =>
      domain === undefined || !`.${URL.parse(origin)?.hostname ?? ''}`.endsWith(`.${domain}`),
    // Otherwise the site itself would be a preview, without its visitors' sessions.
    { path: ['PREVIEW_DOMAIN'], error: 'must not be the host of PUBLIC_ORIGIN, or a domain that it is in' },
  )
  .refine(
    ({ PAGE_URLS: urls, PUBLIC_ORIGIN: origin }) => Object.values(urls).every((url) => new URL(url).origin !== origin),
    // A frame of our own origin could remove its sandbox attribute.
    { path: ['PAGE_URLS'], error: 'must name other origins than PUBLIC_ORIGIN' },
  );

export const configSchema = withProductionRules(withMetricsRules(withStripeModeRules(schema)), [
  ...['PUBLIC_ORIGIN', 'PAGE_URLS', 'IDEAL_POSTCODES_URL'].map(httpsOnlyInProductionRule),
  noSandboxKeyInProductionRule('IDEAL_POSTCODES_API_KEY'),
  noSandboxKeyInProductionRule('MAIL_WEBHOOK_SECRET'),
  noSandboxStaffKeyRule,
  ...stripeProductionRules,
  ...twilioProductionRules,
  ...watchConfigPagePromiseRules,
]);

export type BffConfig = z.output<typeof configSchema>;

/** Whether this process serves the API's documentation. */
export const areApiDocsServed = ({ API_DOCS, NODE_ENV }: BffConfig): boolean => API_DOCS ?? NODE_ENV !== 'production';

/**
 * The configuration of this process.
 * @throws ConfigError that lists all errors
 */
export const readBffConfig = (): BffConfig => readConfig(configSchema, process.env);

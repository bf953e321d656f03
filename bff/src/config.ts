import { clockRefusal, clockSource, keepsRealTime } from '@ve/server-kit/clock/clock-source';
import { recordsPerSecond } from '@ve/domain/report/source-rates';
import { httpUrl, postgresUrl, processFields } from '@ve/server-kit/config/process-fields';
import { notHttps, withProductionRules } from '@ve/server-kit/config/production-rules';
import { readConfig } from '@ve/server-kit/config/read-config';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { isSecure, pageUrls } from './page-urls.ts';

const defaultStore = fileURLToPath(new URL('../../.store', import.meta.url));

const isOrigin = (url: string): boolean => URL.canParse(url) && new URL(url).origin === url;
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]-]+$/;

const inProduction = (given: unknown): given is { NODE_ENV: 'production'; LOCAL_ADMIN_SECRET?: string } =>
  typeof given === 'object' && given !== null && 'NODE_ENV' in given && given.NODE_ENV === 'production';

const schema = z
  .object({
    ...processFields(3000),
    DATABASE_URL: postgresUrl(),
    CLOCK_SOURCE: clockSource(),
    /** Connections to Postgres at most. */
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    /** Folder of the published releases and the prerendered pages. */
    STORE_DIR: z.string().default(defaultStore),
    /** Where browsers reach this site: scheme, host and port. */
    PUBLIC_ORIGIN: httpUrl()
      .refine(isOrigin, 'must be an origin alone, without a path')
      // It is written into pages, where nothing in it may have a meaning of its own.
      .refine((url) => !isOrigin(url) || plainOrigin.test(url), 'must name a host of letters, digits, dots and hyphens')
      .default('http://localhost:3000'),
    /** Addresses elsewhere that pages may know, by the keys that remotes name them by. */
    PAGE_URLS: pageUrls(),
    /** Proxies in front: how many, or their addresses and networks separated by commas. Not set: none is believed. */
    TRUST_PROXY: z
      .string()
      .regex(
        /^(\d{1,2}|[0-9a-fA-F.:/]+(,\s*[0-9a-fA-F.:/]+)*)$/,
        'must be a number of proxies or a list of their addresses',
      )
      .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(/,\s*/)))
      .optional(),
    /** Requests for vehicle data that one client may make in a minute. */
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(120),
    /** Vehicles that can be fetched in a second: what the slowest vendor bears. */
    VEHICLE_FETCHES_PER_SECOND: z.coerce.number().positive().max(10_000).default(recordsPerSecond),
    /** In how many seconds an answer is promised: new fetches beyond what can be served by then are refused. */
    VEHICLE_FETCH_SECONDS: z.coerce.number().positive().max(600).default(10),
    /** Connections of all clients together. */
    MAX_CONNECTIONS: z.coerce.number().int().min(16).max(100_000).default(10_000),
    /** Connections of one address; not counted behind a proxy that is trusted, whose address would be everybody's. */
    MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(256),
    /** Seconds after which a client that takes nothing of its answer is hung up on. */
    WRITE_STALL_SECONDS: z.coerce.number().int().min(1).max(600).default(20),
    /** Megabytes of answers that may wait for all clients together. */
    WRITE_BUFFER_MB: z.coerce.number().int().min(1).max(4_096).default(64),
    /** Whether the API's documentation is served at /api/docs. Not set: everywhere but in production. */
    API_DOCS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
    /** Opens the break-glass admin on a developer's machine. */
    LOCAL_ADMIN_SECRET: z.string().min(16).optional(),
  })
  .refine(keepsRealTime, clockRefusal)
  .refine((given) => !(inProduction(given) && given.LOCAL_ADMIN_SECRET !== undefined), {
    path: ['LOCAL_ADMIN_SECRET'],
    error: 'must not be set in production',
    // Told together with the faults of single variables.
    when: () => true,
  })
  .refine(
    ({ PAGE_URLS: urls, PUBLIC_ORIGIN: origin }) => Object.values(urls).every((url) => new URL(url).origin !== origin),
    // A frame of our own origin could take its sandbox off.
    { path: ['PAGE_URLS'], error: 'must name other origins than PUBLIC_ORIGIN' },
  )
  .refine((given) => !inProduction(given) || Object.values(given.PAGE_URLS).every(isSecure), {
    path: ['PAGE_URLS'],
    error: 'must be https in production',
  });

/** Every environment variable that the BFF reads. */
export const configSchema = withProductionRules(schema, [notHttps('PUBLIC_ORIGIN')]);

export type Config = z.output<typeof configSchema>;

/** Whether this process shows the API's documentation to whoever asks. */
export const servesDocs = ({ API_DOCS, NODE_ENV }: Config): boolean => API_DOCS ?? NODE_ENV !== 'production';

/** The configuration of this process. Throws ConfigError with every fault at once. */
export const readBffConfig = (): Config => readConfig(configSchema, process.env);

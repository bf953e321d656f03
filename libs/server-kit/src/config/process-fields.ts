import * as z from 'zod';

/**
 * The variables common to every server process: where it listens and how it logs. Spread into the process's own schema;
 * `port` is its default port.
 */
export const serverProcessConfigFields = (port: number) => ({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      '`development`, `test` or `production`, which refuses what is careless there and needs what only it needs',
    ),
  REHEARSAL: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('`true`: a trial of the production stack against the sandbox; allows most of what production refuses'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(port).describe('Port to listen on; 0: any free port'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged'),
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json').describe('`json`: one object a line; `pretty`: for people'),
  PARENT_PIPE: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1')
    .describe('`1`: exit when standard input closes, so that the process does not outlive its parent'),
});

/** `DRAIN_SECONDS`, for a process that a proxy sends requests to. */
export const drainSecondsConfigField = () =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long, after the signal to stop, `/readyz` answers 503 while requests are still answered, so that a proxy sends new ones elsewhere; the process may take ten seconds more to exit',
    );

export interface ServerProcessConfig {
  DRAIN_SECONDS?: number;
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  LOG_FORMAT: 'json' | 'pretty';
  PARENT_PIPE: boolean;
}

/** `DATABASE_URL`: a Postgres connection URL. */
export const postgresUrlConfigField = () =>
  z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('The database: `postgresql://user:password@host:port/name`; with `?sslmode=verify-full` over TLS');

/** `QUEUE_URL`: where the queues are. */
export const queueUrlConfigField = () =>
  z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('The queues: `redis://…` or `rediss://…`; not set: in Postgres, at `DATABASE_URL`');

/** An `http:` or `https:` URL, without a trailing slash. */
export const httpUrlConfigField = () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

import * as z from 'zod';

/**
 * The variables common to every server process: where it listens and how it logs. Spread into the process's own schema;
 * `port` is its default port.
 */
export const processFields = (port: number) => ({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** `true`: a trial of the production stack against stand-ins, which allows what production refuses. */
  REHEARSAL: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  HOST: z.string().default('127.0.0.1'),
  /** 0: any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(port),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  /** `1`: exit as soon as standard input closes, so that the process does not outlive its parent. */
  PARENT_PIPE: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
});

export interface ProcessConfig {
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  LOG_FORMAT: 'json' | 'pretty';
  PARENT_PIPE: boolean;
}

/** A Postgres connection URL. */
export const postgresUrl = () => z.url({ protocol: /^postgres(ql)?$/ });

/** An `http:` or `https:` URL, without a trailing slash. */
export const httpUrl = () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

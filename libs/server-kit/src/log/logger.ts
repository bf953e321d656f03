import { createHmac, randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { redactText } from '@ve/domain/kernel/text/redact-text';

export type { Logger } from 'pino';

export interface LoggerOptions {
  name: string;
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  format: 'json' | 'pretty';
  /** Destination instead of standard output, for tests. */
  destination?: DestinationStream;
}

const secretKeys = new Set(
  [
    ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'apikey', 'api_key'],
    ['email', 'phone', 'phonenumber', 'phone_number', 'address', 'name_and_address', 'fullname', 'vin'],
    ['registration', 'registrationnumber', 'registration_number', 'reg', 'reg_number'],
    ['ip', 'remoteaddress', 'query', 'body', 'headers'],
  ].flat(),
);

/**
 * A copy with the values of secret keys redacted, at most four levels deep. pino's own redaction costs ten times as
 * much here.
 */
function redact(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (secretKeys.has(key.toLowerCase())) clean[key] = '[redacted]';
    else if (typeof value !== 'object' || value === null) clean[key] = value;
    else if (value instanceof Error) clean[key] = toLoggedError(value);
    else if (depth >= 3) clean[key] = '[nested]';
    else if (Array.isArray(value)) clean[key] = value.map((item: unknown) => redactItem(item, depth + 1));
    else if (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
      clean[key] = redact(value as Record<string, unknown>, depth + 1);
    else clean[key] = value instanceof Date ? value : '[object]';
  }
  return clean;
}

const redactItem = (item: unknown, depth: number): unknown =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? redact({ ...item }, depth) : item;

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: LoggedError;
}

/** An error for the log: type, code, scrubbed message and stack, at most three causes deep. */
function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)).slice(0, 2_000) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: redactText(error.message).slice(0, 2_000),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack).slice(0, 8_000) }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined || depth >= 2 ? {} : { cause: toLoggedError(error.cause, depth + 1) }),
  };
}

/**
 * The logger of one process: JSON lines, or readable lines for a terminal, written synchronously so that none is lost
 * at exit. It contains no personal data: known keys are redacted, errors are scrubbed. Pass ids, counts and states,
 * never payloads.
 *
 * The first field of each call is `event: 'subject_outcome'`, a name in snake case that alerts and runbooks use; its
 * message is one sentence. `generated-operations-pages.test.ts` of libs/build refuses other calls.
 */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    formatters: { log: (fields: object) => redact({ ...fields }), bindings: (fields: object) => redact({ ...fields }) },
    // Errors that pino logs as `err` itself pass through here.
    serializers: { err: (error: unknown) => (error instanceof Error ? toLoggedError(error) : error) },
  };
  if (options.destination) return pino(settings, options.destination);
  if (options.format === 'json') return pino(settings, pino.destination({ fd: 1, sync: true }));
  return pino(
    settings,
    pretty({
      sync: true,
      singleLine: true,
      destination: 1,
      colorize: process.stdout.isTTY,
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss',
    }),
  );
}

const addressKey = randomBytes(32);

/**
 * A network address for the log: equal addresses have equal hashes within one run of the process, and the hash cannot
 * be reversed, since the key is lost with the process.
 */
export function hashNetworkAddress(address: string): string {
  return createHmac('sha256', addressKey).update(address).digest('base64url').slice(0, 12);
}

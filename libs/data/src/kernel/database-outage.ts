import type { MikroORM } from '@mikro-orm/postgresql';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';

/** SQL states of Postgres: class 08 (connection), shutdown, crash and start. */
const codes = /^(08...|57P0[123])$/;
/** Errors that `pg` reports by their message only. */
const messages = /connection terminated|timeout exceeded when trying to connect|not queryable|postgres fell silent/i;
/**
 * Marks errors of database sockets, which otherwise look like those of any other socket; MikroORM copies it with all
 * properties.
 */
const mark = 'isOfDatabase';

/** Marks the errors of a socket as the database's. */
export const markDatabaseSocketErrors = (socket: Socket): Socket =>
  socket.prependListener('error', (error: Error) => void Object.assign(error, { [mark]: true }));

/**
 * Whether an error, or one that it wraps, means that the connection to the database was lost or could not be opened.
 * The database may still be up: it also ends single connections. False for a vendor that cannot be reached.
 */
export function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (mark in error || messages.test(error.message)) return true;
  if ('code' in error && typeof error.code === 'string' && codes.test(error.code)) return true;
  return [error.cause, 'previous' in error ? error.previous : null].some((each) => isDatabaseOutage(each, depth + 1));
}

const probeMs = 250;

/** Outages of the database as seen by one process. */
export const createDatabaseOutageDetector = (orm: MikroORM) => {
  let waiting = 0;
  let pendingProbe: Promise<boolean> | null = null;
  let answered: Promise<void> | null = null;

  const isResponding = (): Promise<boolean> =>
    orm.em
      .fork()
      .execute('select 1')
      .then(
        () => true,
        () => false,
      );

  const probe = async (): Promise<void> => {
    while (waiting > 0 && !(await isResponding())) await delay(probeMs);
  };

  return {
    /**
     * Whether an error comes from an outage: a connection was lost, and the database does not respond on another one
     * either. When it responds, only that connection was ended, perhaps because of its statement. True also when the
     * signal is aborted before the result is known.
     */
    isOutage: async (error: unknown, signal: AbortSignal): Promise<boolean> => {
      if (!isDatabaseOutage(error)) return false;
      if (answered !== null) return true;
      // The pool may return the connection that is being ended once again, so one failed read proves nothing.
      pendingProbe ??= isResponding()
        .then(async (isThere) => isThere || isResponding())
        .finally(() => (pendingProbe = null));
      return !(await unlessAborted(pendingProbe, signal));
    },
    /** Resolves once the database responds, or the signal is aborted. */
    over: async (signal: AbortSignal): Promise<void> => {
      waiting += 1;
      try {
        answered ??= probe().finally(() => (answered = null));
        await unlessAborted(answered, signal);
      } finally {
        waiting -= 1;
      }
    },
  };
};

/** Returns the value of a promise that never rejects; undefined once the signal is aborted. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  pTimeout(promise, { milliseconds: Number.POSITIVE_INFINITY, signal }).catch(() => undefined);

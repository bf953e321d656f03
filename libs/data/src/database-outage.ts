import type { MikroORM } from '@mikro-orm/postgresql';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Postgres' class 08 (connection), its shutdown, its crash, and its start. */
const codes = /^(08...|57P0[123])$/;
/** What `pg` says in words alone. */
const words = /connection terminated|timeout exceeded when trying to connect|not queryable|postgres fell silent/i;
/** Marks errors of sockets to the database, which look like those of any other; MikroORM copies it with all properties. */
const mark = 'isOfDatabase';

/** Has the errors of a socket recognised as the database's. */
export const watchSocket = (socket: Socket): Socket =>
  socket.prependListener('error', (error: Error) => void Object.assign(error, { [mark]: true }));

/**
 * Whether an error, or one that it wraps, means that the connection to the database was lost or could not be made: what
 * was tried says nothing about itself, and can be tried again. A vendor that cannot be reached is none.
 */
export function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (mark in error || words.test(error.message)) return true;
  if ('code' in error && typeof error.code === 'string' && codes.test(error.code)) return true;
  return [error.cause, 'previous' in error ? error.previous : null].some((each) => isDatabaseOutage(each, depth + 1));
}

const probeMs = 250;

/** Outages of the database as seen by one process. */
export const watchOutages = (orm: MikroORM) => {
  let waiting = 0;
  let answered: Promise<void> | null = null;

  const probe = async (): Promise<void> => {
    while (waiting > 0) {
      try {
        await orm.em.fork().execute('select 1');
        return;
      } catch {
        await delay(probeMs);
      }
    }
  };

  return {
    isOutage: (error: unknown): boolean => isDatabaseOutage(error),
    /** Resolves once the database answers, or the signal is aborted. */
    over: async (signal: AbortSignal): Promise<void> => {
      waiting += 1;
      const aborted = Promise.withResolvers<undefined>();
      const abort = (): void => aborted.resolve(undefined);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      try {
        answered ??= probe().finally(() => (answered = null));
        await Promise.race([answered, aborted.promise]);
      } finally {
        waiting -= 1;
        signal.removeEventListener('abort', abort);
      }
    },
  };
};

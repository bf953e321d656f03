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
 * Whether an error, or one that it wraps, means that the connection to the database was lost or could not be made. The
 * database may be well: it also ends single connections. A vendor that cannot be reached is none.
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
  let answering: Promise<boolean> | null = null;
  let answered: Promise<void> | null = null;

  const answers = (): Promise<boolean> =>
    orm.em
      .fork()
      .execute('select 1')
      .then(
        () => true,
        () => false,
      );

  const probe = async (): Promise<void> => {
    while (waiting > 0 && !(await answers())) await delay(probeMs);
  };

  return {
    /**
     * Whether an error comes from an outage: a connection was lost, and the database does not answer on another one
     * either. Where it answers, only that connection was ended, perhaps because of what was done on it. True also when
     * the signal is aborted before it is known.
     */
    isOutage: async (error: unknown, signal: AbortSignal): Promise<boolean> => {
      if (!isDatabaseOutage(error)) return false;
      if (answered !== null) return true;
      // The pool may hand out once more the connection that is being ended: that one read fails says nothing yet.
      answering ??= answers()
        .then(async (isThere) => isThere || answers())
        .finally(() => (answering = null));
      return !(await unlessAborted(answering, signal));
    },
    /** Resolves once the database answers, or the signal is aborted. */
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

/** The value of a promise; undefined once the signal is aborted. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const abort = (): void => aborted.resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

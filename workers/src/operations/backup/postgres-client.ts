import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { clientEnvironment } from './backup.config.ts';
import { BackupRefusedError } from './backup-refused-error.ts';

export type PostgresClientProgram = 'pg_dump' | 'pg_restore';

const maxErrorLength = 500;

const readMajor = async (program: PostgresClientProgram): Promise<number> => {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env: clientEnvironment() });
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  } catch (error) {
    throw new BackupRefusedError(`${program} cannot be run: install the client programs of PostgreSQL`, {
      cause: error,
    });
  }
};

/**
 * Requires the client of the server's own major version: an older one cannot read the server, and a newer one writes
 * archives that the server's own cannot read.
 * @throws BackupRefusedError
 */
export const requireClientVersion = async (program: PostgresClientProgram, serverMajor: number): Promise<void> => {
  const major = await readMajor(program);
  if (major !== serverMajor) {
    throw new BackupRefusedError(
      `${program} is of PostgreSQL ${major}, and the server of ${serverMajor}: use the client of PostgreSQL ${serverMajor}`,
    );
  }
};

/** The connection as arguments and environment; the password is not among the arguments, which other users can read. */
const connectionOf = (databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } => {
  const url = new URL(databaseUrl);
  const { password } = url;
  url.password = '';
  return {
    url: url.href,
    env: {
      ...clientEnvironment(),
      ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
      // Node trusts the system's authorities; libpq does so only when it is asked to.
      ...(url.searchParams.get('sslmode') === 'verify-full' && !url.searchParams.has('sslrootcert')
        ? { PGSSLROOTCERT: 'system' }
        : {}),
    },
  };
};

export interface RunningClient {
  child: ChildProcess;
  /** Resolves when the program has succeeded. @throws Error with what it wrote to standard error */
  ended: Promise<void>;
}

/** Starts a client program on a database. */
export const startPostgresClient = (
  program: PostgresClientProgram,
  databaseUrl: string,
  args: readonly string[],
): RunningClient => {
  const { url, env } = connectionOf(databaseUrl);
  const child = spawn(program, [...args, '--no-password', `--dbname=${url}`], {
    env,
    stdio: program === 'pg_dump' ? ['ignore', 'pipe', 'pipe'] : ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk.toString()}`.slice(-maxErrorLength);
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    if (code !== 0) throw new Error(`${program} failed: ${errors.trim() || `exit code ${String(code)}`}`);
  });
  // It is awaited once the streams have ended; until then a failure must not count as unhandled.
  ended.catch(() => undefined);
  return { child, ended };
};

import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pRetry from 'p-retry';
import { freePort } from '../../tools/ports.mjs';
import { startPostgres } from '../../tools/postgres/server.mjs';
import type { KillablePart } from './killable-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Committed data survives the kill of a process, since it reached the kernel: fsync protects only against power loss.
 */
const settings = ['synchronous_commit=on', 'full_page_writes=on', 'autovacuum=on'];

export interface KillablePostgres extends KillablePart {
  url: string;
}

/** Starts a private PostgreSQL server that keeps its port when it is restarted. */
export const startKillablePostgres = async (): Promise<KillablePostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 've-scenarios-'));
  // Traversable for Postgres, which may run as another user; its contents are private.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const open = (removeAfter?: string) =>
    startPostgres({
      root,
      folder: join(folder, 'data'),
      logFile: join(folder, 'postgres.log'),
      port,
      durable: false,
      settings,
      ...(removeAfter === undefined ? {} : { removeAfter }),
    });
  let server = await open();
  return {
    name: 'Postgres',
    url: server.url,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    start: async () => {
      // Children of the killed server end after it and hold its shared memory until then.
      server = await pRetry(() => open(), { retries: 19, minTimeout: 0 });
    },
    close: async () => {
      await server.stop();
      server = await open(folder);
      await server.stop();
    },
  };
};

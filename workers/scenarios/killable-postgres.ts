import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tools/ports.mjs';
import { startPostgres } from '../../tools/postgres/server.mjs';
import type { Killable } from './killable-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What was committed outlives the killed processes, as it has reached the kernel: only a machine that loses its power
 * would need fsync.
 */
const settings = ['synchronous_commit=on', 'full_page_writes=on', 'autovacuum=on'];

export interface KillablePostgres extends Killable {
  url: string;
}

/** A PostgreSQL of its own, on a port that stays. */
export const startKillablePostgres = async (): Promise<KillablePostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 've-scenarios-'));
  // Traversable, for where Postgres has to run as nobody; its contents are private.
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
      // The killed server's own processes notice its end by and by, and hold its memory until then.
      for (let attempt = 1; ; attempt += 1) {
        try {
          server = await open();
          return;
        } catch (error) {
          if (attempt === 20) throw error;
        }
      }
    },
    close: async () => {
      await server.stop();
      server = await open(folder);
      await server.stop();
    },
  };
};

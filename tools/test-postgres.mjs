import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres/server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Jest's globalSetup: one temporary Postgres for the whole run, its URL (superuser, database `postgres`) in
 * TEST_POSTGRES_URL for every test process. A TEST_POSTGRES_URL that is already set is used as is. No teardown is
 * needed: the server ends, and its folder is removed, when jest's process ends, even by kill -9.
 */
export default async function startTestPostgres() {
  await temporaryPostgres([]);
}

/**
 * Starts one with further settings, for benches.
 * @param {string[]} settings of the server, such as `shared_buffers=1GB`
 */
export async function temporaryPostgres(settings) {
  if (process.env.TEST_POSTGRES_URL) return;
  const folder = mkdtempSync(join(tmpdir(), 've-postgres-'));
  // Traversable, because Postgres may have to run as the user `nobody`; its contents are private.
  chmodSync(folder, 0o711);
  const server = await startPostgres({
    root,
    folder: join(folder, 'data'),
    logFile: join(folder, 'postgres.log'),
    durable: false,
    settings,
    removeAfter: folder,
  });
  server.unref();
  process.env.TEST_POSTGRES_URL = server.url;
}

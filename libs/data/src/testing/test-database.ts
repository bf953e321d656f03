import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectDatabase, migrate } from '../kernel/database.ts';

const templateLock = 7_150_222;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a private migrated database, cloned from a template that the first caller of a schema version creates. */
export const createTestDatabase = async (serverUrl = process.env.TEST_POSTGRES_URL): Promise<TestDatabase> => {
  if (!serverUrl) {
    throw new Error('TEST_POSTGRES_URL is not set: run through jest, whose global set-up starts Postgres');
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = await withServer(serverUrl, (server) => ensureTemplate(server, serverUrl));
  await withServer(serverUrl, (server) => server.query(`create database ${name} template ${template}`));
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
};

/** Creates a private database without any table. */
export const createEmptyTestDatabase = async (
  serverUrl = process.env.TEST_POSTGRES_URL ?? '',
): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withServer(serverUrl, (server) => server.query(`create database ${name}`));
  return { url: databaseUrl(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
};

/** Copies a test database, which must have no connections: a backup, or its restore. */
export const copyTestDatabase = async (
  url: string,
  serverUrl = process.env.TEST_POSTGRES_URL ?? '',
): Promise<TestDatabase> => {
  const source = new URL(url).pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withServer(serverUrl, (server) => server.query(`create database ${name} template ${source}`));
  return { url: databaseUrl(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
};

const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  withServer(serverUrl, async (server) => {
    await server.query(`drop database if exists ${name} with (force)`);
  });

const ensureTemplate = async (server: pg.Client, serverUrl: string): Promise<string> => {
  const template = `template_${schemaVersion()}`;
  await server.query('select pg_advisory_lock($1)', [templateLock]);
  const existing = await server.query('select 1 from pg_database where datname = $1', [template]);
  if (existing.rowCount === 0) {
    const draft = `draft_${randomBytes(6).toString('hex')}`;
    await server.query(`create database ${draft}`);
    const orm = await connectDatabase({ url: databaseUrl(serverUrl, draft), poolSize: 2 });
    await migrate(orm);
    await orm.close(true);
    // Renamed when finished, so that a killed run leaves no half-migrated template under the name.
    await server.query(`alter database ${draft} rename to ${template}`);
  }
  await server.query('select pg_advisory_unlock($1)', [templateLock]);
  return template;
};

/** Changes with every migration. */
const schemaVersion = (): string => {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url));
  const hash = createHash('sha256');
  for (const file of globSync('**/*.ts', { cwd: folder }).sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
};

const withServer = async <T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};

const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
};

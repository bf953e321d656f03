import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { ReleaseJson } from '@ve/contracts/remote-manifest';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { clearTables } from '@ve/data/testing/clear-tables';
import { type TestRows, testRows } from '@ve/data/testing/test-rows';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { readConfig } from '@ve/server-kit/config/read-config';
import { createLogger } from '@ve/server-kit/log/logger';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { configSchema } from '../config.ts';
import { companyFixture } from '@ve/domain/membership/company-identity.fixture';
import type { CompanyIdentity } from '@ve/domain/membership/company-identity';
import { createBffApplication } from '../create-app.ts';
import { BffDatabase } from '../platform/database.ts';
import { BffMetrics } from '../platform/metrics.ts';
import { unreachableVendorEnv } from './unreachable-vendor-env.ts';

type Connection = Awaited<ReturnType<typeof connectDatabase>>;

export interface TestApp {
  url: string;
  storeDir: string;
  cacheDir: string;
  /** An entity manager on the same database, to act as the worker. */
  em(): Connection['em'];
  rows<T>(sql: string, values?: unknown[]): Promise<T[]>;
  /** The rows of its database, typed by the entities. */
  data: TestRows;
  /** Deletes the rows of the tables and of those that refer to them. */
  empty(...tables: string[]): Promise<void>;
  logLines: string[];
  apiRoutes: string[];
  /** Every method and URL pattern, including pages, files and probes. */
  routePatterns: { method: string; url: string }[];
  databaseUrl: string;
  drain(): void;
  close(): Promise<void>;
}

export const shellReleaseFixture: ReleaseJson = {
  name: 'shell',
  version: 's1',
  routes: [],
  slots: [],
  contract: '1.0.0',
  entry: 'main.0a1b2c.js',
  preload: [],
  styles: ['base.1f.css'],
  fonts: ['text.2e.woff2'],
  document: 'index.html',
};

export const remoteReleaseFixture = (
  name: string,
  version: string,
  routes: string[],
  changes: Partial<ReleaseJson> = {},
): ReleaseJson => ({
  name,
  version,
  routes,
  slots: [],
  contract: '1.0.0',
  entry: 'remoteEntry.ab12.js',
  preload: ['exposed.cd34.js'],
  styles: [],
  fonts: [],
  document: null,
  ...changes,
});

const template =
  '<!doctype html><html><head><!--ve-head--></head><body><div id="root"><!--ve-root--></div><!--ve-body-->' +
  '<script src="/remotes/shell/s1/main.0a1b2c.js" defer></script></body></html>';

const script = `export const words = ${JSON.stringify('tax and mot '.repeat(200))};\n`;

export const releaseStoreFixture: Record<string, string | Buffer> = {
  'live.json': '{}',
  'shell/s1/index.html': template,
  'shell/s1/release.json': '{}',
  'shell/s1/main.0a1b2c.js': script,
  'shell/s1/main.0a1b2c.js.br': brotliCompressSync(script),
  'shell/s1/text.2e.woff2': 'woff2',
  'shell/s1/base.1f.css': 'body{}',
  'shell/s1/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'mfe-search/v1/remoteEntry.ab12.js': script,
  'mfe-search/v1/.hidden.js': 'hidden',
  'mfe-report/v1/remoteEntry.ab12.js': script,
  'prerendered/s1/mfe-search/v1/index.json': JSON.stringify({
    pages: [{ route: '/', html: 'home.html', head: 'home.head.html' }],
  }),
  'prerendered/s1/mfe-search/v1/home.html': `<h1>Check a vehicle $& <!--ve-body--></h1><p>${'tax and mot '.repeat(200)}</p>`,
  'prerendered/s1/mfe-search/v1/home.head.html': '<title>Home</title><style data-styled>h1{}</style>',
};

/** A record with every section found. */
export const completeRecordOf = (registration: string, fetchedAt: Date): VehicleRecord => ({
  ...ordinaryVehicleRecord('2026-11-21'),
  registration,
  fetchedAt: fetchedAt.toISOString(),
});

/**
 * Starts the whole BFF over HTTP on its own database and store, with a shell and two remotes published. With `sharing`
 * it acts as a second process on the same database; `more`: additional features for the test; `serverUrl`: another
 * Postgres server; `company`: who is named before real money is taken.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  clock: () => Date = () => new Date(),
  {
    sharing,
    more = [],
    serverUrl,
    company = companyFixture,
  }: { sharing?: TestApp; more?: readonly Type[]; serverUrl?: string; company?: CompanyIdentity | null } = {},
): Promise<TestApp> {
  const database = sharing
    ? { url: sharing.databaseUrl, drop: () => Promise.resolve() }
    : await createTestDatabase(serverUrl);
  const storeDir = await mkdtemp(join(tmpdir(), 've-store-'));
  const cacheDir = await mkdtemp(join(tmpdir(), 've-release-cache-'));
  for (const [file, content] of Object.entries(releaseStoreFixture)) {
    await mkdir(dirname(join(storeDir, file)), { recursive: true });
    await writeFile(join(storeDir, file), content);
  }
  const connection = await connectDatabase({ url: database.url, poolSize: 8 });
  for (const release of [
    shellReleaseFixture,
    remoteReleaseFixture('mfe-search', 'v1', ['/', '/signup']),
    remoteReleaseFixture('mfe-report', 'v1', ['/report', '/blog/:id']),
  ]) {
    await publishTestRelease(connection.em.fork(), release, 'test', new Date());
  }
  const config = readConfig(configSchema, {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    STORE_DIR: storeDir,
    RELEASE_CACHE_DIR: cacheDir,
    RATE_LIMIT_PER_MINUTE: '100000',
    // No workers run, unless a test acts as one.
    VEHICLE_FETCH_SECONDS: '600',
    ...unreachableVendorEnv,
    ...env,
  });
  const logLines: string[] = [];
  const logger = createLogger({
    name: 'bff',
    level: 'info',
    format: 'json',
    destination: { write: (line) => void logLines.push(line) },
  });
  const app = await createBffApplication({
    config,
    logger,
    database: new BffDatabase(connection),
    metrics: new BffMetrics(),
    clock,
    company,
    more,
  }).catch(async (error: unknown) => {
    await connection.close(true);
    await database.drop();
    throw error;
  });
  const url = await app.listen();
  return {
    url,
    storeDir,
    cacheDir,
    logLines,
    databaseUrl: database.url,
    apiRoutes: app.routes.list('/api/'),
    routePatterns: app.routes.patterns(),
    em: () => connection.em.fork(),
    empty: (...tables) => clearTables(connection.em.fork(), ...tables),
    data: testRows(() => connection.em.fork()),
    rows: (sql, values = []) => connection.em.fork().getConnection().execute(sql, values),
    drain: () => {
      app.drain();
    },
    close: async () => {
      await app.close();
      await closeDatabase(connection);
      await database.drop();
      await rm(storeDir, { recursive: true, force: true });
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Posts as our own pages do. */
export const postFromOwnPage = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

import autocannon from 'autocannon';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { findLicensingRecordStatement } from '@ve/data/vehicle/vehicle.repository';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readProcessCpuMs, measureInterleaved, median, type BenchResult } from '../support/measure.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 5;
const registration = 'AB12CDE';
const path = `/api/vehicle-lookup?reg=${registration}`;

interface Sample {
  perSecond: number;
  cpuPerRequest: number | null;
}

async function load({ url, pid }: ServerProcess): Promise<Sample> {
  const before = readProcessCpuMs(pid);
  const { requests, non2xx, errors } = await autocannon({ url: url + path, connections: 16, duration: 4 });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${String(non2xx)} refusals, ${String(errors)} errors`);
  const after = readProcessCpuMs(pid);
  return {
    perSecond: requests.average,
    cpuPerRequest: before === null || after === null ? null : (after - before) / requests.total,
  };
}

/** A BFF read against plain Fastify and pg with the same SQL: requests per second and CPU time per request. */
export async function bffReadBench(): Promise<BenchResult[]> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const now = new Date();
  const record = {
    ...ordinaryVehicleRecord(now.toISOString().slice(0, 10)),
    registration,
    fetchedAt: now.toISOString(),
  };
  await client.query('insert into vehicles (registration, record, fetched_at) values ($1, $2, $3)', [
    registration,
    JSON.stringify(record),
    now,
  ]);
  await client.end();

  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '10',
    NODE_ENV: 'production',
    REHEARSAL: 'true',
    LOG_LEVEL: 'warn',
    // Required, but never called here.
    IDEAL_POSTCODES_URL: 'http://127.0.0.1:9',
    IDEAL_POSTCODES_API_KEY: 'key',
    STRIPE_URL: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PRICE_ID: 'price_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    TWILIO_AUTH_TOKEN: 'token-of-benches',
  };
  const product = await startServer([`${root}bff/dist/main.js`], { ...env, RATE_LIMIT_PER_MINUTE: '1000000' }, path);
  const baseline = await startServer(
    [`${root}bench/server/baseline-read.server.ts`],
    { ...env, SQL: findLicensingRecordStatement.text },
    path,
  );
  try {
    const [answer, baselineResponse] = await Promise.all(
      [product, baseline].map(async ({ url }) => (await fetch(url + path)).text()),
    );
    if (answer !== baselineResponse)
      throw new Error(`the answers differ: ${String(answer)} and ${String(baselineResponse)}`);
    const samples = await measureInterleaved(
      rounds,
      () => load(product),
      () => load(baseline),
    );
    const speed = {
      product: median(samples.product.map(({ perSecond }) => perSecond)),
      baseline: median(samples.baseline.map(({ perSecond }) => perSecond)),
    };
    const ratio = speed.product / speed.baseline;
    const results: BenchResult[] = [
      { name: 'BFF read', unit: 'requests/s', ...speed, ratio, maxRatio: '≥ 0.6', isWithinLimit: ratio >= 0.6, rounds },
    ];
    const cpu = (list: Sample[]): number =>
      median(list.map(({ cpuPerRequest }) => (cpuPerRequest ?? Number.NaN) * 1000));
    const cost = { product: cpu(samples.product), baseline: cpu(samples.baseline) };
    if (!Number.isNaN(cost.product)) {
      const share = cost.baseline / cost.product;
      results.push({
        name: 'BFF read, bare over ours',
        unit: 'µs of CPU a request',
        ...cost,
        ratio: share,
        maxRatio: '≥ 0.6',
        isWithinLimit: share >= 0.6,
        rounds,
      });
    }
    return results;
  } finally {
    await Promise.all([product.stop(), baseline.stop()]);
    await database.drop();
  }
}

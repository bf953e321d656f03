import autocannon from 'autocannon';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { findLicensingRecordStatement } from '@ve/data/vehicle/vehicle.repository';
import { join } from 'node:path';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved, readProcessCpuMs } from '../support/measure.ts';
import { insertReadVehicle, readPath } from '../support/read-vehicle.ts';
import { startBff, startServer, type ServerProcess } from '../support/server-process.ts';
import { root } from '../support/workshop.ts';

const rounds = 5;

interface Sample {
  perSecond: number;
  cpuPerRequest: number | null;
}

async function load({ url, pid }: ServerProcess): Promise<Sample> {
  const before = readProcessCpuMs(pid);
  const { requests, non2xx, errors } = await autocannon({ url: url + readPath, connections: 16, duration: 4 });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${String(non2xx)} refusals, ${String(errors)} errors`);
  const after = readProcessCpuMs(pid);
  return {
    perSecond: requests.average,
    cpuPerRequest: before === null || after === null ? null : (after - before) / requests.total,
  };
}

/** A BFF read against plain Fastify and pg with the same SQL: requests per second and CPU time per request. */
export async function* bffReadBench(): AsyncIterable<BenchResult> {
  const database = await createTestDatabase();
  await insertReadVehicle(database.url);

  const env = { DATABASE_URL: database.url, DATABASE_POOL: '10', NODE_ENV: 'production' };
  const product = await startBff(env, readPath);
  const baseline = await startServer(
    [join(root, 'bench/server/baseline-read.server.ts')],
    { ...env, SQL: findLicensingRecordStatement.text },
    readPath,
  );
  try {
    const [answer, baselineResponse] = await Promise.all(
      [product, baseline].map(async ({ url }) => (await fetch(url + readPath)).text()),
    );
    if (answer !== baselineResponse)
      throw new Error(`the answers differ: ${String(answer)} and ${String(baselineResponse)}`);
    const samples = await measureInterleaved(
      rounds,
      () => load(product),
      () => load(baseline),
    );
    const limit = { of: 'ratio', min: 0.6 } as const;
    yield compareRounds({
      name: 'BFF read',
      unit: 'requests/s',
      rounds: mapRounds(samples, ({ perSecond }) => perSecond),
      limit,
    });
    const cpu = mapRounds(samples, ({ cpuPerRequest }) => (cpuPerRequest ?? Number.NaN) * 1_000);
    if (cpu.product.includes(Number.NaN)) return;
    yield compareRounds({
      name: 'BFF read, bare over ours',
      unit: 'µs of CPU a request',
      rounds: cpu,
      limit,
      isInverted: true,
    });
  } finally {
    await Promise.all([product.stop(), baseline.stop()]);
    await database.drop();
  }
}

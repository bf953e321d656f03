import autocannon from 'autocannon';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { measureInterleaved, readProcessCpuMs } from '../support/measure.ts';
import { insertReadVehicle, readPath } from '../support/read-vehicle.ts';
import { startBff, type ServerProcess } from '../support/server-process.ts';

/** Enough for a spread of a few hundredths: what is measured is small. */
const rounds = 15;
const seconds = 4;
const share = '0.05';
/** As a page sends it. */
const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' };

/** Takes traces by OTLP over HTTP and counts the bytes. */
async function startReceiver() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    bytes: () => bytes,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The microseconds of CPU that a request takes, the sending of traces included. */
async function cpuPerRequest({ url, pid }: ServerProcess): Promise<number> {
  const before = readProcessCpuMs(pid);
  const { requests, non2xx, errors } = await autocannon({
    url: url + readPath,
    connections: 16,
    duration: seconds,
    headers,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${String(non2xx)} refusals, ${String(errors)} errors`);
  const after = readProcessCpuMs(pid);
  if (before === null || after === null) throw new Error('this system does not tell the CPU time of a process');
  return ((after - before) * 1_000) / requests.total;
}

/** The BFF that sends one trace in twenty against the BFF without tracing, by the CPU of a look-up. */
export async function* tracingCostBench(): AsyncIterable<BenchResult> {
  const database = await createTestDatabase();
  await insertReadVehicle(database.url);
  const receiver = await startReceiver();
  const env = { DATABASE_URL: database.url, DATABASE_POOL: '10' };
  const traced = await startBff(
    { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: share },
    readPath,
  );
  const untraced = await startBff(env, readPath);
  try {
    const cpu = await measureInterleaved(
      rounds,
      () => cpuPerRequest(traced),
      () => cpuPerRequest(untraced),
    );
    if (receiver.bytes() === 0) throw new Error('no trace was received');
    yield compareRounds({
      name: 'a look-up, one in twenty traced, over none',
      unit: 'µs of CPU a request',
      rounds: cpu,
      limit: { of: 'ratio', max: 1.05 },
    });
  } finally {
    await Promise.all([traced.stop(), untraced.stop()]);
    receiver.close();
    await database.drop();
  }
}

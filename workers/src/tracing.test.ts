import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import * as z from 'zod';
import { startBff } from './testing/bff-process.ts';
import { startFailingVendors } from './testing/vendors-without-records.ts';
import { waitUntil } from './testing/wait-until.ts';
import { workersEnvironment } from './testing/workers-environment.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const register = new URL('../../tools/dev/register.mjs', import.meta.url).href;

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(
                z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  /** The trace of a request's caller. */
  callerTraceId: string | undefined;
}

/** A receiver of traces by OTLP over HTTP, in JSON. */
const startReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  let texts = '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts += body;
      for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        for (const { attributes, ...span } of scopeSpans.flatMap((each) => each.spans)) {
          const caller = attributes.find(({ key }) => key === 'caller.trace_id');
          spans.push({ service, ...span, callerTraceId: caller?.value.stringValue });
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts: () => texts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let vendors: Awaited<ReturnType<typeof startFailingVendors>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  db = await openTestDatabase();
  vendors = await startFailingVendors();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  vendors.close();
  await db.close();
});

const fetchVehicle = (url: string, registration: string, traceparent?: string) =>
  fetch(`${url}/api/fetch-vehicle-data`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'vehicle-enquiry',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify({ registration, datapackage: 'VehicleData' }),
  });

it('is one trace from the request of a page through BFF, outbox row and job to the vendor call', async () => {
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1' };
  const bff = await startBff({ DATABASE_URL: db.url, ...tracing });
  const callerTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  // As pages send it: not sampled.
  expect((await fetchVehicle(bff.url, 'AB12CDE', `00-${callerTraceId}-00f067aa0ba902b7-00`)).status).toBe(202);
  const [row] = await db.data.all('outbox', { jobName: 'vehicle-fetches.run' });
  const traceId = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(row?.traceparent ?? '')?.[1] ?? '';
  expect(traceId).toHaveLength(32);
  expect(traceId).not.toBe(callerTraceId);

  const workers = spawn(process.execPath, ['--conditions=source', '--import', register, script], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, ...workersEnvironment(db.url, vendors.url), ...tracing },
  });
  try {
    const named = (name: string) => receiver.spans.find((span) => span.traceId === traceId && span.name === name);
    await waitUntil(
      'the trace is received',
      () => named('DVLA') !== undefined && named('vehicle-fetches.run') !== undefined,
      100_000,
    );
    const [request, job, vendor] = ['POST /api/fetch-vehicle-data', 'vehicle-fetches.run', 'DVLA'].map(named);
    expect(request).toMatchObject({ service: 'bff', callerTraceId });
    expect(request?.parentSpanId).toBeUndefined();
    expect(job).toMatchObject({ service: 'workers', parentSpanId: request?.spanId });
    expect(vendor).toMatchObject({ service: 'workers', parentSpanId: job?.spanId });
    expect(receiver.texts()).not.toContain('AB12CDE');
  } finally {
    workers.kill('SIGKILL');
    await bff.close();
  }
}, 200_000);

it('records no trace of a caller that asks for it beyond the share of 0, and writes no row without an endpoint', async () => {
  const own = { DATABASE_URL: db.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  const bff = await startBff({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const traceId = 'a'.repeat(32);
  expect((await fetchVehicle(bff.url, 'BD51SMR', `00-${traceId}-00f067aa0ba902b7-01`)).status).toBe(202);
  await bff.close();
  expect(receiver.spans.filter((span) => [span.traceId, span.callerTraceId].includes(traceId))).toEqual([]);

  await db.orm.em.fork().execute('delete from outbox');
  const untraced = await startBff(own);
  expect((await fetchVehicle(untraced.url, 'CD51SMR', `00-${traceId}-00f067aa0ba902b7-01`)).status).toBe(202);
  await untraced.close();
  expect(await db.data.all('outbox', { jobName: 'vehicle-fetches.run' })).toMatchObject([{ traceparent: null }]);
}, 200_000);

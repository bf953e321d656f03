import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startOtlpTracing } from '@ve/server-kit/tracing/otlp-tracing';
import { fastify } from 'fastify';
import * as z from 'zod';
import { traceRequests } from './trace-requests.ts';

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.object({ traceId: z.string() })) })) }),
  ),
});

const recorded: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { resourceSpans } = exportSchema.parse(JSON.parse(body));
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans) recorded.push(...spans.map(({ traceId }) => traceId));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

it('a client that chooses trace ids has no more of its requests recorded than any other', async () => {
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const tracing = startOtlpTracing({ service: 'bff', endpoint, share: 0.05 });
  const site = fastify();
  traceRequests(site);
  site.get('/', () => 'answered');
  const url = await site.listen({ host: '127.0.0.1', port: 0 });

  // The sampler folds the id into one number, which is 0 for this one: it would always be recorded.
  const chosen = 'a'.repeat(32);
  const requests = 1_000;
  for (let sent = 0; sent < requests; sent += 50) {
    const headers = { traceparent: `00-${chosen}-00f067aa0ba902b7-01` };
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(url, { headers })));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(50).fill('answered'));
  }
  await site.close();
  await tracing.close();

  expect(recorded.filter((id) => id === chosen)).toHaveLength(0);
  expect(new Set(recorded).size).toBe(recorded.length);
  // Fifty are expected; a tenth of all is seven standard deviations more.
  expect(recorded.length).toBeGreaterThan(0);
  expect(recorded.length).toBeLessThan(requests / 10);
});

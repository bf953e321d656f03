import { expect, test } from '@jest/globals';
import { installFakeNetwork } from './testing-network.tsx';

const network = installFakeNetwork();

test('a request gets its responses in order, and the last one repeatedly', async () => {
  network.answer('POST /api/x', { status: 503, text: 'busy' }, { body: { a: 1 }, headers: { 'x-request-id': 'r' } });
  const ask = () => fetch('/api/x', { method: 'POST', body: '{"b":2}' });
  const first = await ask();
  expect([first.status, await first.text()]).toEqual([503, 'busy']);
  for (const again of [await ask(), await ask()]) {
    expect([again.status, again.headers.get('x-request-id'), await again.json()]).toEqual([200, 'r', { a: 1 }]);
  }
  expect(network.calls).toHaveLength(3);
  expect(network.calls[0]).toEqual({ method: 'POST', path: '/api/x', body: { b: 2 } });
});

test('each test starts with a fresh network, and an unexpected request fails', async () => {
  expect(network.calls).toEqual([]);
  await expect(fetch('/api/x', { method: 'POST' })).rejects.toThrow('fetch failed');
});

test('silence lasts until the caller aborts', async () => {
  network.answer('GET /api/x', 'silence');
  const caller = new AbortController();
  const waiting = fetch('/api/x', { signal: caller.signal });
  caller.abort();
  await expect(waiting).rejects.toThrow('aborted');
});

test('a stream delivers events until it is closed', () => {
  const received: unknown[] = [];
  const source = new EventSource('/api/x/events');
  source.onmessage = ({ data }) => received.push(JSON.parse(String(data)));
  const [stream] = network.streams;
  stream?.send({ step: 1 });
  expect(received).toEqual([{ step: 1 }]);
  expect([stream?.url, stream?.isClosed()]).toEqual(['/api/x/events', false]);
  source.close();
  expect(stream?.isClosed()).toBe(true);
});

import { afterEach, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { ApiError, apiRequest } from './api.tsx';

const schema = z.object({ name: z.string() });
const realFetch = globalThis.fetch;
const answer = (make: (url: string, init: RequestInit) => Promise<Response>) => {
  const mock = jest.fn(make);
  globalThis.fetch = mock as unknown as typeof fetch;
  return mock;
};
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const ask = (extra: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  apiRequest({ method: 'POST', path: '/api/session', body: { a: 1 }, schema, ...extra });
const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
};
/** A service that never answers, but hears that the caller hung up. */
const hang = (_url: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => {
      reject(new DOMException('aborted', 'AbortError'));
    });
  });

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('sends JSON to our own origin and answers the parsed body', async () => {
  const fetched = answer(() => Promise.resolve(json({ name: 'x', more: 1 })));
  expect(await ask()).toEqual({ name: 'x' });
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/session');
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"a":1}' });
  expect(init?.headers).toMatchObject({ 'content-type': 'application/json' });
});

test('a request without a body names no content type', async () => {
  const fetched = answer(() => Promise.resolve(json({ name: 'x' })));
  await apiRequest({ method: 'GET', path: '/api/session', schema });
  expect(fetched.mock.calls[0]?.[1].headers).not.toHaveProperty('content-type');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s says that a page of ours makes it', async (method) => {
  const fetched = answer(() => Promise.resolve(json({ name: 'x' })));
  await apiRequest({ method, path: '/api/session', schema });
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'x-requested-with': 'vehicle-enquiry' });
});

test('an empty answer is parsed as undefined', async () => {
  answer(() => Promise.resolve(new Response(null, { status: 204 })));
  await expect(apiRequest({ method: 'POST', path: '/api/x', schema: z.undefined() })).resolves.toBeUndefined();
});

test('a problem document becomes its code, words and fields', async () => {
  const problem = {
    type: 'about:blank',
    code: 'registration-invalid',
    title: 'Enter a registration',
    status: 400,
    fields: [{ path: 'registration', message: 'too long' }],
    requestId: 'r-1',
  };
  answer(() => Promise.resolve(json(problem, 400)));
  expect(await failureOf(ask())).toMatchObject({
    code: 'registration-invalid',
    title: 'Enter a registration',
    status: 400,
    fields: problem.fields,
    requestId: 'r-1',
  });
});

test.each([
  [502, 'service-unavailable'],
  [429, 'too-many-requests'],
  [404, 'not-found'],
  [500, 'internal-error'],
  [418, 'request-invalid'],
])('a %i that is no problem document is %s', async (status, code) => {
  answer(() => Promise.resolve(new Response('<html>proxy</html>', { status, headers: { 'x-request-id': 'r-2' } })));
  expect(await failureOf(ask())).toMatchObject({ code, status, requestId: 'r-2' });
});

test.each([
  ['a body of another form', () => json({ name: 7 })],
  ['a body that is not JSON', () => new Response('<html>')],
])('%s is unreadable', async (_name, make) => {
  answer(() => Promise.resolve(make()));
  expect(await failureOf(ask())).toMatchObject({ code: 'unreadable-answer', status: 200 });
});

test('no answer is a network failure that keeps its cause', async () => {
  const cause = new TypeError('fetch failed');
  answer(() => Promise.reject(cause));
  const error = await failureOf(ask());
  expect(error).toMatchObject({ code: 'network', status: 0 });
  expect(error.cause).toBe(cause);
});

test('an answer that does not come in time is a network failure', async () => {
  answer(hang);
  expect(await failureOf(ask({ timeoutMs: 5 }))).toMatchObject({ code: 'network' });
});

test('the caller that aborts gets its own reason, not an ApiError', async () => {
  answer(hang);
  const controller = new AbortController();
  const asked = ask({ signal: controller.signal });
  controller.abort(new Error('left the page'));
  await expect(asked).rejects.toThrow('left the page');
  await expect(ask({ signal: controller.signal })).rejects.toThrow('left the page');
});

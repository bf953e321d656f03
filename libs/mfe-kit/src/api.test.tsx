import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { ApiError, apiRequest } from './api.tsx';
import { fakeNetwork } from './testing-network.tsx';

const schema = z.object({ name: z.string() });
const path = 'POST /api/session';
const network = fakeNetwork();
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
test('sends JSON to our own origin and answers the parsed body', async () => {
  network.answer(path, { body: { name: 'x', more: 1 } });
  expect(await ask()).toEqual({ name: 'x' });
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/session', body: { a: 1 } }]);
  expect(network.options[0]).toMatchObject({
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
  });
});

test('a request without a body names no content type', async () => {
  network.answer('GET /api/session', { body: { name: 'x' } });
  await apiRequest({ method: 'GET', path: '/api/session', schema });
  expect(network.options[0]?.headers).not.toHaveProperty('content-type');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s says that a page of ours makes it', async (method) => {
  network.answer(`${method} /api/session`, { body: { name: 'x' } });
  await apiRequest({ method, path: '/api/session', schema });
  expect(network.options[0]?.headers).toMatchObject({ 'x-requested-with': 'vehicle-enquiry' });
});

test('an empty answer is parsed as undefined', async () => {
  network.answer('POST /api/x', { status: 204 });
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
  network.answer(path, { status: 400, body: problem });
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
  network.answer(path, { status, text: '<html>proxy</html>', headers: { 'x-request-id': 'r-2' } });
  expect(await failureOf(ask())).toMatchObject({ code, status, requestId: 'r-2' });
});

test.each([
  ['a body of another form', { body: { name: 7 } }],
  ['a body that is not JSON', { text: '<html>' }],
])('%s is unreadable', async (_name, answer) => {
  network.answer(path, answer);
  expect(await failureOf(ask())).toMatchObject({ code: 'unreadable-answer', status: 200 });
});

test('no answer is a network failure that keeps its cause', async () => {
  network.answer(path, 'no-answer');
  const error = await failureOf(ask());
  expect(error).toMatchObject({ code: 'network', status: 0 });
  expect(error.cause).toEqual(new TypeError('fetch failed'));
});

test('an answer that does not come in time is a network failure', async () => {
  network.answer(path, 'silence');
  expect(await failureOf(ask({ timeoutMs: 5 }))).toMatchObject({ code: 'network' });
});

test('the caller that aborts gets its own reason, not an ApiError', async () => {
  network.answer(path, 'silence');
  const controller = new AbortController();
  const asked = ask({ signal: controller.signal });
  controller.abort(new Error('left the page'));
  await expect(asked).rejects.toThrow('left the page');
  await expect(ask({ signal: controller.signal })).rejects.toThrow('left the page');
});

import { expect, test } from '@jest/globals';
import { defineEndpoint } from '@ve/contracts/endpoint';
import { traceIdOfTraceparent, traceparentPattern } from '@ve/contracts/trace-context';
import * as z from 'zod/mini';
import { ApiError, callApi } from './api.tsx';
import { installFakeNetwork } from './testing-network.tsx';

/* Endpoints for these tests only. */

const probeSchema = z.object({ name: z.string() });
const makeProbe = defineEndpoint({
  method: 'POST',
  path: '/api/probes',
  body: z.object({ a: z.number() }),
  answers: { 200: probeSchema, 202: z.object({ queued: z.boolean() }) },
  problems: [],
});
const readProbe = defineEndpoint({
  method: 'GET',
  path: '/api/probes/:id/parts/:part',
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ size: z.optional(z.number()), of: z.string() }),
  answers: { 200: probeSchema },
  problems: [],
});
const probeStream = defineEndpoint({
  method: 'GET',
  path: '/api/probes/stream',
  answers: { 200: probeSchema },
  events: true,
  problems: [],
});
const bodiless = <const M extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(method: M) =>
  defineEndpoint({ method, path: '/api/probes', answers: { 204: undefined }, problems: [] });

const path = 'POST /api/probes';
const network = installFakeNetwork();
const ask = (extra: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  callApi(makeProbe, { body: { a: 1 }, ...extra });
const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
};

test('sends JSON to our own origin and returns the parsed body', async () => {
  network.answer(path, { body: { name: 'x', more: 1 } });
  expect(await ask()).toEqual({ name: 'x' });
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/probes', body: { a: 1 } }]);
  expect(network.options[0]).toMatchObject({
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
  });
});

test('names the trace of the page, the same for all of its calls, and leaves it to the service what is recorded', async () => {
  network.answer(path, { body: { name: 'x' } });
  await ask();
  await ask();
  const sent = network.options.map(({ headers }) => new Headers(headers).get('traceparent') ?? '');
  for (const traceparent of sent) expect(traceparent).toMatch(traceparentPattern);
  expect(new Set(sent.map(traceIdOfTraceparent)).size).toBe(1);
  expect(new Set(sent).size).toBe(2);
  expect(sent.map((traceparent) => traceparent.slice(-2))).toEqual(['00', '00']);
});

test('fills in the path and the query, with every value encoded', async () => {
  const sent = 'GET /api/probes/a%2Fb%3F/parts/..%2F1?of=x%26size%3D9';
  network.answer(sent, { body: { name: 'x' } });
  const params = { id: 'a/b?', part: '../1' };
  expect(await callApi(readProbe, { params, query: { of: 'x&size=9', size: undefined } })).toEqual({ name: 'x' });
  network.answer('GET /api/probes/1/parts/2?size=3&of=', { body: { name: 'y' } });
  expect(await callApi(readProbe, { params: { id: '1', part: '2' }, query: { size: 3, of: '' } })).toEqual({
    name: 'y',
  });
});

test('parses the response by its status', async () => {
  network.answer(path, { status: 202, body: { queued: true } });
  expect(await ask()).toEqual({ queued: true });
});

test('is typed by the endpoint', () => {
  const typed = () => [
    callApi(bodiless('GET')) satisfies Promise<undefined>,
    callApi(makeProbe, { body: { a: 1 } }) satisfies Promise<{ name: string } | { queued: boolean }>,
    // @ts-expect-error: the body is missing
    callApi(makeProbe),
    // @ts-expect-error: the body has another type
    callApi(makeProbe, { body: { a: '1' } }),
    // @ts-expect-error: a parameter is missing
    callApi(readProbe, { params: { id: '1' }, query: { of: '' } }),
    // @ts-expect-error: it takes no query
    callApi(bodiless('GET'), { query: { of: '' } }),
    // @ts-expect-error: a stream is followed
    callApi(probeStream),
  ];
  expect(typed).toBeInstanceOf(Function);
});

test('a request without a body has no content type', async () => {
  network.answer('GET /api/probes', { status: 204 });
  await callApi(bodiless('GET'));
  expect(network.options[0]?.headers).not.toHaveProperty('content-type');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s sends the header of our own pages', async (method) => {
  network.answer(`${method} /api/probes`, { status: 204 });
  await callApi(bodiless(method));
  expect(network.options[0]?.headers).toMatchObject({ 'x-requested-with': 'vehicle-enquiry' });
});

test('a response without a body is undefined', async () => {
  network.answer('POST /api/probes', { status: 204 });
  await expect(callApi(bodiless('POST'))).resolves.toBeUndefined();
});

test('a problem document becomes its code, title and fields', async () => {
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
  [429, 'payment-attempts-exceeded', 'Too many. You can try again in 20 minutes.'],
  [409, 'move-stale', 'Too many.'],
])('for a %i (%s) the title includes the time to wait', async (status, code, title) => {
  const detail = 'You can try again in 20 minutes.';
  network.answer(path, { status, body: { type: 'about:blank', code, title: 'Too many.', status, detail } });
  expect(await failureOf(ask())).toMatchObject({ code, title });
});

test.each([
  [502, 'service-unavailable'],
  [429, 'too-many-requests'],
  [404, 'not-found'],
  [500, 'internal-error'],
  [418, 'request-invalid'],
])('a %i without a problem document is %s', async (status, code) => {
  network.answer(path, { status, text: '<html>proxy</html>', headers: { 'x-request-id': 'r-2' } });
  expect(await failureOf(ask())).toMatchObject({ code, status, requestId: 'r-2' });
});

test.each([
  ['a body of another form', { body: { name: 7 } }],
  ['a body that is not JSON', { text: '<html>' }],
  ['no body', {}],
  ['the body of another status', { status: 202, body: { name: 'x' } }],
  ['a status that the endpoint does not know', { status: 201, body: { name: 'x' } }],
])('%s is unreadable', async (_name, answer) => {
  network.answer(path, { ...answer, headers: { 'x-request-id': 'r-3' } });
  expect(await failureOf(ask())).toMatchObject({
    code: 'unreadable-answer',
    status: 'status' in answer ? answer.status : 200,
    requestId: 'r-3',
  });
});

test('a body for an endpoint without one is unreadable: another service responded', async () => {
  const accepting = defineEndpoint({ method: 'POST', path: '/api/probes', answers: { 202: undefined }, problems: [] });
  network.answer(path, { status: 202, text: '<html>' });
  expect(await failureOf(callApi(accepting))).toMatchObject({ code: 'unreadable-answer' });
});

test('a failed request is a network error that keeps its cause', async () => {
  network.answer(path, 'no-answer');
  const error = await failureOf(ask());
  expect(error).toMatchObject({ code: 'network', status: 0 });
  expect(error.cause).toEqual(new TypeError('fetch failed'));
});

test('a timeout is a network error', async () => {
  network.answer(path, 'silence');
  expect(await failureOf(ask({ timeoutMs: 5 }))).toMatchObject({ code: 'network' });
});

test('an abort rejects with the signal’s reason, not an ApiError', async () => {
  network.answer(path, 'silence');
  const controller = new AbortController();
  const asked = ask({ signal: controller.signal });
  controller.abort(new Error('left the page'));
  await expect(asked).rejects.toThrow('left the page');
  await expect(ask({ signal: controller.signal })).rejects.toThrow('left the page');
});

import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { connect } from 'node:net';
import { postFromOwnPage, startTestApp, type TestApp } from '../testing/test-app.ts';
import { clientLimitKey } from './client-limit-key.ts';

let app: TestApp;
beforeAll(async () => {
  // A rehearsal, so that the server accepts requests by IP address.
  const production = { NODE_ENV: 'production', REHEARSAL: 'true', API_DOCS: 'true' };
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://site.test', ...production });
});
afterAll(() => app.close());

const body = { registration: 'HT12TPP', datapackage: 'VehicleData' };
const path = '/api/fetch-vehicle-data';
const ownPageHeaders =
  'Sec-Fetch-Site: none\r\nX-Requested-With: vehicle-enquiry\r\nContent-Type: application/json\r\n';

const problemOf = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(await answer.json());
  expect(problem.status).toBe(answer.status);
  expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
  return problem.code;
};

describe('the headers of every response', () => {
  it.each([
    ['a page', '/', {}],
    ['a 404 page', '/nowhere', {}],
    ['a call', '/api/session', {}],
    ['a problem', '/api/nowhere', {}],
    ['an unreadable address', '/%zz', {}],
    ['a file', '/remotes/shell/s1/main.0a1b2c.js', {}],
    ['a missing file', '/remotes/shell/s1/none.js', {}],
    ['a redirect', '/pages/terms', {}],
    ['health', '/healthz', {}],
    ['the documentation', '/api/docs', {}],
    ['a refused call', path, { method: 'POST' }],
    ['an error report', '/api/error-logs', { method: 'POST' }],
  ])('%s', async (_, address, init: RequestInit) => {
    const answer = await fetch(app.url + address, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });
    await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? "'self'").toBe("'self'");
    expect(policy).not.toMatch(/unsafe-eval|\*|https?:/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'cache-control': address.endsWith('.0a1b2c.js') ? expect.stringContaining('immutable') : 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('allow styles by nonce only, and nothing else inline', async () => {
    const policy = (await fetch(`${app.url}/`)).headers.get('content-security-policy');
    expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='/);
    expect(policy).not.toContain('unsafe-inline');
  });
});

describe('calls with side effects', () => {
  it.each([
    ['our page', { 'sec-fetch-site': 'same-origin' }, 202],
    ['the address bar', { 'sec-fetch-site': 'none' }, 202],
    ['an older browser on our page', { origin: 'https://site.test' }, 202],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://site.test' }, 403],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['an older browser on another site', { origin: 'https://site.test.evil.test' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['an unknown origin', {}, 403],
  ])('from %s', async (_, headers: Record<string, string>, status) => {
    const answer = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...firstPartyHeaders, ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(await problemOf(answer)).toBe('origin-refused');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('must be JSON, not "%s"', async (type) => {
    const answer = await postFromOwnPage(app.url + path, body, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(await problemOf(answer)).toBe('media-type-unsupported');
  });
});

describe('problems', () => {
  it.each([
    ['malformed JSON', '{"registration":', 400, 'request-invalid'],
    ['no body', '', 400, 'request-invalid'],
    ['a list', '[]', 400, 'request-invalid'],
    ['a number', '5', 400, 'request-invalid'],
    [
      'a prototype',
      '{"__proto__":{"x":1},"registration":"AB12CDE","datapackage":"VehicleData"}',
      400,
      'request-invalid',
    ],
    ['deep nesting', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, 400, 'request-invalid'],
    ['a megabyte', JSON.stringify({ registration: 'x'.repeat(1_000_000) }), 413, 'request-too-large'],
  ])('%s', async (_, text, status, code) => {
    const answer = await postFromOwnPage(app.url + path, text);
    expect(answer.status).toBe(status);
    expect(await problemOf(answer)).toBe(code);
  });

  it.each([
    ['GET', path, 'POST'],
    ['DELETE', '/api/subscription', 'GET, HEAD'],
    ['PUT', '/api/vehicle-fetches/abc', 'GET, HEAD'],
    ['GET', '/api/error-logs', 'POST'],
  ])('%s %s is not allowed', async (method, address, allow) => {
    const answer = await fetch(app.url + address, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        accept: 'text/html',
        ...firstPartyHeaders,
      },
      ...(method === 'PUT' || method === 'DELETE' ? { body: '{}' } : {}),
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(await problemOf(answer)).toBe('method-not-allowed');
  });

  it.each(['/api', '/api/', '/api/nowhere', '/api/vehicle-fetches', '/api/constructor', '/API/session/x'])(
    'nothing is served at %s',
    async (address) => {
      const answer = await fetch(app.url + address, { headers: { accept: 'application/json' } });
      expect(answer.status).toBe(404);
      expect(await problemOf(answer)).toBe('not-found');
    },
  );

  it.each([
    ['malformed HTTP', 'hello\r\n\r\n', 400, 'request-invalid'],
    [
      'two lengths',
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
      'request-invalid',
    ],
    ['headers without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 413, 'request-too-large'],
    ['headers that stop coming', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\n', 408, 'request-timeout'],
  ])('%s', async (_, sent, status, code) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(sent);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    const [head = '', content = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(head).toContain('content-type: application/problem+json');
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(problemSchema.parse(JSON.parse(content))).toMatchObject({ code, status });
  });

  it('a client that disconnects mid-request is not an error', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: site.test\r\nX-Request-Id: went-away-1\r\n${ownPageHeaders}`;
    socket.write(`${head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
    // A reset that overtakes the sent bytes would leave no request at all.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resetAndDestroy();
    await (await fetch(`${app.url}/healthz`)).text();
    expect(app.logLines.filter((line) => line.includes('went-away-1') && !line.includes('"level":30'))).toEqual([]);
  });

  it('answers HEAD like GET without the body', async () => {
    const answer = await fetch(`${app.url}/api/session`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});

describe('limits', () => {
  it('limit one client without affecting others', async () => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '1' });
    const call = (client: string) =>
      postFromOwnPage(
        limited.url + path,
        { ...body, registration: '' },
        { origin: 'http://localhost:3000', 'x-forwarded-for': client },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await call('203.0.113.9')).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const refused = await call('203.0.113.9');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toBe('too-many-requests');
    expect((await call('203.0.113.10')).status).toBe(400);
    await limited.close();
  });

  it('do not trust an unconfigured proxy', async () => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1' });
    const call = (client: string) => postFromOwnPage(limited.url + path, body, { 'x-forwarded-for': client });
    await call('203.0.113.9');
    expect((await call('203.0.113.10')).status).toBe(429);
    await limited.close();
  });

  it.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\n'],
    [
      'a body that never ends',
      `POST ${path} HTTP/1.1\r\nHost: site.test\r\n${ownPageHeaders}Content-Length: 100\r\n\r\n{`,
    ],
  ])('closes a connection with %s', async (_, sent) => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(sent);
    const started = Date.now();
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
    expect(Date.now() - started).toBeLessThan(8_000);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, key) => {
    expect(clientLimitKey(address)).toBe(key);
  });
});

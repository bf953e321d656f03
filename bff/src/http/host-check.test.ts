import { problemSchema } from '@ve/contracts/errors';
import { rawHttpRequest, sendRawHttp } from '../testing/raw-http.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const apps: TestApp[] = [];
const start = async (env: Record<string, string>): Promise<TestApp> => {
  const app = await startTestApp(env);
  apps.push(app);
  return app;
};
let production: TestApp;
let development: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  const inProduction = {
    NODE_ENV: 'production',
    STAFF_SECRETS_KEY: 'ab'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_live_1',
    PAGE_KEYS: 'STRIPE=pk_live_1',
  };
  production = await start({ ...inProduction, PUBLIC_ORIGIN: 'https://site.test' });
  development = await start({ NODE_ENV: 'development', PUBLIC_ORIGIN: 'http://localhost:3000' });
  proxied = await start({ ...inProduction, PUBLIC_ORIGIN: 'https://site.test:8443', TRUST_PROXY: '1' });
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const ask = (app: TestApp, host: string, target = '/api/session', headers: Record<string, string> = {}) =>
  sendRawHttp(
    app.url,
    rawHttpRequest(`GET ${target}`, { host: host.replace('PORT', new URL(app.url).port), ...headers }),
  );

describe('a host', () => {
  it.each([
    ['site.test', 200],
    ['SITE.test', 200],
    ['site.test:443', 200],
    ['site.test:80', 421],
    ['site.test.evil.test', 421],
    ['evil.test', 421],
    ['localhost:PORT', 421],
    ['127.0.0.1:PORT', 421],
    ['', 421],
  ])('%s in production: %i', async (host, status) => {
    const answer = await ask(production, host);
    expect(answer.status).toBe(status);
    if (status === 421) expect(problemSchema.parse(JSON.parse(answer.body)).code).toBe('host-refused');
  });

  it.each([
    ['localhost:3000', 200],
    ['localhost:PORT', 200],
    ['127.0.0.1:PORT', 200],
    ['[::1]:PORT', 200],
    ['localhost', 421],
    ['localhost:1', 421],
    ['evil.test:PORT', 421],
    ['127.0.0.2:PORT', 421],
    ['localhost.evil.test:PORT', 421],
  ])('%s in development: %i', async (host, status) => {
    expect((await ask(development, host)).status).toBe(status);
  });

  it.each([
    ['http://site.test/api/session', 'evil.test', 200],
    ['https://site.test/api/session', 'evil.test', 200],
    ['http://evil.test/api/session', 'site.test', 421],
    ['http://site.test@evil.test/api/session', 'site.test', 421],
  ])('in the target %s takes precedence over the header', async (target, host, status) => {
    expect((await ask(production, host, target)).status).toBe(status);
  });

  it('is required: HTTP/1.0 may omit it', async () => {
    expect((await sendRawHttp(production.url, 'GET /api/session HTTP/1.0\r\n\r\n')).status).toBe(421);
    expect((await sendRawHttp(production.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each(['/', '/nowhere', '/api/nowhere', '/robots.txt', '/remotes/shell/s1/main.0a1b2c.js', '/api/docs'])(
    'that is not ours is refused at %s',
    async (target) => {
      expect((await ask(production, 'evil.test', target)).status).toBe(421);
    },
  );

  it.each(['/healthz', '/readyz', '/metrics'])('may be any at %s', async (target) => {
    expect((await ask(production, 'evil.test', target)).status).toBe(200);
  });

  it.each([
    'site.test.',
    'site.test.:443',
    'site.test:',
    'site.test:0443',
    'user@site.test',
    'site.test@evil.test',
    'site.test/',
    'site.test, evil.test',
    'site.test evil.test',
    'xn--site.test',
    'site.test:443:443',
    '[::1]',
  ])('written as "%s" is refused', async (host) => {
    expect((await ask(production, host)).status).toBe(421);
  });

  it.each(['http://user@site.test/api/session', 'http://user:word@site.test/api/session'])(
    'in the unclear target %s is refused',
    async (target) => {
      expect((await ask(production, 'site.test', target)).status).toBe(421);
    },
  );

  it("cannot be overridden by a proxy's headers", async () => {
    for (const name of ['x-forwarded-host', 'X-Forwarded-Host', 'forwarded', 'x-original-host', 'x-host']) {
      const forwarded = { [name]: name === 'forwarded' ? 'host="site.test:8443"' : 'site.test:8443' };
      expect([name, (await ask(proxied, 'evil.test', '/api/session', forwarded)).status]).toEqual([name, 421]);
    }
    const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-port': '80' };
    expect((await ask(proxied, 'site.test:8443', '/api/session', forwarded)).status).toBe(200);
  });

  it.each([
    ['site.test', 'evil.test'],
    ['evil.test', 'site.test'],
    ['site.test', 'site.test'],
    ['', 'site.test'],
  ])('is refused where there are two: "%s" and "%s"', async (first, second) => {
    for (const target of ['/api/session', '/nowhere', '/healthz', 'http://site.test/api/session']) {
      const answer = await sendRawHttp(
        production.url,
        `GET ${target} HTTP/1.1\r\nHost: ${first}\r\nAccept: */*\r\nHOST: ${second}\r\nConnection: close\r\n\r\n`,
      );
      expect([target, answer.status]).toEqual([target, 400]);
      expect(problemSchema.parse(JSON.parse(answer.body)).code).toBe('request-invalid');
    }
  });

  it.each([
    ['GET /api/session HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET http://site.test/api/session HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET http://site.test/api/session HTTP/1.0\r\n\r\n', 200],
    ['GET http://evil.test/api/session HTTP/1.0\r\nHost: site.test\r\n\r\n', 421],
    ['OPTIONS * HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n', 421],
    ['GET //site.test/api/session HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n', 421],
  ])('%j gets status %i', async (request, status) => {
    expect((await sendRawHttp(production.url, request)).status).toBe(status);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startHttpsSite, testCertificate } from '@ve/providers/http/https-site.fixture';
import type { DoctorResult } from './doctor-check.ts';
import { publicOriginChecks } from './public-origin.checks.ts';

const trustedBefore = getCACertificates('default');
let site: Awaited<ReturnType<typeof startHttpsSite>>;
let answer: RequestListener;
const asTheBff: RequestListener = (_request, response) => {
  response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains').end('{}');
};
beforeAll(async () => {
  site = await startHttpsSite((request, response) => answer(request, response));
});
afterEach(() => setDefaultCACertificates(trustedBefore));
afterAll(() => site.close());

const check = async (
  name: string,
  { origin = site.url, now = new Date(), httpPort = 2 } = {},
): Promise<DoctorResult> => {
  const checks = publicOriginChecks({ PUBLIC_ORIGIN: origin }, { nowMs: () => now.getTime(), httpPort });
  const found = checks.find((each) => each.name === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found.run(AbortSignal.timeout(10_000));
};

const trustTheSite = (): void => setDefaultCACertificates([...trustedBefore, testCertificate]);

it.each(['TLS', 'HSTS', 'Host header'])('finds nothing wrong with the %s of a site that is set up', async (name) => {
  answer = asTheBff;
  trustTheSite();
  expect(await check(name)).toMatchObject({ state: 'passed' });
});

it('reports a certificate that browsers do not trust', async () => {
  answer = asTheBff;
  expect(await check('TLS')).toMatchObject({
    problem: expect.stringMatching(/^no valid certificate \((DEPTH_ZERO_)?SELF_SIGNED/),
  });
});

it('reports a certificate that ends soon', async () => {
  trustTheSite();
  expect(await check('TLS', { now: new Date('2119-12-25T00:00:00Z') })).toMatchObject({
    problem: 'the certificate ends in 7 days',
  });
});

it.each<[string, string, RequestListener, string]>([
  ['no HSTS', 'HSTS', (_, response) => response.end('{}'), 'the header Strict-Transport-Security is missing or short'],
  [
    'HSTS for a minute',
    'HSTS',
    (_, response) => response.setHeader('strict-transport-security', 'max-age=60').end('{}'),
    'the header Strict-Transport-Security is missing or short',
  ],
  ['another Host', 'Host header', (_, response) => response.writeHead(421).end('{}'), 'the BFF is given another host'],
  ['a proxy without a BFF', 'Host header', (_, response) => response.writeHead(502).end(), '/api/session answered 502'],
])('reports %s', async (_, name, scripted, problem) => {
  answer = scripted;
  trustTheSite();
  expect(await check(name)).toMatchObject({ state: 'failed', problem });
});

describe('the redirect from http', () => {
  const redirecting = async (location: () => string | null): Promise<DoctorResult> => {
    const plain = createServer((_, response) => {
      const to = location();
      response.writeHead(to === null ? 200 : 308, to === null ? {} : { location: to }).end();
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    try {
      return await check('redirect from http', { httpPort: (plain.address() as AddressInfo).port });
    } finally {
      plain.close();
      plain.closeAllConnections();
    }
  };

  it('is found', async () => {
    expect(await redirecting(() => `${site.url}/`)).toEqual({ state: 'passed' });
  });

  it.each<[string, () => string | null]>([
    ['a page instead of it', () => null],
    ['one to another address', () => 'https://elsewhere.example/'],
    ['one to itself', () => '/'],
  ])('reports %s', async (_, location) => {
    expect(await redirecting(location)).toMatchObject({
      problem: 'an address without https is not redirected to PUBLIC_ORIGIN',
    });
  });

  it('reports a port that does not answer', async () => {
    expect(await check('redirect from http')).toMatchObject({ problem: 'an address without https does not answer' });
  });
});

it('reports a site that does not answer', async () => {
  const [tls, hsts] = await Promise.all([
    check('TLS', { origin: 'https://127.0.0.1:2' }),
    check('HSTS', { origin: 'https://127.0.0.1:2' }).catch((error: Error) => error.message),
  ]);
  expect(tls).toMatchObject({ problem: 'no valid certificate (ECONNREFUSED)' });
  expect(hsts).toBe('the site does not answer (ECONNREFUSED)');
});

it('does not look at a site without TLS, which production refuses', async () => {
  expect(await check('TLS', { origin: 'http://localhost:3000' })).toMatchObject({ state: 'not-checked' });
});

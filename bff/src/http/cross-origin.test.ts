import { Body, Controller, Module, Req } from '@nestjs/common';
import { defineEndpoint } from '@ve/contracts/endpoint';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { rawHttpRequest, sendRawHttp } from '../testing/raw-http.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type InboundVendorCall, VendorSignatureVerifier } from './audience.ts';
import { ServesEndpoint } from './serves.decorator.ts';

const sign = (bytes: string | Buffer): string => createHmac('sha256', 'shared').update(bytes).digest('hex');

class ProbeSignature extends VendorSignatureVerifier {
  readonly vendor = 'probe';

  isGenuine({ headers, rawBody }: InboundVendorCall): boolean {
    return rawBody !== undefined && headers['x-probe-signature'] === sign(rawBody);
  }
}

const webhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/probe',
  body: z.object({ event: z.string() }),
  answers: { 200: z.object({ bytes: z.int() }) },
  problems: ['not-found'],
});
const change = defineEndpoint({
  method: 'DELETE',
  path: '/api/probe/:id',
  params: z.object({ id: z.string() }),
  answers: { 204: undefined },
  problems: [],
});
const open = defineEndpoint({ method: 'POST', path: '/api/probe/open', answers: { 204: undefined }, problems: [] });
const mute = defineEndpoint({ method: 'POST', path: '/api/probe/mute', answers: { 204: undefined }, problems: [] });

let served: string[] = [];

@Controller()
class ProbeController {
  @ServesEndpoint(webhook, { audience: { vendor: ProbeSignature }, bodyLimit: 1_024, summary: 'A webhook' })
  take(@Body() { event }: { event: string }, @Req() request: FastifyRequest & { rawBody?: Buffer }): { bytes: number } {
    if (event === 'unknown') throw new ProblemError('not-found');
    return { bytes: request.rawBody?.length ?? 0 };
  }

  @ServesEndpoint(change, { audience: 'visitor', summary: 'A change' })
  change(): Promise<void> {
    served.push('change');
    return Promise.resolve();
  }

  @ServesEndpoint(open, { audience: 'visitor', anySender: true, summary: 'Open to any sender' })
  open(): Promise<void> {
    served.push('open');
    return Promise.reject(new ProblemError('not-found'));
  }

  @ServesEndpoint(mute, { audience: 'visitor', alwaysNoContent: true, summary: 'Always 204' })
  mute(): Promise<void> {
    served.push('mute');
    return Promise.reject(new ProblemError('not-found'));
  }
}

@Module({ controllers: [ProbeController], providers: [ProbeSignature] })
class ProbeModule {}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://site.test' }, undefined, { more: [ProbeModule] });
});
beforeEach(async () => {
  served = [];
  await app.data.remove('outbox');
});
afterAll(() => app.close());

const queued = () => app.data.all('outbox');
const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
const ownPageHeaders = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...firstPartyHeaders };

describe('a cross-site form', () => {
  const form = { ...evil, 'content-type': 'application/x-www-form-urlencoded' };
  const json = { ...evil, 'content-type': 'text/plain' };

  it.each([
    '/api/newsletter',
    '/%61pi/newsletter',
    '/%61%70%69/newsletter',
    '/api/%6eewsletter',
    '/api/newsletter?x=/../',
    'http://site.test/api/newsletter',
    'https://site.test/api/newsletter',
    'http://site.test/%61pi/newsletter',
    'HTTP://site.test/api/newsletter',
  ])('is refused at %s, and no mail is queued', async (target) => {
    for (const [headers, body] of [
      [form, 'email=victim%40example.com'],
      [json, '{"email":"victim@example.com"}'],
    ] as const) {
      const answer = await sendRawHttp(
        app.url,
        rawHttpRequest(`POST ${target}`, { host: 'site.test', ...headers }, body),
      );
      expect(answer.status).toBeGreaterThanOrEqual(403);
      expect(answer.status).toBeLessThan(405);
    }
    expect(await queued()).toEqual([]);
  });

  it('is accepted from our own page, in any spelling of the URL', async () => {
    const body = '{"email":"reader@example.com"}';
    for (const target of ['/%61pi/newsletter', 'http://site.test/api/newsletter']) {
      const answer = await sendRawHttp(
        app.url,
        rawHttpRequest(`POST ${target}`, { host: 'site.test', ...ownPageHeaders }, body),
      );
      expect(answer.status).toBe(202);
    }
    expect(await queued()).toHaveLength(2);
  });
});

describe('every route with side effects', () => {
  const remove = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/probe/1`, { method: 'DELETE', headers }).then(({ status }) => status);

  it.each<[string, Record<string, string>, number]>([
    ['our page', { 'sec-fetch-site': 'same-origin', ...firstPartyHeaders }, 204],
    ['an older browser on our page', { origin: 'https://site.test', ...firstPartyHeaders }, 204],
    ['our page without the header', { 'sec-fetch-site': 'same-origin' }, 403],
    ['our page with another header', { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'XMLHttpRequest' }, 403],
    ['another site with the header', { ...evil, ...firstPartyHeaders }, 403],
    ['an unknown origin', { ...firstPartyHeaders }, 403],
  ])('is closed by default: %s', async (_, headers, status) => {
    expect(await remove(headers)).toBe(status);
    expect(served).toEqual(status === 204 ? ['change'] : []);
  });

  it('is open to any sender only with anySender, and then answers its real status', async () => {
    const answer = await fetch(`${app.url}/api/probe/open`, { method: 'POST', headers: evil });
    expect([answer.status, served]).toEqual([404, ['open']]);
  });

  it('always answers 204 only with alwaysNoContent, and is then not open', async () => {
    const refused = await fetch(`${app.url}/api/probe/mute`, { method: 'POST', headers: evil });
    expect([refused.status, served]).toEqual([204, []]);
    const taken = await fetch(`${app.url}/api/probe/mute`, { method: 'POST', headers: ownPageHeaders, body: '{}' });
    expect([taken.status, served]).toEqual([204, ['mute']]);
  });

  it('exists only at its path', async () => {
    for (const path of ['/%61pi/nowhere', '/api/nowhere', '/remotes', '/%72emotes']) {
      const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });
});

describe("a vendor's webhook", () => {
  const call = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/webhooks/probe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-probe-signature': sign(body), ...headers },
      body,
    });

  it('is accepted by the signature of its raw bytes', async () => {
    const body = '{ "event":   "paid" }';
    const answer = await call(body);
    expect([answer.status, await answer.json()]).toEqual([200, { bytes: body.length }]);
  });

  it.each([
    ['another signature', '{"event":"paid"}', { 'x-probe-signature': sign('{"event": "paid"}') }, 401],
    ['an unknown event', '{"event":"unknown"}', {}, 404],
    ['another shape', '{"event":7}', {}, 400],
    ['invalid JSON', '{"event":', {}, 400],
    ['too much', JSON.stringify({ event: 'x'.repeat(2_000) }), {}, 413],
  ])('answers %s with its real status', async (_, body, headers, status) => {
    expect((await call(body, headers)).status).toBe(status);
  });
});

it.each([
  ['cross-site', 403],
  ['same-origin', 400],
  ['same-site', 403],
  ['none', 400],
  [undefined, 400],
])("a look-up, which costs a vendor's call, is refused for %s", async (site, status) => {
  const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
  for (const path of ['/api/vehicle-lookup?reg=', '/%61pi/vehicle-lookup?reg=']) {
    expect((await fetch(app.url + path, { headers })).status).toBe(status);
  }
});

import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ReceivedByteCounter, sendEndlessBody } from '../testing/endless-body.ts';
import { sendRawHttp } from '../testing/raw-http.ts';
import { addReleaseToken } from '../testing/release-uploads.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let counted: ReceivedByteCounter;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  counted = new ReceivedByteCounter();
  token = (await addReleaseToken(app, 'mfe-report')).token;
});
afterAll(async () => {
  counted.close();
  await app.close();
});

const upload = '/api/releases/mfe-report/versions';
const lookUp = '/api/fetch-vehicle-data';
const ownPageHeaders = { 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, 'content-type': 'application/json' };
const codeOf = (body: string): string => problemSchema.parse(JSON.parse(body)).code;
const maxBytes = 262_144;
/** At most this many bytes are read of a refused request: head, small body and the socket's read-ahead. */
const little = 147_456;

describe('an upload', () => {
  it.each([
    [{ 'content-type': 'application/x-tar' }, 401, 'token-refused'],
    [{ 'content-type': 'application/json' }, 401, 'token-refused'],
    [{ authorization: 'Bearer nobody', 'content-type': 'application/x-tar' }, 401, 'token-refused'],
  ])('of an unauthenticated client with %j is refused unread', async (headers, status, code) => {
    for (const declared of [64 * 1_048_576, null]) {
      const answer = await sendEndlessBody(app.url, { method: 'POST', path: upload, headers, declared }, counted);
      expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
      expect(answer.read).toBeLessThan(little);
      expect(answer.head).toMatch(/^connection: close$/im);
    }
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-tarball', ''])(
    'by its team as "%s" is refused unread',
    async (type) => {
      const headers = { authorization: `Bearer ${token}`, ...(type === '' ? {} : { 'content-type': type }) };
      for (const declared of [62 * 1_048_576, null]) {
        const answer = await sendEndlessBody(app.url, { method: 'POST', path: upload, headers, declared }, counted);
        expect([answer.status, codeOf(answer.body)]).toEqual([415, 'media-type-unsupported']);
        expect(answer.read).toBeLessThan(little);
      }
    },
  );

  it('whose declared size exceeds the limit is refused unread', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-tar' };
    const request = { method: 'POST', path: upload, headers, declared: 65 * 1_048_576 };
    const answer = await sendEndlessBody(app.url, request, counted);
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'request-too-large']);
    expect(answer.read).toBeLessThan(little);
  });
});

it.each([
  ['POST', '/nowhere', 404],
  ['PUT', '/', 404],
  ['DELETE', '/api/nowhere', 404],
  ['PROPFIND', '/', 404],
  ['QUERY', '/api/session', 405],
  ['GET', '/', 200],
  ['GET', '/api/session', 200],
  ['HEAD', '/api/session', 200],
  ['GET', '/robots.txt', 200],
  ['OPTIONS', '/', 404],
  ['TRACE', '/', 404],
])('%s %s with an endless body is refused with %i, and its connection closed unread', async (method, path, status) => {
  for (const declared of [64 * 1_048_576, null]) {
    const request = { method, path, headers: { ...ownPageHeaders, accept: 'text/html' }, declared };
    const answer = await sendEndlessBody(app.url, request, counted);
    expect([method, path, declared, answer.status]).toEqual([method, path, declared, status]);
    expect(answer.read).toBeLessThan(maxBytes);
    expect(answer.head).toMatch(/^connection: close$/im);
  }
});

describe('Expect: 100-continue', () => {
  const send = async (path: string, headers: Record<string, string>, length = 62 * 1_048_576) => {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    try {
      const fields = Object.entries({ host, expect: '100-continue', 'content-length': String(length), ...headers });
      const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`);
      const [first] = (await once(socket, 'data')) as [Buffer];
      return first.toString().split('\r\n')[0];
    } finally {
      socket.destroy();
    }
  };

  it('is answered by the refusal, before any body, when the caller is not admitted', async () => {
    const tar = { 'content-type': 'application/x-tar' };
    const team = { authorization: `Bearer ${token}` };
    expect(await send(upload, tar)).toBe('HTTP/1.1 401 Unauthorized');
    expect(await send(upload, { ...team, 'content-type': 'application/json' })).toBe(
      'HTTP/1.1 415 Unsupported Media Type',
    );
    expect(await send(upload, { ...team, ...tar }, 65 * 1_048_576)).toBe('HTTP/1.1 413 Payload Too Large');
    expect(await send('/api/me/address-confirmation', ownPageHeaders)).toBe('HTTP/1.1 401 Unauthorized');
    expect(await send(lookUp, { ...ownPageHeaders, 'sec-fetch-site': 'cross-site' })).toBe('HTTP/1.1 403 Forbidden');
  });

  it('is answered by 100 when the caller is admitted', async () => {
    const team = { authorization: `Bearer ${token}`, 'content-type': 'application/x-tar' };
    expect(await send(upload, team)).toBe('HTTP/1.1 100 Continue');
    expect(await send(lookUp, ownPageHeaders, 100)).toBe('HTTP/1.1 100 Continue');
  });

  it('is the only supported expectation: with another, nothing is read', async () => {
    const headers = { ...ownPageHeaders, expect: 'a-miracle' };
    const request = { method: 'POST', path: lookUp, headers, declared: 64 * 1_048_576 };
    const answer = await sendEndlessBody(app.url, request, counted);
    expect(answer.status).toBe(417);
    expect(answer.read).toBeLessThan(little);
  });
});

describe('a malformed request', () => {
  const untyped = { 'sec-fetch-site': 'same-origin', ...firstPartyHeaders };
  const ask = (fields: string, body: string | Buffer = '') => {
    const own = Object.entries(untyped).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST ${lookUp} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n${own.join('')}${fields}\r\n\r\n`;
    return sendRawHttp(app.url, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  };
  const json = 'Content-Type: application/json';

  it.each([
    ['two lengths', `${json}\r\nContent-Length: 1\r\nContent-Length: 2`, '{}', 400],
    ['the same length twice', `${json}\r\nContent-Length: 2\r\nContent-Length: 2`, '{}', 400],
    ['a length and chunks', `${json}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked`, '2\r\n{}\r\n0\r\n\r\n', 400],
    ['a negative length', `${json}\r\nContent-Length: -1`, '{}', 400],
    ['an endless length', `${json}\r\nContent-Length: 99999999999999999999999`, '{}', 400],
    ['chunks twice', `${json}\r\nTransfer-Encoding: chunked, chunked`, '2\r\n{}\r\n0\r\n\r\n', 400],
    ['an unknown coding', `${json}\r\nTransfer-Encoding: gzip`, '{}', 400],
    ['a chunk without a size', `${json}\r\nTransfer-Encoding: chunked`, 'x\r\n{}\r\n0\r\n\r\n', 400],
    ['two types, the first of which counts', `Content-Type: text/plain\r\n${json}\r\nContent-Length: 2`, '{}', 415],
    ['two types', `${json}\r\nContent-Type: application/x-tar\r\nContent-Length: 2`, '{}', 400],
    ['an invalid type', 'Content-Type: ;;\r\nContent-Length: 2', '{}', 415],
  ])('with %s is refused', async (_name, fields, body, status) => {
    const answer = await ask(fields, body);
    expect(answer.status).toBe(status);
    expect(() => codeOf(answer.body)).not.toThrow();
  });

  it('with a compressed body is refused without unpacking it', async () => {
    const packed = gzipSync(Buffer.alloc(1_048_576, ' '));
    const answer = await ask(`${json}\r\nContent-Encoding: gzip\r\nContent-Length: ${String(packed.length)}`, packed);
    expect([answer.status, codeOf(answer.body)]).toEqual([400, 'request-invalid']);
  });
});

describe('the connection of a refused body', () => {
  const statusesFor = async (length: number): Promise<string[]> => {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString('latin1'))).on('error', () => undefined);
    socket.on('end', () => socket.end());
    const closed = once(socket, 'close');
    socket.write(
      `POST /api/me/address-confirmation HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nX-Requested-With: vehicle-enquiry\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n${'x'.repeat(length)}` +
        `GET /api/session HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    await closed;
    return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '');
  };

  it('serves the next request where the body is small', async () => {
    expect(await statusesFor(16_384)).toEqual(['401', '200']);
  });

  it('is closed where the body is large, and the rest is not parsed as a request', async () => {
    expect(await statusesFor(1_000_000)).toEqual(['401']);
  });

  it('gives a client time to read the response while it is still sending', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const answer = await fetch(app.url + upload, {
          method: 'POST',
          headers: { 'content-type': 'application/x-tar' },
          body: new Uint8Array(20 * 1_048_576),
        });
        return [answer.status, codeOf(await answer.text())];
      }),
    );
    expect(answers).toEqual(Array(8).fill([401, 'token-refused']));
  });
});

it('refused bodies cost neither memory nor time, regardless of how many arrive concurrently', async () => {
  const before = process.memoryUsage.rss();
  const waits: number[] = [];
  let isSending = true;
  const others = (async () => {
    while (isSending) {
      const since = performance.now();
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
      waits.push(performance.now() - since);
    }
  })();
  const headers = { 'content-type': 'application/json' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      sendEndlessBody(
        app.url,
        { method: 'POST', path: upload, headers, declared: at % 2 === 0 ? 64 * 1_048_576 : null },
        counted,
      ),
    ),
  );
  isSending = false;
  await others;
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(401));
  expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(100);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(500);
});

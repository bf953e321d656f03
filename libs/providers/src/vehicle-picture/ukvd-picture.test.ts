import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { maxImageBytes } from '@ve/domain/vehicle/picture/image-kind';
import {
  droppedSocketReply,
  endlessTrickleReply,
  hangingReply,
  htmlReply,
  jsonReply,
  rawReply,
  readRecordings,
  type StubVendorReply,
  startStubVendor,
  type StubVendor,
} from '../http/vendor-server.fixture.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import type { VendorRecording } from '../http/vendor-server.fixture.ts';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createUkvdPictureAdapter } from './ukvd-picture.adapter.ts';

const recording = readRecordings(new URL('./recordings/ukvd-picture.json', import.meta.url));
/** The first bytes of a JPEG of this size in pixels. */
const jpegOf = (width: number, height: number) => {
  const frame = Buffer.from('ffd8ffe000044a46ffc0000b08000000000101', 'hex');
  frame.writeUInt16BE(height, 13);
  frame.writeUInt16BE(width, 15);
  return frame;
};
const jpeg = jpegOf(640, 360);

const image =
  (bytes: Buffer, type = 'image/jpeg'): StubVendorReply =>
  (response) => {
    response.writeHead(200, { 'content-type': type }).end(bytes);
  };

let vendor: StubVendor;
/** The server of the pictures, and one that must never be called. */
let pictures: StubVendor;
let other: StubVendor;
beforeEach(async () => {
  [vendor, pictures, other] = await Promise.all([startStubVendor(), startStubVendor(), startStubVendor()]);
  other.play(image(jpeg));
});
afterEach(() => Promise.all([vendor, pictures, other].map((each) => each.close())));

const naming = (...urls: unknown[]): VendorRecording => {
  const { status, body } = structuredClone(recording('pictured')) as {
    status: number;
    body: { Response: { DataItems: object } };
  };
  body.Response.DataItems = { VehicleImages: { ImageDetailsList: urls.map((ImageUrl) => ({ ImageUrl })) } };
  return { status, body };
};

const find = async (answer: VendorRecording, reply: StubVendorReply = image(jpeg), limits = {}) => {
  vendor.play(jsonReply(answer));
  pictures.play(reply);
  const adapter = createUkvdPictureAdapter({
    url: vendor.url,
    apiKey: 'secret-key',
    origins: [pictures.url],
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1, ratePerSecond: 10_000, burst: 10_000, maxRetries: 0, ...limits },
  });
  try {
    const { answer } = await adapter.lookUp('KM12AKK');
    return answer.state === 'found' ? await adapter.download(answer.data.address) : answer;
  } finally {
    await adapter.close();
  }
};
const found = (kind: string) => ({ state: 'found', data: { kind, bytes: expect.anything() } });
const unavailable = (reason: string) => expect.objectContaining({ state: 'unavailable', reason });

test('downloads the first picture without our key, with the type of its bytes', async () => {
  expect(await find(naming(`${pictures.url}/a.jpg`, `${other.url}/b.jpg`), image(jpeg, 'text/html'))).toEqual(
    found('image/jpeg'),
  );
  expect(vendor.requests[0]?.path).toMatch(/VehicleImageData\?.*key_VRM=KM12AKK/);
  expect(pictures.requests.map(({ path }) => path)).toEqual(['/a.jpg']);
  expect(JSON.stringify(pictures.requests)).not.toContain('secret-key');
});

test('an empty list, and a 404 of the picture, mean that there is none', async () => {
  expect(await find(recording('none'))).toEqual({ state: 'not-held' });
  expect(await find(naming(`${pictures.url}/gone.jpg`), rawReply(404, ''))).toEqual({ state: 'not-held' });
});

test('calls only configured hosts, and follows no redirect', async () => {
  const named = [
    `${other.url}/a.jpg`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `${pictures.url}@${other.url.slice('http://'.length)}/a.jpg`,
    `${pictures.url}.example.com/a.jpg`,
  ];
  for (const url of named) expect(await find(naming(url))).toMatchObject({ state: 'unavailable' });
  expect(await find(naming(`${other.url}/a.jpg`))).toEqual(unavailable('refused'));
  expect(pictures.requests).toEqual([]);
  const redirect = rawReply(302, '', { location: `${other.url}/a.jpg` });
  expect(await find(naming(`${pictures.url}/a.jpg`), redirect)).toMatchObject({ state: 'unavailable' });
  expect(other.requests).toEqual([]);
});

test('calls no host of our own network, regardless of its name', async () => {
  let connections = 0;
  const server = createServer(() => (connections += 1)).listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const adapter = createUkvdPictureAdapter({
    url: vendor.url,
    apiKey: 'secret-key',
    origins: [origin],
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1, ratePerSecond: 10_000, burst: 10_000, maxRetries: 0 },
  });
  try {
    expect(await adapter.download(`${origin}/a.jpg`)).toEqual(unavailable('source-error'));
    expect(connections).toBe(0);
  } finally {
    await adapter.close();
    server.close();
  }
});

test.each<[string, StubVendorReply, string]>([
  ['a web page', htmlReply(200), 'unreadable-answer'],
  ['SVG called a JPEG', image(Buffer.from('<svg onload="alert(1)"/>')), 'unreadable-answer'],
  ['one that is too large', image(Buffer.concat([jpeg, Buffer.alloc(maxImageBytes)])), 'unreadable-answer'],
  ['one with huge dimensions in its header', image(jpegOf(60_000, 60_000)), 'unreadable-answer'],
  ['one without dimensions', image(jpeg.subarray(0, 8)), 'unreadable-answer'],
  ['one of no size', image(jpegOf(0, 0)), 'unreadable-answer'],
  ['one that never ends', endlessTrickleReply, 'timeout'],
  ['nothing', image(Buffer.alloc(0)), 'unreadable-answer'],
  ['a failure', htmlReply(500), 'source-error'],
  ['a lost connection', droppedSocketReply, 'source-error'],
  ['silence', hangingReply, 'timeout'],
])('rejects %s as a picture', async (_name, reply, reason) => {
  const limits =
    reply === hangingReply || reply === endlessTrickleReply ? { headersTimeoutMs: 100, totalTimeoutMs: 300 } : {};
  expect(await find(naming(`${pictures.url}/a.jpg`), reply, limits)).toEqual(unavailable(reason));
});

test.each([[null], [''], ['no address'], ['x'.repeat(5_000)]])('does not follow the address %p', async (url) => {
  expect(['not-held', 'unavailable']).toContain((await find(naming(url))).state);
  expect(pictures.requests).toEqual([]);
});

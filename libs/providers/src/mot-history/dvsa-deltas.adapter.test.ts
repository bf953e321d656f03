import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { jsonReply, rawReply, startStubVendor, type StubVendor } from '../http/vendor-server.fixture.ts';
import { createDvsaMotDeltasAdapter } from './dvsa-deltas.adapter.ts';
import { MotFileContentError, MotFileError } from './mot-deltas.port.ts';
import { readZippedLines } from './zipped-lines.ts';

let vendor: StubVendor;
let adapter: ReturnType<typeof createDvsaMotDeltasAdapter>;
beforeEach(async () => {
  vendor = await startStubVendor();
  adapter = createDvsaMotDeltasAdapter({
    url: `${vendor.url}/dvsa`,
    tokenUrl: `${vendor.url}/token`,
    clientId: 'client',
    clientSecret: 'secret',
    apiKey: 'k-1',
    scope: 'scope',
    createVendorLimiter: createInMemoryLimiter,
    limits: { backoffMs: 1 },
  });
  vendor.playAt('/token', rawReply(200, '{"token_type":"Bearer","expires_in":1199,"access_token":"first"}'));
});
afterEach(async () => {
  await vendor.close();
  await adapter.close();
});

const zipOf = async (...files: string[]): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [index, lines] of files.entries()) zip.addBuffer(gzipSync(lines), `part-${index}.json.gz`);
  zip.addBuffer(Buffer.from('read me'), 'README.txt');
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
};
const fileAt = (path: string) => ({ filename: 'delta.zip', downloadUrl: `${vendor.url}${path}`, madeAt: new Date(0) });
const read = async (content: Buffer, status = 200) => {
  vendor.playAt('/file', (response) => response.writeHead(status).end(content));
  const records: { registration: string; make: string | null | undefined; tests: number | undefined }[] = [];
  for await (const record of adapter.read(fileAt('/file'))) {
    const data = record.read();
    records.push({ registration: record.registration, make: data?.make, tests: data?.tests.length });
  }
  return records;
};
const record = (registration: string, changes: object = {}) =>
  `${JSON.stringify({ make: 'CITROËN', registration, ...changes })}\n`;
const test1 = { completedDate: '2026-11-20T10:00:00.000Z', testResult: 'PASSED', motTestNumber: '1' };

test('lists the files of changes with their addresses', async () => {
  const file = {
    filename: 'd.zip',
    downloadUrl: 'https://files.example/d.zip?x=1',
    fileSize: 5,
    fileCreatedOn: '2026-11-22T08:00:00Z',
  };
  vendor.play(jsonReply({ status: 200, body: { bulk: [], delta: [file] } }));
  expect(await adapter.list()).toEqual({
    state: 'listed',
    files: [{ filename: 'd.zip', downloadUrl: file.downloadUrl, madeAt: new Date('2026-11-22T08:00:00Z') }],
  });
  expect(vendor.requests.at(-1)).toMatchObject({
    path: '/dvsa/v1/trade/vehicles/bulk-download',
    headers: { authorization: 'Bearer first', 'x-api-key': 'k-1' },
  });
});

test.each([
  [403, { errorCode: 'MOTH-FB-01' }, 'refused'],
  [200, { delta: 'none' }, 'unreadable-answer'],
  [500, {}, 'source-error'],
])('reports a %d of the list', async (status, body, reason) => {
  vendor.play(jsonReply({ status, body }));
  expect(await adapter.list()).toMatchObject({ state: 'unavailable', reason });
});

test('reads every record of every part in order, and parses a record only when it is requested', async () => {
  const content = await zipOf(record('AA19AAA', { motTests: [test1] }) + record('bb20 bbb'), record('CC21CCC'));
  expect(await read(content)).toEqual([
    { registration: 'AA19AAA', make: 'CITROËN', tests: 1 },
    { registration: 'BB20BBB', make: 'CITROËN', tests: 0 },
    { registration: 'CC21CCC', make: 'CITROËN', tests: 0 },
  ]);
});

test('continues after an unreadable record', async () => {
  const content = await zipOf(`{"registration":"AA19AAA", broken\n\nnoise\n${record('CC21CCC')}`);
  expect(await read(content)).toEqual([
    { registration: 'AA19AAA', make: undefined, tests: undefined },
    { registration: 'CC21CCC', make: 'CITROËN', tests: 0 },
  ]);
});

test('rejects a zip that exceeds the size limit while it is unpacked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 've-zip-'));
  const path = join(folder, 'bomb.zip');
  await writeFile(path, await zipOf('{}\n'.repeat(200_000), '{}\n'.repeat(200_000)));
  const count = async (maxBytes: number) => {
    let lines = 0;
    for await (const line of readZippedLines(path, maxBytes)) lines += line === '{}' ? 1 : 0;
    return lines;
  };
  expect(await count(1_200_000)).toBe(400_000);
  await expect(count(1_199_999)).rejects.toThrow('unpacks to too much');
  await rm(folder, { recursive: true });
});

test('reads a hundred thousand records one at a time', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => record(`X${index}`)).join('');
  vendor.playAt('/file', (response) => void zipOf(lines).then((content) => response.end(content)));
  let count = 0;
  for await (const each of adapter.read(fileAt('/file'))) if (each.registration !== '') count += 1;
  expect(count).toBe(100_000);
});

test('reports an expired address, a page instead of a file and half a file as errors without the address', async () => {
  const whole = await zipOf(record('AA19AAA'));
  for (const [content, status, isContent] of [
    [Buffer.from('<Error/>'), 403, false],
    [Buffer.from('<Error/>'), 503, false],
    [Buffer.from('<html>'), 200, true],
    [whole.subarray(0, whole.length / 2), 200, true],
  ] as const) {
    const failed = await read(content, status).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MotFileError);
    expect(failed instanceof MotFileContentError).toBe(isContent);
    expect(String(failed)).not.toContain('127.0.0.1');
  }
});

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { VendorCallReport } from '../http/adapter-options.ts';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import {
  droppedSocketReply,
  hangingReply,
  htmlReply,
  hugeBodyReply,
  rawReply,
  type StubVendorReply,
  stalledBodyReply,
  startStubVendor,
  type StubVendor,
} from '../http/vendor-server.fixture.ts';
import { createDvsaRecallsAdapter } from './dvsa-recalls.adapter.ts';
import { readRecallsFile } from './dvsa-recalls.file.ts';

const recording = readFileSync(new URL('./recordings/recalls.csv', import.meta.url), 'utf8');
const today = '2026-03-01';
const [header = '', ...lines] = recording.trimEnd().split('\n');
const last = lines.at(-1) ?? '';
/** The bytes as DVSA writes them: CP1252 with CRLF between rows. */
const bytesOf = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1');
const read = (text: string) => readRecallsFile(Readable.from([bytesOf(text)]), today);
const row = (changes: Record<string, string> = {}) => {
  const names = header.split(',');
  const values = Object.fromEntries(names.map((name, index) => [name, last.split(',')[index] ?? '']));
  const changed = { ...values, Defect: 'It may fail', 'Build Start': '01/01/2018', ...changes };
  return names.map((name) => Reflect.get(changed, name) as string).join(',');
};
const readRow = (changes: Record<string, string>) => read([header, row(), row(), row(changes)].join('\n'));

test('rows of one make, model and number are one campaign, and fields may contain commas, quotes and line ends', async () => {
  const { campaigns, rows, skippedRows, hash } = await read(recording);
  expect({ rows, skippedRows }).toEqual({ rows: 3, skippedRows: 0 });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(campaigns).toEqual([
    {
      number: 'R/2014/013',
      make: 'MITSUBISHI',
      model: 'ASX',
      launchedOn: '2014-02-18',
      concern: 'ENGINE MAY STALL',
      defect: 'Soot may build up, and the engine may stall.',
      remedy: 'Recall the vehicles',
      affected: 5_359,
      vins: [
        { from: 'JMAXJGA6WBZ400101', until: 'JMAXJGA6WCZ000869' },
        { from: 'JMAXTGA6WCZ000001', until: 'JMAXTGA6WCZ000900' },
      ],
      builds: [
        { from: '2010-04-19', until: '2012-06-27' },
        { from: '2012-07-01', until: '2012-07-31' },
      ],
    },
    expect.objectContaining({
      make: 'CITROEN',
      model: 'C3',
      defect: 'The airbag may not "open"',
      vins: [],
      builds: [],
    }),
  ]);
});

test.each([
  ['a launch in the future', { 'Launch Date': '02/03/2026' }],
  ['a launch that is no day', { 'Launch Date': '31/02/2019' }],
  ['an American day', { 'Launch Date': '06/30/2019' }],
  ['no launch', { 'Launch Date': '' }],
  ['no make', { Make: ' ' }],
  ['no model', { Model: '' }],
  ['no remedy', { Remedy: '' }],
  ['no concern', { Concern: '' }],
  ['no number', { 'Recalls Number': '' }],
  ['an unknown group', { 'Recalls Number': 'RX/2019/100' }],
  ['a number of next year', { 'Recalls Number': 'R/2027/100' }],
  ['built after the launch', { 'Build Start': '02/06/2019' }],
  ['built until before it began', { 'Build End': '31/12/2017' }],
  ['a build day that is none', { 'Build End': 'unknown' }],
  ['a model without end', { Model: 'x'.repeat(300) }],
])('a row with %s is counted and left out', async (_, changes) => {
  const { campaigns, rows, skippedRows } = await readRow(changes);
  expect({ campaigns: campaigns.length, rows, skippedRows }).toEqual({ campaigns: 1, rows: 3, skippedRows: 1 });
});

test('a row without build days is about all vehicles of its campaign', async () => {
  const { campaigns } = await readRow({ 'Build Start': '' });
  expect(campaigns).toMatchObject([{ builds: [] }]);
});

test.each([
  ['an empty file', ''],
  ['a header alone', header],
  ['another header', recording.replace('Recalls Number', 'Recall')],
  ['a page', '<!doctype html><title>Sorry</title>'],
  ['a quote that never ends', `${header}\n"${'x,\n'.repeat(40_000)}`],
  ['rows of which most are broken', [header, row(), row({ Make: '' }), row({ Make: '' })].join('\n')],
])('rejects %s', async (_, text) => {
  await expect(read(text)).rejects.toThrow(/header|CSV|Most rows/);
});

test('no bytes make it throw another error, regardless of how they are chunked', async () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string().map((text) => Buffer.from(`${header}\n${text}`)),
  );
  await fc.assert(
    fc.asyncProperty(noise, fc.integer({ min: 1, max: 50 }), async (bytes, piece) => {
      const whole = Buffer.from(bytes);
      const pieces = Array.from({ length: Math.ceil(whole.length / piece) }, (_, index) =>
        whole.subarray(index * piece, (index + 1) * piece),
      );
      await readRecallsFile(Readable.from(pieces), today).catch((error: unknown) => {
        expect(String(error)).toMatch(/header|CSV|Most rows/);
      });
    }),
    { numRuns: 200 },
  );
});

describe('the adapter', () => {
  let vendor: StubVendor;
  let reports: VendorCallReport[];
  let adapter: ReturnType<typeof createDvsaRecallsAdapter>;
  beforeEach(async () => {
    vendor = await startStubVendor();
    reports = [];
    adapter = createDvsaRecallsAdapter({
      url: `${vendor.url}/documents/RecallsFile.csv`,
      createVendorLimiter: createInMemoryLimiter,
      limits: {
        ...{ backoffMs: 1, ratePerSecond: 1_000, burst: 1_000, maxResponseBytes: 200_000 },
        ...{ headersTimeoutMs: 200, bodyTimeoutMs: 200, totalTimeoutMs: 3_000 },
      },
      onCall: (report) => reports.push(report),
    });
  });
  afterEach(async () => {
    await vendor.close();
    await adapter.close();
  });
  const file =
    (headers: Record<string, string> = {}): StubVendorReply =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(bytesOf(recording));
    };
  const nothing = { etag: null, hash: null };

  test('sends what it knows, and returns that nothing has changed', async () => {
    vendor.play(file({ etag: '"1"' }), rawReply(304, ''), file({ etag: '"2"' }));
    const first = await adapter.read(nothing, today);
    if (first.state !== 'read') throw new Error(first.state);
    expect(first).toMatchObject({ etag: '"1"', rows: 3, skippedRows: 0 });
    expect(first.campaigns).toHaveLength(2);
    expect(await adapter.read({ etag: '"1"', hash: first.hash }, today)).toEqual({ state: 'unchanged' });
    expect(await adapter.read({ etag: '"1"', hash: first.hash }, today)).toEqual({ state: 'unchanged' });
    expect(vendor.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"']);
    expect(vendor.requests[0]?.headers['user-agent']).toContain('Mozilla');
  });

  test.each<[string, StubVendorReply, string, number]>([
    ['a page instead of the file', htmlReply(200), 'unreadable-answer', 1],
    ['a 304 to a request without an etag', rawReply(304, ''), 'unreadable-answer', 1],
    ['a file that is too large', hugeBodyReply(() => undefined), 'unreadable-answer', 1],
    ['the firewall’s refusal', htmlReply(403), 'refused', 1],
    ['a file that has moved', htmlReply(404), 'source-error', 1],
    ['a 503', htmlReply(503), 'source-error', 3],
    ['a 429', rawReply(429, ''), 'rate-limited', 3],
    ['a cut connection', droppedSocketReply, 'source-error', 3],
    ['a hang', hangingReply, 'timeout', 1],
    ['a stalled body', stalledBodyReply, 'timeout', 1],
  ])('%s is reported as such', async (_, reply, reason, attempts) => {
    vendor.play(reply);
    expect(await adapter.read(nothing, today)).toEqual({ state: 'unavailable', reason });
    expect(vendor.requests).toHaveLength(attempts);
    expect(reports).toMatchObject([{ provider: 'DVSA recalls', failure: reason }]);
  });

  test('a truncated file changes nothing', async () => {
    vendor.play((response) => {
      const bytes = bytesOf(recording);
      response.writeHead(200, { 'content-length': String(bytes.length) }).write(bytes.subarray(0, 400));
      setImmediate(() => response.destroy());
    });
    expect(await adapter.read(nothing, today)).toMatchObject({ state: 'unavailable' });
  });

  test('rejects when the caller aborts', async () => {
    vendor.play(hangingReply);
    const caller = new AbortController();
    const answer = adapter.read(nothing, today, caller.signal);
    caller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});

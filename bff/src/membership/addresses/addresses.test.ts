import { postcodeSearchAnswerSchema } from '@ve/contracts/http/membership/addresses';
import {
  jsonReply,
  rawReply,
  readRecordings,
  startStubVendor,
  type StubVendor,
} from '@ve/providers/http/vendor-server.fixture';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const recording = readRecordings(
  new URL('../../../../libs/providers/src/address/recordings/ideal-postcodes.json', import.meta.url),
);
const start = Date.parse('2026-11-21T12:00:00.000Z');
const unavailable = { outcome: 'unavailable', message: 'Address lookup service unavailable' };
const notForNow = {
  outcome: 'unavailable',
  message: 'We cannot search for addresses at the moment. Please enter your address below.',
};

let vendor: StubVendor;
let app: TestApp;
let now: number;
const startApp = (env: Record<string, string> = {}, sharing?: TestApp): Promise<TestApp> =>
  startTestApp(
    { IDEAL_POSTCODES_URL: vendor.url, IDEAL_POSTCODES_API_KEY: 'ak_1', TRUST_PROXY: '1', ...env },
    () => new Date(now),
    sharing ? { sharing } : {},
  );
beforeAll(async () => {
  vendor = await startStubVendor();
});
beforeEach(async () => {
  now = start;
  vendor.requests.length = 0;
  vendor.play(jsonReply(recording('downingStreet')));
  app = await startApp();
});
afterEach(() => app.close());
afterAll(() => vendor.close());

const search = async (
  postcode: string,
  { headers = {}, to = app }: { headers?: Record<string, string>; to?: TestApp } = {},
) => {
  const answer = await fetch(`${to.url}/api/addresses?postcode=${encodeURIComponent(postcode)}`, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};

it('returns the addresses of a postcode in any spelling', async () => {
  const { status, body } = await search(' sw1a2aa ');
  expect([status, body]).toEqual([
    200,
    {
      outcome: 'found',
      addresses: [
        {
          line_1: 'Prime Minister & First Lord Of The Treasury',
          line_2: '10 Downing Street',
          line_3: '',
          post_town: 'LONDON',
          postcode: 'SW1A 2AA',
          formatted_address: 'Prime Minister & First Lord Of The Treasury, 10 Downing Street, LONDON, SW1A 2AA',
        },
      ],
    },
  ]);
  expect(postcodeSearchAnswerSchema.parse(body)).toEqual(body);
});

it.each([
  ['notFound', { outcome: 'none', message: 'Postcode not found' }],
  ['empty', { outcome: 'none', message: 'No addresses found for this postcode' }],
  ['keyNotFound', unavailable],
])('the vendor’s answer %s becomes a message', async (name, body) => {
  vendor.play(jsonReply(recording(name)));
  expect(await search('SW1A 2AA')).toMatchObject({ status: 200, body });
});

it.each([
  ['a 500', rawReply(500, '{}')],
  ['nonsense', rawReply(200, '<html>')],
])('%s of the vendor: the service is unavailable, and called again next time', async (_, reply) => {
  vendor.play(reply);
  expect((await search('SW1A 2AA')).body).toEqual(unavailable);
  vendor.play(jsonReply(recording('downingStreet')));
  expect((await search('SW1A 2AA')).body).toMatchObject({ outcome: 'found' });
});

it.each([
  ['balanceDepleted', 'IdealPostcodes 4020'],
  ['limitReached', 'IdealPostcodes 4021'],
  ['invalidKey', 'IdealPostcodes refused'],
])('%s is shown plainly to the visitor and reported by name to us, once a minute', async (name, errorName) => {
  vendor.play(jsonReply(recording(name)));
  for (let n = 0; n < 3; n += 1) expect(await search('SW1A 2AA')).toMatchObject({ status: 200, body: notForNow });
  const message = 'API key limit reached or invalid';
  expect(await app.data.all('outbox')).toMatchObject([
    {
      jobName: 'error-logs.write',
      payload: { entry: expect.objectContaining({ error_message: message, additional_data: { errorName } }) },
    },
  ]);
  expect(app.logLines.filter((line) => line.includes(message))).toHaveLength(1);
});

it('the same postcode again costs one call, until ten minutes have passed', async () => {
  await Promise.all([search('SW1A 2AA'), search('sw1a2aa'), search('SW1A 2AA')]);
  await search('SW1A 2AA');
  expect(vendor.requests).toHaveLength(1);
  now += 10 * 60_000;
  await search('SW1A 2AA');
  expect(vendor.requests).toHaveLength(2);
  expect(await app.data.all('vendor_daily_usage')).toMatchObject([{ vendor: 'IdealPostcodes', calls: 2 }]);
});

it('one client has thirty searches an hour over all processes, independent of other clients', async () => {
  vendor.play(jsonReply(recording('notFound')));
  const second = await startApp({}, app);
  try {
    const answers = [];
    for (let n = 0; n < 32; n += 1) {
      now += 1_000;
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      answers.push(await search(`LS1 ${n % 10}A${'ABCD'.charAt(n / 10)}`, { headers, to: n % 2 ? app : second }));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers[31]).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(answers[31]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await search('LS2 9ZZ', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(200);
    expect(JSON.stringify(await app.data.all('token_buckets'))).not.toContain('203.0.113.9');
  } finally {
    await second.close();
  }
});

it('the day’s budget ends the calls, but not the sign-up', async () => {
  const own = await startApp({ IDEAL_POSTCODES_CALLS_A_DAY: '1' });
  try {
    expect((await search('SW1A 2AA', { to: own })).body).toMatchObject({ outcome: 'found' });
    expect((await search('SW1A 1AA', { to: own })).body).toEqual(notForNow);
    expect(vendor.requests).toHaveLength(1);
  } finally {
    await own.close();
  }
});

it.each(['', 'SW1A', 'SW1A 2AAA', 'ID1 CLIP', "' or 1=1", 'x'.repeat(500)])(
  'refuses %j without calling the vendor',
  async (postcode) => {
    expect(await search(postcode)).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
    expect(vendor.requests).toEqual([]);
  },
);

it('is refused to the pages of other sites', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(await search('SW1A 2AA', { headers })).toMatchObject({ status: 403, body: { code: 'origin-refused' } });
  expect(vendor.requests).toEqual([]);
});

it('the log contains neither the postcode nor the key', async () => {
  await search('SW1A 2AA');
  expect(app.logLines.join('')).not.toMatch(/SW1A|ak_1/);
});

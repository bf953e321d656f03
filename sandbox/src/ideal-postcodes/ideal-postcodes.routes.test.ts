import { postcodeFoundShape } from '../testing/address-shapes.ts';
import { getNestedValue, startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { createRateLimiter } from './rate-limiter.ts';

let caller: SandboxCaller;
beforeEach(async () => {
  caller = await startSandboxCaller();
});
afterEach(() => caller.close());

test.each(['SW1A 2AA', 'ID1 1QD', 'sw1a1aa', 'M1 1AA', 'LS1 2AB', 'CF10 3AT', 'EH1 1YZ', 'BT1 2NA', 'SW1A 0ZZ'])(
  '%s is returned in the documented format, the same each time',
  async (postcode) => {
    const answer = await caller.postcodes(postcode);
    expect(answer.status).toBe(200);
    expect(postcodeFoundShape(answer.body, postcode)).toEqual([]);
    expect((await caller.postcodes(postcode)).body).toEqual(answer.body);
  },
);

test('SW1A 2AA is the vendor’s sample', async () => {
  const { body } = await caller.postcodes('SW1A 2AA');
  expect(body).toMatchObject({
    result: [
      {
        postcode: 'SW1A 2AA',
        post_town: 'LONDON',
        thoroughfare: 'Downing Street',
        building_number: '10',
        organisation_name: 'Prime Minister & First Lord Of The Treasury',
        udprn: 23747771,
        line_1: 'Prime Minister & First Lord Of The Treasury',
        line_2: '10 Downing Street',
        line_3: '',
        premise: '10',
        uprn: '100023336956',
      },
    ],
    code: 2000,
    message: 'Success',
    limit: 100,
    page: 0,
    total: 1,
  });
});

test('every address of a postcode is different', async () => {
  for (const postcode of ['M1 1AA', 'LS1 2AB', 'EH1 1YZ', 'CF10 3AT']) {
    const { body } = await caller.postcodes(postcode);
    const lines = (getNestedValue(body, 'result') as object[]).map((each) =>
      [getNestedValue(each, 'line_1'), getNestedValue(each, 'line_2')].join(),
    );
    expect([postcode, new Set(lines).size]).toEqual([postcode, lines.length]);
  }
});

test('a page beyond the last is empty, and a filter returns only the named fields', async () => {
  expect((await caller.postcodes('SW1A 2AA', '&page=1')).body).toMatchObject({ result: [], page: 1, total: 1 });
  expect(getNestedValue((await caller.postcodes('SW1A 2AA', '&filter=line_1,udprn')).body, 'result')).toEqual([
    { line_1: 'Prime Minister & First Lord Of The Treasury', udprn: 23747771 },
  ]);
});

test.each([
  ['ID1 KFA', 404, { code: 4040, message: 'Postcode Not Found', suggestions: ['ID1 1QD'] }],
  ['id1clip', 402, { code: 4020, message: expect.stringMatching(/^Key balance depleted\. .*#4020$/) }],
  ['ID1 CHOP', 402, { code: 4021, message: expect.stringMatching(/^Lookup Limit Reached\. .*#4021$/) }],
  ['ZE1 0AA', 404, { code: 4040, suggestions: ['SW1A 0AA', 'M1 0AA', 'LS1 0AA', 'CF10 0AA', 'EH1 0AA'] }],
  ['not a postcode', 404, { code: 4040, suggestions: [] }],
])('%s returns %d', async (postcode, status, body) => {
  const answer = await caller.postcodes(postcode);
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(body)]);
});

test('the key is accepted in the query or the header, and no other key is', async () => {
  const path = '/ideal-postcodes/v1/postcodes/SW1A2AA';
  const withHeader = (authorization: string) => caller.call(path, { headers: { authorization } });
  expect((await withHeader('api_key="sandbox-postcodes-key"')).status).toBe(200);
  const refused = [await caller.call(path), await caller.call(`${path}?api_key=ak_x`), await withHeader('api_key="x"')];
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([401, { code: 4010, message: expect.stringMatching(/^Invalid Key\. .*#4010$/) }]);
  }
});

test.each([
  ['forbidden', 401, 4010],
  ['rate-limit', 402, 4021],
  ['not-found', 404, 4040],
  ['error-500', 500, undefined],
  ['error-503', 503, undefined],
  ['bad-request', 400, undefined],
])('the fault %s, for one postcode, returns %d', async (mode, status, code) => {
  await caller.put('/control/faults/ideal-postcodes', { mode, registration: 'ls1 2ab' });
  const answer = await caller.postcodes('LS1 2AB');
  expect([answer.status, getNestedValue(answer.body, 'code')]).toEqual([status, code]);
  expect((await caller.postcodes('LS1 3AB')).status).toBe(200);
});

test('the thirty-first request in a second returns 503', () => {
  let at = 0;
  const tooMany = createRateLimiter(30, () => at);
  expect(Array.from({ length: 30 }, () => tooMany('10.0.0.1'))).not.toContain(true);
  expect([tooMany('10.0.0.1'), tooMany('10.0.0.2')]).toEqual([true, false]);
  at = 1_000;
  expect(tooMany('10.0.0.1')).toBe(false);
});

test('reports whether a key is available, without another key', async () => {
  const ask = async (key: string) => {
    const answer = await fetch(`${caller.url}/ideal-postcodes/v1/keys/${key}`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await ask('sandbox-postcodes-key')).toMatchObject({ status: 200, body: { result: { available: true } } });
  expect(await ask('another')).toMatchObject({ status: 404, body: { code: 4042 } });
});

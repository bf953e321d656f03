import { formattedAddressSchema } from '@ve/contracts/address';
import fc from 'fast-check';
import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { jsonReply, readRecordings, startStubVendor } from '../http/vendor-server.fixture.ts';
import { createIdealPostcodesAdapter } from './ideal-postcodes.adapter.ts';
import { readIdealPostcodesAnswer } from './ideal-postcodes.answer.ts';

const recording = readRecordings(new URL('./recordings/ideal-postcodes.json', import.meta.url));
const readBody = (postcode: string, body: unknown, status = 200) =>
  readIdealPostcodesAnswer(postcode, { status, json: body, retryAfterMs: null });
const read = (postcode: string, name: string) => readBody(postcode, recording(name).body, recording(name).status);
const first = (changes: object) => {
  const { result } = recording('downingStreet').body as { result: object[] };
  return { code: 2000, result: [{ ...result[0], ...changes }] };
};

test('the documented sample is parsed and formatted on one line', () => {
  expect(read('SW1A 2AA', 'downingStreet')).toEqual({
    result: {
      state: 'found',
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
      at: { latitude: 51.503541, longitude: -0.12767 },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test('a postcode without addresses is found and empty', () => {
  expect(read('SW1A 0ZZ', 'empty').result).toEqual({ state: 'found', addresses: [], at: null });
});

test('a postcode has the place of its first address with valid coordinates', () => {
  const { result } = recording('downingStreet').body as { result: object[] };
  const withoutPlace = [{ latitude: 0, longitude: 0 }, { latitude: null }, { longitude: '51' }].map((changes) => ({
    ...result[0],
    ...changes,
  }));
  const at = { latitude: 51.503541, longitude: -0.12767 };
  expect(readBody('SW1A 2AA', { code: 2000, result: [...withoutPlace, ...result] }).result).toMatchObject({ at });
  expect(readBody('SW1A 2AA', { code: 2000, result: withoutPlace }).result).toMatchObject({ at: null });
});

test.each([
  ['notFound', { state: 'postcode-not-found' }],
  ['keyNotFound', { state: 'unavailable', reason: 'source-error' }],
  ['invalidKey', { state: 'unavailable', reason: 'refused' }],
  ['urlNotAllowed', { state: 'unavailable', reason: 'refused' }],
  ['balanceDepleted', { state: 'limit-reached', code: 4020 }],
  ['limitReached', { state: 'limit-reached', code: 4021 }],
  ['tooManyRequests', { state: 'unavailable', reason: 'source-error' }],
])('the error %s is mapped as documented', (name, answer) => {
  expect(read('SW1A 2AA', name).result).toEqual(answer);
});

test('a 402 is our limit regardless of its body; a gateway’s 404 is not an unknown postcode', () => {
  expect(readBody('SW1A 2AA', undefined, 402).result).toEqual({ state: 'limit-reached', code: 402 });
  expect(readBody('SW1A 2AA', { message: 'Not Found' }, 404).result).toMatchObject({ reason: 'source-error' });
});

test('an unusable address is left out with a note, and the others are kept', () => {
  const { result } = recording('downingStreet').body as { result: object[] };
  const body = { code: 2000, result: [{ ...result[0], line_1: 'Bcc:\r\nall' }, ...result] };
  const { result: answer, notes } = readBody('SW1A 2AA', body);
  expect(answer).toMatchObject({ state: 'found', addresses: [{ line_2: '10 Downing Street' }] });
  expect(notes).toEqual(['result: an address that cannot be used']);
});

test.each([
  ['only unusable addresses', first({ line_1: ' ' })],
  ['a line that is too long', first({ line_2: 'x'.repeat(201) })],
  ['a number for a line', first({ line_1: 10 })],
  ['no post town', first({ post_town: undefined })],
  ['another postcode', first({ postcode: 'SW1A 2AB' })],
  ['another code', { ...first({}), code: 4040 }],
])('%s: the response is unreadable', (_, body) => {
  expect(readBody('SW1A 2AA', body)).toMatchObject({ result: { reason: 'unreadable-answer' }, fault: true });
});

test('no JSON throws, and every found answer has the shape of the contract', () => {
  const parts = fc.record({
    line_1: fc.oneof(fc.string(), fc.constant('10 Downing Street'), fc.jsonValue()),
    line_2: fc.string({ unit: 'binary' }),
    line_3: fc.constantFrom('', '\u202e', 'Flat\u0000'),
    post_town: fc.constantFrom('LONDON', ' ', '\n'),
    postcode: fc.constantFrom('SW1A 2AA', 'sw1a2aa'),
  });
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ code: fc.constant(2000), result: fc.array(parts, { maxLength: 4 }) }),
  );
  let found = 0;
  fc.assert(
    fc.property(body, (value) => {
      const { result: answer } = readBody('SW1A 2AA', value);
      if (answer.state !== 'found') return;
      for (const address of answer.addresses) expect(formattedAddressSchema.parse(address)).toEqual(address);
      found += answer.addresses.length;
    }),
    { numRuns: 1_000 },
  );
  expect(found).toBeGreaterThan(20);
});

test('the key is sent in a header only, and the postcode in the path without its space', async () => {
  const vendor = await startStubVendor();
  const adapter = createIdealPostcodesAdapter({
    url: `${vendor.url}/ideal-postcodes/`,
    apiKey: 'ak_1',
    createVendorLimiter: createInMemoryLimiter,
  });
  vendor.play(jsonReply(recording('downingStreet')));
  expect(await adapter.find('SW1A 2AA')).toMatchObject({ state: 'found' });
  expect(vendor.requests).toMatchObject([
    { method: 'GET', path: '/ideal-postcodes/v1/postcodes/SW1A2AA', headers: { authorization: 'api_key="ak_1"' } },
  ]);
  await adapter.close();
  await vendor.close();
});

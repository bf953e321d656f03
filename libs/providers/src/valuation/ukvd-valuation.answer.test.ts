import { createInMemoryLimiter } from '../http/vendor-limiter.fixture.ts';
import { jsonReply, readRecordings, startStubVendor } from '../http/vendor-server.fixture.ts';
import { createUkvdValuationAdapter } from './ukvd-valuation.adapter.ts';
import { readUkvdValuation } from './ukvd-valuation.answer.ts';

const recording = readRecordings(new URL('./recordings/ukvd-valuation.json', import.meta.url));

function read(name: string) {
  const { Response } = recording(name).body as { Response: { DataItems: unknown } };
  return readUkvdValuation('KM12AKK', Response.DataItems);
}

const noPrices = {
  onTheRoad: null,
  dealerForecourt: null,
  tradeRetail: null,
  privateClean: null,
  privateAverage: null,
  partExchange: null,
  auction: null,
  tradeAverage: null,
  tradePoor: null,
};

test('every price is in pence', () => {
  expect(read('valued')).toEqual({
    result: {
      state: 'found',
      data: {
        miles: 86_500,
        vehicle: 'BMW 3 SERIES 320D EFFICIENTDYNAMICS [DIESEL / Manual]',
        plateYear: '2012/12',
        valuedOn: '2026-11-21',
        onTheRoad: 2_808_000,
        dealerForecourt: 595_000,
        tradeRetail: 547_500,
        privateClean: 518_000,
        privateAverage: 482_000,
        partExchange: 464_000,
        auction: 428_500,
        tradeAverage: 404_500,
        tradePoor: 333_000,
      },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test('a response of nulls is found without a price', () => {
  const nothing = { miles: null, vehicle: null, plateYear: null, valuedOn: null, ...noPrices };
  expect(read('allNull')).toMatchObject({ result: { state: 'found', data: nothing }, notes: [] });
});

test('pounds are parsed from strings and numbers, with pence, sign and commas; zero is no price', () => {
  const { result, notes } = readUkvdValuation('KM12AKK', {
    Mileage: 0,
    PlateYear: 2012,
    ValuationList: {
      OTR: '28,080',
      DealerForecourt: 5950.5,
      PrivateClean: '£5,180.99',
      PrivateAverage: '0',
      Auction: '-1',
      TradePoor: 'POA',
    },
  });
  expect(result).toMatchObject({
    data: {
      ...noPrices,
      miles: 0,
      plateYear: '2012',
      onTheRoad: 2_808_000,
      dealerForecourt: 595_050,
      privateClean: 518_099,
    },
  });
  expect(notes).toEqual(['ValuationList.Auction: unreadable', 'ValuationList.TradePoor: unreadable']);
});

test.each([
  ['no data', null],
  ['another package', { Vrm: 'KM12AKK', WrittenOff: false }],
  ['another vehicle', { Vrm: 'KM12AKJ', ValuationList: {} }],
  ['a list of another shape', { ValuationList: ['5950'] }],
  ['nothing readable', { ValuationList: { Auction: 'x' } }],
])('rejects %s', (_name, items) => {
  expect(readUkvdValuation('KM12AKK', items).result).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
});

test.each([
  [86_500.4, '&key_mileage=86500'],
  [0, '&key_mileage=0'],
  [null, ''],
  [-1, ''],
  [Number.NaN, ''],
])('at %p miles the call ends in %j', async (miles, end) => {
  const vendor = await startStubVendor();
  const adapter = createUkvdValuationAdapter({
    createVendorLimiter: createInMemoryLimiter,
    url: vendor.url,
    apiKey: 'k',
  });
  vendor.play(jsonReply(recording('valued')));
  expect(await adapter.find('KM12AKK', miles)).toMatchObject({ state: 'found' });
  expect(vendor.requests.map(({ path }) => path)).toEqual([
    `/api/datapackage/ValuationData?v=2&api_nullitems=1&auth_apikey=k&key_VRM=KM12AKK${end}`,
  ]);
  await adapter.close();
  await vendor.close();
});

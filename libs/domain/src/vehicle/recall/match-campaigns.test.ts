import fc from 'fast-check';
import { arbitraryVehicleRecord } from '../../testing/any-vehicle.ts';
import type { RecallCampaign } from './campaign.ts';
import { canonicalMake, matchesCampaignModel } from './make-and-model.ts';
import { matchRecallCampaigns, type RecallMatchCar, recallMatchCarOf } from './match-campaigns.ts';

const campaign: RecallCampaign = {
  number: 'R/2019/100',
  make: 'FIAT',
  model: '500',
  launchedOn: '2019-06-01',
  concern: 'The airbag may not open',
  defect: 'A connector may come loose',
  remedy: 'Replace the connector',
  affected: 100,
  vins: [],
  builds: [{ from: '2017-01-01', until: '2018-12-31' }],
};
const car: RecallMatchCar = {
  make: 'FIAT',
  models: ['500 LOUNGE'],
  built: { from: '2018-03-01', until: '2018-03-01' },
  vin: null,
};
const applies = (ofCampaign: Partial<RecallCampaign>, ofCar: Partial<RecallMatchCar> = {}) =>
  matchRecallCampaigns([{ ...campaign, ...ofCampaign }], { ...car, ...ofCar }).length === 1;

test.each([
  ['500', '500', true],
  ['500', '500 LOUNGE', true],
  ['500', '500X', false],
  ['500', '500 X CROSS PLUS', false],
  ['500', '500L', false],
  ['500X', '500', false],
  ['500X', '500 X', true],
  ['500, 500C, 500X', '500C', true],
  ['FOCUS', 'FOCUS ZETEC TDCI', true],
  ['FOCUS DIESEL', 'FOCUS ZETEC', true],
  ['FOCUS RS', 'FOCUS ZETEC', false],
  ['C-MAX', 'C MAX TITANIUM', true],
  ['C-MAX', 'GRAND C-MAX', false],
  ['X-TRAIL', 'XTRAIL ACENTA', true],
  ['A4/A5 AND Q5', 'A5 SPORTBACK', true],
  ['A4/A5 AND Q5', 'Q50', false],
  ['A3', 'A3 S LINE TDI', true],
  ['Mégane', 'MEGANE DYNAMIQUE', true],
  ['ALL MODELS', 'PANDA', true],
  ['DIESEL', 'FOCUS', false],
  ['', 'FOCUS', false],
  ['FOCUS', '', false],
])('a campaign for %p and a car that is a %p: %p', (ofCampaign, ofCar, expected) => {
  expect(matchesCampaignModel(ofCampaign, ofCar)).toBe(expected);
});

test.each([
  ['Mercedes Benz', 'MERCEDES-BENZ'],
  ['VW', 'VOLKSWAGEN'],
  [' citroën ', 'CITROEN'],
  ['KIA', 'KIA'],
])('the make %p is %p', (written, make) => {
  expect(canonicalMake(written)).toBe(make);
});

test.each<[string, boolean, Partial<RecallCampaign>, Partial<RecallMatchCar>]>([
  ['made within the range', true, {}, {}],
  ['made on its first day', true, {}, { built: { from: '2017-01-01', until: '2017-01-01' } }],
  ['made on its last day', true, {}, { built: { from: '2018-12-31', until: '2018-12-31' } }],
  ['made the day after', false, {}, { built: { from: '2019-01-01', until: '2019-01-01' } }],
  ['perhaps made within it', true, {}, { built: { from: '2018-06-01', until: '2019-06-01' } }],
  ['of an open range', true, { builds: [{ from: '2017-01-01', until: null }] }, {}],
  [
    'of the second of two ranges',
    true,
    { builds: [{ from: '2010-01-01', until: '2011-01-01' }, ...campaign.builds] },
    {},
  ],
  ['without ranges, launched later', true, { builds: [] }, {}],
  ['launched before it was made', false, { builds: [], launchedOn: '2018-02-28' }, {}],
  ['of another make', false, { make: 'ABARTH' }, {}],
  ['of a part that may be on any car', false, { number: 'RCOMP/2019/100' }, {}],
  ['of another spelling of the make', true, { make: 'VW' }, { make: 'VOLKSWAGEN' }],
])('a campaign %s: %p', (_, expected, ofCampaign, ofCar) => {
  expect(applies(ofCampaign, ofCar)).toBe(expected);
});

const vins = [{ from: 'ZFA31200003700000', until: 'ZFA31200003799999' }];
test.each([
  ['in the range', 'ZFA31200003750000', vins, true],
  ['outside of it', 'ZFA31200003800000', vins, false],
  ['of another factory', 'ZFB31200003800000', vins, true],
  ['of which only the last five are known', '50000', vins, true],
  ['against a range that is cut short', 'ZFA31200003800000', [{ from: '3700000', until: '3799999' }], true],
  ['against an open range', 'ZFA31200003800000', [{ from: 'ZFA31200003700000', until: null }], true],
])('a VIN %s', (_, vin, ranges, expected) => {
  expect(applies({ vins: ranges }, { vin })).toBe(expected);
});

test('the latest campaign comes first', () => {
  const [older, newer] = [campaign, { ...campaign, number: 'R/2021/007', launchedOn: '2021-02-01' }];
  expect(matchRecallCampaigns([older, newer], car).map(({ number }) => number)).toEqual(['R/2021/007', 'R/2019/100']);
});

test('no campaign of another make or for parts matches any vehicle, and none throws', () => {
  const others = [
    { ...campaign, number: 'RTW/2019/1' },
    { ...campaign, make: 'A MAKE THAT NOBODY HAS', builds: [] },
  ];
  let matchable = 0;
  fc.assert(
    fc.property(arbitraryVehicleRecord, (record) => {
      const found = recallMatchCarOf(record);
      if (found === null) return;
      matchable += 1;
      expect(matchRecallCampaigns(others, found)).toEqual([]);
      const own = { ...campaign, make: found.make, model: 'ALL', builds: [], launchedOn: '9999-12-31' };
      expect(matchRecallCampaigns([own], found)).toEqual([own]);
    }),
    { numRuns: 200 },
  );
  expect(matchable).toBeGreaterThan(20);
});

import { detectNewRecallCampaigns } from './compare-recall-campaigns.ts';
import { detectCheapestPetrolDrop } from './compare-petrol.ts';

test('a new campaign is reported once, as one that may apply, and none by the first check', () => {
  const first = detectNewRecallCampaigns(null, ['R/2019/341']);
  expect(first.events).toEqual([]);
  const second = detectNewRecallCampaigns(first.known, ['R/2027/011', 'R/2019/341']);
  expect(second.events).toEqual([{ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2027/011'] }]);
  // The campaign is missing from one file and returns in the next.
  const third = detectNewRecallCampaigns(second.known, ['R/2019/341']);
  expect(detectNewRecallCampaigns(third.known, ['R/2027/011', 'R/2019/341']).events).toEqual([]);
});

test('a fallen petrol price is reported with station and distance', () => {
  const cheapest = { postcode: 'SW1A 2AA', fuel: 'E10', tenths: 1_400, station: 'KESTREL', milesTenths: 12 } as const;
  const now = new Date('2026-03-10T12:00:00.000Z');
  const first = detectCheapestPetrolDrop(null, cheapest, now);
  expect(first.events).toEqual([]);
  expect(detectCheapestPetrolDrop(first.known, { ...cheapest, tenths: 1_369 }, now).events).toEqual([
    { kind: 'petrol', fuel: 'E10', pencePerLitreTenths: 1_369, station: 'KESTREL', milesTenths: 12 },
  ]);
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { tryCountVendorCall } from './vendor-daily-usage.repository.ts';
import { addVendorCallCounts, findVendorStatuses } from './vendor-call-count.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'vendor_call_counts', 'vendor_daily_usage'));

const em = () => db.orm.em.fork();
const now = new Date('2026-03-01T10:00:30.000Z');
const minute = (ago: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') - ago * 60_000);
const nothing = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };
const add = (vendor: string, ago: number, counts: Partial<typeof nothing>) =>
  addVendorCallCounts(em(), [{ vendor, minute: minute(ago), ...nothing, ...counts }]);

it('adds the counts of all processes, over the last hour and the last day', async () => {
  await Promise.all([1, 2, 3].map(() => add('DVLA', 0, { calls: 4, errors: 1, limited: 2 })));
  await add('DVLA', 90, { calls: 10, errors: 10, refusedByBreaker: 5 });
  await add('DVLA', 25 * 60, { calls: 1_000 });
  expect(await findVendorStatuses(em(), now)).toEqual([
    {
      vendor: 'DVLA',
      hour: { calls: 12, errors: 3, limited: 6, refusedByBreaker: 0 },
      day: { calls: 22, errors: 13, limited: 6, refusedByBreaker: 5 },
      answeredAt: minute(0),
      failedAt: minute(0),
      refusedByBreakerAt: minute(90),
      today: null,
    },
  ]);
});

it('shows the daily budget as of the last call, also without calls by the minute', async () => {
  await tryCountVendorCall(em(), { vendor: 'DVSA', budget: { calls: 100, pence: null, pencePerCall: 0 } }, now);
  await tryCountVendorCall(em(), { vendor: 'DVSA', budget: { calls: 50, pence: 900, pencePerCall: 20 } }, now);
  expect(await findVendorStatuses(em(), now)).toEqual([
    {
      vendor: 'DVSA',
      hour: nothing,
      day: nothing,
      answeredAt: null,
      failedAt: null,
      refusedByBreakerAt: null,
      today: { calls: 2, pence: 20, callsLimit: 50, penceLimit: 900 },
    },
  ]);
});

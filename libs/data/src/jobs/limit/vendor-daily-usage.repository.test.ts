import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { findVendorDailyUsage } from '../../testing/vendor-usage.ts';
import { tryCountVendorCall, undoVendorCallCount } from './vendor-daily-usage.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'vendor_daily_usage'));

const noon = new Date('2026-07-01T12:00:00.000Z');
const count = (budget: { calls?: number; pence?: number; pencePerCall?: number }, now = noon, vendor = 'UKVD') =>
  tryCountVendorCall(
    db.orm.em.fork(),
    { vendor, budget: { calls: null, pence: null, pencePerCall: 0, ...budget } },
    now,
  );

describe("a vendor's budget of a day", () => {
  it('is unlimited when none is configured, and calls are still counted', async () => {
    expect(await count({ pencePerCall: 15 })).toBe(true);
    expect(await count({ pencePerCall: 15 })).toBe(true);
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD', noon)).toEqual({ calls: 2, pence: 30 });
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'DVSA', noon)).toEqual({ calls: 0, pence: 0 });
  });

  it('is not exceeded by fifty concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => count({ calls: 7 })));
    expect(answers.filter(Boolean)).toHaveLength(7);
    expect(await count({ calls: 7 }, noon, 'DVSA')).toBe(true);
  });

  it('refuses a call that it does not fully cover', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => count({ pence: 100, pencePerCall: 15 })));
    expect(answers.filter(Boolean)).toHaveLength(6);
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD', noon)).toEqual({ calls: 6, pence: 90 });
  });

  it.each([{ calls: 0 }, { pence: 14, pencePerCall: 15 }])('of zero allows nothing: %p', async (budget) => {
    expect(await count(budget)).toBe(false);
  });

  it('is restored for calls that were not charged, on their own day, and never below zero', async () => {
    const refundAttempt = (countedAt: Date) =>
      undoVendorCallCount(db.orm.em.fork(), {
        vendor: 'UKVD',
        budget: { calls: null, pence: null, pencePerCall: 15 },
        countedAt,
      });
    const nextDay = new Date('2026-07-02T12:00:00.000Z');
    for (const day of [noon, nextDay]) for (let n = 0; n < 3; n += 1) await count({ pencePerCall: 15 }, day);
    await Promise.all([noon, noon, noon, noon, noon, nextDay].map(refundAttempt));
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD', noon)).toEqual({ calls: 0, pence: 0 });
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD', nextDay)).toEqual({ calls: 2, pence: 30 });
  });

  it('resets at midnight in London', async () => {
    const lastMinute = new Date('2026-07-01T22:59:00.000Z');
    const midnight = new Date('2026-07-01T23:00:00.000Z');
    expect(await count({ calls: 1 }, lastMinute)).toBe(true);
    expect(await count({ calls: 1 }, lastMinute)).toBe(false);
    expect(await count({ calls: 1 }, midnight)).toBe(true);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectDatabase } from '@ve/data/kernel/database';
import { createVendorLimiterFactory } from '@ve/data/jobs/limit/vendor-limiter-factory';
import { findVendorDailyUsage } from '@ve/data/testing/vendor-usage';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { Closable } from '@ve/providers/http/adapter-options';
import type { ProviderLimits } from '@ve/providers/http/provider-limits';
import { rawReply, startStubVendor, type StubVendor } from '@ve/providers/http/vendor-server.fixture';
import { createUkvdSpecificationAdapter } from '@ve/providers/specification/ukvd.adapter';
import { createUkvdVdiAdapter } from '@ve/providers/vdi-check/ukvd-vdi.adapter';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import { waitUntil } from '../testing/wait-until.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let other: Awaited<ReturnType<typeof connectDatabase>>;
let vendor: StubVendor;
let arrivals: number[];
beforeAll(async () => {
  db = await openTestDatabase();
  other = await connectDatabase({ url: db.url, poolSize: 8 });
});
afterAll(async () => {
  await other.close(true);
  await db.close();
});
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'token_buckets', 'vendor_daily_usage');
  vendor = await startStubVendor();
  arrivals = [];
  vendor.play((response, request) => {
    arrivals.push(performance.now());
    rawReply(200, '{"registrationNumber":"AA19AAA"}')(response, request);
  });
});
const adapters: Closable[] = [];
afterEach(async () => {
  await Promise.all(adapters.splice(0).map((adapter) => adapter.close()));
  await vendor.close();
});

/** Two adapters, each with its own connections to the same database, like two processes. */
const two = (
  limits: Partial<ProviderLimits> = {},
  budget: { calls?: number; pence?: number; pencePerCall?: number } = {},
) => {
  const budgets = { DVLA: { calls: null, pence: null, pencePerCall: 4, ...budget } };
  const made = [db.orm, other].map((orm) =>
    createDvlaAdapter({
      url: vendor.url,
      apiKey: 'k',
      limits: { concurrency: 64, queue: 64, ...limits },
      createVendorLimiter: createVendorLimiterFactory({ em: () => orm.em.fork(), now: () => new Date(), budgets }),
    }),
  );
  adapters.push(...made);
  return made;
};
const ask = (made: ReturnType<typeof two>, times: number) =>
  Promise.all(Array.from({ length: times }, (_, n) => made[n % 2]!.find('AA19AAA')));

describe('two products of one vendor', () => {
  const products = (limits: Partial<ProviderLimits> = {}) => {
    const options = {
      url: vendor.url,
      apiKey: 'k',
      limits,
      createVendorLimiter: createVendorLimiterFactory({
        em: () => db.orm.em.fork(),
        now: () => new Date(),
        budgets: {
          UKVD: { calls: 100, pence: null, pencePerCall: 15 },
          'UKVD VdiCheckFull': { calls: null, pence: 600, pencePerCall: 300 },
        },
      }),
    };
    const made = { data: createUkvdSpecificationAdapter(options), checks: createUkvdVdiAdapter(options) };
    adapters.push(made.data, made.checks);
    return made;
  };

  it('have separate budgets', async () => {
    vendor.play(rawReply(200, '{"Response":{"StatusCode":"ItemNotFound"}}'));
    const { data, checks } = products();
    for (let n = 0; n < 2; n += 1) expect(await checks.find('AA19AAA')).toEqual({ state: 'not-held' });
    const spent = { state: 'unavailable', reason: 'budget-spent', charged: 'no' };
    expect(await checks.find('AA19AAA')).toEqual(spent);
    expect(await data.find('AA19AAA')).toEqual({ state: 'not-held' });
    expect(vendor.requests).toHaveLength(3);
    const em = db.orm.em.fork();
    expect(await findVendorDailyUsage(em, 'UKVD VdiCheckFull', new Date())).toEqual({ calls: 2, pence: 600 });
    expect(await findVendorDailyUsage(em, 'UKVD', new Date())).toEqual({ calls: 1, pence: 15 });
  });

  it('share its rate limit, and its pause', async () => {
    vendor.play(rawReply(429, '{}', { 'retry-after': '30' }));
    const { data, checks } = products();
    await data.find('AA19AAA');
    const answer = await checks.find('AA19AAA');
    expect(answer).toMatchObject({ state: 'unavailable', reason: 'rate-limited', charged: 'no' });
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('a vendor without a budget or a price', () => {
  it('is called without waiting for the count, which still includes the call', async () => {
    const made = two({}, { pencePerCall: 0 });
    await ask(made, 1);
    const counted = () => findVendorDailyUsage(db.orm.em.fork(), 'DVLA', new Date());
    await waitUntil('it is counted', async () => (await counted()).calls === 1);
    await db.orm.em.fork().transactional(async (em) => {
      await em.execute(`select from vendor_daily_usage where vendor = 'DVLA' for update`);
      expect(await ask(made, 1)).toMatchObject([{ state: 'found' }]);
    });
    await waitUntil('both are counted', async () => (await counted()).calls === 2);
  });
});

describe('two processes and one vendor', () => {
  it('stay within its rate limit together', async () => {
    const answers = await ask(two({ ratePerSecond: 40, burst: 5 }), 85);
    expect(answers.filter(({ state }) => state === 'found')).toHaveLength(85);
    for (const [index, at] of arrivals.entries()) {
      const withinASecond = arrivals.slice(index).filter((later) => later < at + 1_000).length;
      // Five at once and forty a second, with jitter from a slow machine; unshared limits would allow ninety.
      expect(withinASecond).toBeLessThanOrEqual(60);
    }
    // Two seconds minus the first call's delay on a slow machine; with separate limits it would be one.
    expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(1_500);
  });

  it('pause together when one of them is rate-limited', async () => {
    vendor.play(rawReply(429, '{}', { 'retry-after': '30' }));
    const [first, second] = two();
    await first!.find('AA19AAA');
    const answer = await second!.find('AA19AAA');
    expect(answer).toMatchObject({ state: 'unavailable', reason: 'rate-limited' });
    expect(answer.state === 'unavailable' && answer.retryAfterMs).toBeGreaterThan(25_000);
    expect(vendor.requests).toHaveLength(1);
  });

  it('get back the budget of look-ups that were certainly not charged', async () => {
    const budgets = { 'UKVD VdiCheckFull': { calls: null, pence: 600, pencePerCall: 300 } };
    const made = [db.orm, other].map((orm) =>
      createUkvdVdiAdapter({
        url: vendor.url,
        apiKey: 'k',
        createVendorLimiter: createVendorLimiterFactory({ em: () => orm.em.fork(), now: () => new Date(), budgets }),
      }),
    );
    adapters.push(...made);
    vendor.play(rawReply(200, '{"Response":{"StatusCode":"InformationNotAvailable"}}'));
    for (let n = 0; n < 6; n += 1) expect(await made[n % 2]!.find('AA19AAA')).toMatchObject({ reason: 'restricted' });
    vendor.play(rawReply(503, '{}'));
    for (const each of made) expect(await each.find('AA19AAA')).toMatchObject({ reason: 'source-error' });
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD VdiCheckFull', new Date())).toEqual({
      calls: 0,
      pence: 0,
    });
    vendor.play(rawReply(500, '{}'));
    for (const each of made) expect(await each.find('AA19AAA')).toMatchObject({ charged: 'unknown' });
    expect(await made[0]!.find('AA19AAA')).toMatchObject({ reason: 'budget-spent' });
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'UKVD VdiCheckFull', new Date())).toEqual({
      calls: 2,
      pence: 600,
    });
  });

  it.each([
    ['calls', { calls: 3 }],
    ['money', { pence: 15 }],
  ])('share one daily budget of %s, and report when it is used up', async (_, budget) => {
    const made = two({}, budget);
    const answers = await ask(made, 10);
    expect(answers.filter(({ state }) => state === 'found')).toHaveLength(3);
    expect(answers.filter(({ state }) => state === 'unavailable')).toEqual(
      Array(7).fill({ state: 'unavailable', reason: 'budget-spent' }),
    );
    expect(vendor.requests).toHaveLength(3);
    expect(await findVendorDailyUsage(db.orm.em.fork(), 'DVLA', new Date())).toEqual({ calls: 3, pence: 12 });
  });
});

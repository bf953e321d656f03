import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { clearTables } from '@ve/data/testing/clear-tables';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { createJobHandlers } from '@ve/workers/handlers';
import { startBff } from '@ve/workers/testing/bff-process';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { scriptedMail } from '@ve/workers/testing/scripted-mail';
import { paymentsThatThrow } from '@ve/workers/testing/scripted-payments';
import { scriptedPaidSources } from '@ve/workers/testing/scripted-registers';
import { scriptedSources } from '@ve/workers/testing/scripted-sources';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { scriptedTexts } from '@ve/workers/testing/scripted-texts';

/**
 * The slowest vendor serves twenty requests a second and a response is promised within two seconds: forty live fetches,
 * thirty-two of them for visitors.
 */
const everyMs = 50;
const depth = { VEHICLE_FETCHES_PER_SECOND: '20', VEHICLE_FETCH_SECONDS: '2' };
const floodOf = 500;
const ownPage = { 'sec-fetch-site': 'same-origin', ...firstPartyHeaders };

let harness: QueueHarness;
let bff: Awaited<ReturnType<typeof startBff>> | undefined;
beforeAll(async () => {
  harness = await openQueueHarness({ name: 'Postgres', queueUrl: undefined });
  bff = await startBff({ DATABASE_URL: harness.url, RATE_LIMIT_PER_MINUTE: '100000', ...depth });
}, 60_000);
beforeEach(async () => {
  await clearTables(harness.orm.em.fork(), 'vehicle_fetches', 'outbox');
  let next = 0;
  const respondAtRate = async (): Promise<VehicleAnswer<never>> => {
    next = Math.max(next + everyMs, performance.now());
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    return { state: 'not-held' };
  };
  const { sources } = scriptedSources({ licensing: respondAtRate });
  await harness.startHere(
    createJobHandlers({
      ...scriptedTexts(),
      sources,
      ...scriptedPaidSources(),
      payments: paymentsThatThrow,
      queues: harness.queues,
      ...scriptedMail(),
    }),
  );
});
afterEach(() => harness.stopAll());
afterAll(async () => {
  await bff?.close();
  await harness.close();
});

const letters = 'ABCDEFGHJKLMNOPRSTUVWXY';
const registrationOf = (area: string, number: number) =>
  `${area}17A${letters[Math.floor(number / letters.length)]}${letters[number % letters.length]}`;

const count = async (where: string): Promise<number> => {
  const [row] = await harness.orm.em
    .fork()
    .execute<{ count: number }[]>(`select count(*)::int as count from vehicle_fetches where ${where}`);
  return row?.count ?? 0;
};

/** Requests `floodOf` vehicles, fifty concurrently, while a visitor looks up one after another. */
const flood = async (clientOf: (number: number) => string) => {
  const statuses: number[] = [];
  const visitor: number[] = [];
  let maxLive = 0;
  let next = 0;
  const attack = async (): Promise<void> => {
    for (let number = next++; number < floodOf; number = next++) {
      const answer = await fetch(`${bff?.url}/api/fetch-vehicle-data`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': clientOf(number), ...ownPage },
        body: JSON.stringify({ registration: registrationOf('FL', number), datapackage: 'VehicleData' }),
      });
      statuses.push(answer.status);
      await answer.text();
    }
  };
  let over = false;
  const attacks = Promise.all(Array.from({ length: 50 }, attack)).then(() => (over = true));
  for (let number = 0; !over && number < 400; number += 1) {
    const answer = await fetch(`${bff?.url}/api/vehicle-lookup?reg=${registrationOf('VS', number)}`, {
      headers: { 'x-forwarded-for': '198.51.100.4' },
    });
    await answer.arrayBuffer();
    visitor.push(answer.status);
    maxLive = Math.max(maxLive, await count(`status <> 'done'`));
  }
  await attacks;
  await waitUntil('all that was taken has ended', async () => (await count(`status <> 'done'`)) === 0, 20_000);
  return { statuses, visitor, maxLive };
};

describe('a flood of five hundred vehicles', () => {
  it('is refused at admission beyond the limits when each comes from its own address, and what was admitted is served', async () => {
    const { statuses, visitor, maxLive } = await flood((number) => `10.0.${number >> 8}.${number & 255}`);
    const refused = statuses.filter((status) => status === 503).length;
    expect(refused).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200 || status === 202)).toHaveLength(floodOf - refused);
    expect(maxLive).toBeLessThanOrEqual(32);
    expect(await count(`outcome <> 'not-found'`)).toBe(0);
    for (const status of visitor) expect([200, 503]).toContain(status);
  }, 60_000);

  it('is limited to the share of its address, and other visitors are not slowed down', async () => {
    const { statuses, visitor, maxLive } = await flood(() => '203.0.113.9');
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(floodOf / 2);
    expect(statuses).not.toContain(503);
    // Four of the flooding address and one of the visitor.
    expect(maxLive).toBeLessThanOrEqual(5);
    expect(new Set(visitor)).toEqual(new Set([200]));
    expect(await count(`outcome <> 'not-found'`)).toBe(0);
  }, 60_000);
});

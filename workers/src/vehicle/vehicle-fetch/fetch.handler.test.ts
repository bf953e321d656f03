import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addReportReadyMail } from '@ve/data/report/report-ready-mail.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { createUser } from '@ve/data/identity/user/user.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import {
  endVehicleFetch,
  findVehicleFetch,
  recordVehicleFetchAnswer,
  startVehicleFetch,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { RetryLaterError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { exampleLicensing, scriptedSources, exampleMotTesting } from '../../testing/scripted-sources.ts';
import type { ServiceObjective } from '@ve/domain/jobs/service-objectives';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { fetchVehicle } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'vehicle_fetches', 'vehicles', 'outbox'));

const now = new Date('2026-03-01T10:00:00.000Z');
const down = (reason: 'timeout' | 'rate-limited' | 'circuit-open', retryAfterMs?: number): VehicleAnswer<never> => ({
  state: 'unavailable',
  reason,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const request = async () => (await requestTestVehicleFetch(db.orm.em.fork(), { registration: 'AB12CDE', now })).id;
const run = async (
  scripts: Parameters<typeof scriptedSources>[0],
  { fetchId, lastAttempt = false, waitedMs = 0 }: { fetchId?: string; lastAttempt?: boolean; waitedMs?: number } = {},
) => {
  const id = fetchId ?? (await request());
  const { sources, calls } = scriptedSources(scripts);
  const handler = fetchVehicle({ sources });
  const objectives: [ServiceObjective, boolean][] = [];
  const at = new Date(now.getTime() + waitedMs);
  const thrown: unknown = await handler(
    { fetchId: id, correlationId: 'request-1' },
    createTestJobContext(
      { orm: db.orm, now: () => at },
      { lastAttempt, recordObjective: (...event) => objectives.push(event) },
    ),
  ).then(
    () => null,
    (error: unknown) => error,
  );
  return { id, calls, thrown, objectives, fetch: await findVehicleFetch(db.orm.em.fork(), id) };
};
const states = (fetch: Awaited<ReturnType<typeof findVehicleFetch>>) => fetch?.steps.map(({ state }) => state);

describe('fetching a vehicle', () => {
  it('calls every source once and stores their responses, with source and time', async () => {
    const { fetch, calls, thrown } = await run({
      licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }),
      testing: () => ({ state: 'invalid' }),
      specification: () => down('timeout'),
    });
    expect(thrown).toBeNull();
    expect(calls).toEqual({ licensing: 1, testing: 1, specification: 1 });
    expect(fetch).toMatchObject({ status: 'done', outcome: 'found' });
    expect(states(fetch)).toEqual(['answered', 'answered', 'unavailable']);
    const at = now.toISOString();
    expect((await findVehicleRecord(db.orm.em.fork(), 'AB12CDE'))?.record).toEqual({
      registration: 'AB12CDE',
      fetchedAt: at,
      licensing: { state: 'found', source: 'DVLA', at, data: exampleLicensing('FORD') },
      testing: { state: 'not-held', source: 'DVSA', at },
      specification: { state: 'unavailable', source: 'UKVD', at, reason: 'timeout' },
    });
  });

  const found = () => ({ state: 'found', data: exampleLicensing('FORD') }) as const;

  it.each([
    ['answered in time', { licensing: found, testing: () => down('timeout') }, 5_000, true],
    ['answered late', { licensing: found }, 5_001, false],
    [
      'never answered',
      { licensing: () => down('timeout'), testing: () => down('timeout'), specification: () => down('timeout') },
      0,
      false,
    ],
  ])('counts once whether the first section was in time: %s', async (_, scripts, waitedMs, isMet) => {
    expect((await run(scripts, { waitedMs, lastAttempt: true })).objectives).toEqual([['first-section', isMet]]);
  });

  it.each([
    ['answered then', { licensing: found }, 4_000, true],
    ['answered then, late', { licensing: found }, 6_000, false],
    ['never answered', { licensing: () => down('timeout'), testing: () => down('timeout') }, 4_000, false],
  ])('counts a fetch that was put off because no source answered: %s', async (_, scripts, waitedMs, isMet) => {
    const limited = () => down('rate-limited', 1_200);
    const first = await run({ licensing: limited, testing: limited, specification: limited });
    expect(first.thrown).toBeInstanceOf(RetryLaterError);
    expect(first.objectives).toEqual([]);
    const again = await run({ specification: limited, ...scripts }, { fetchId: first.id, waitedMs, lastAttempt: true });
    expect(again.objectives).toEqual([['first-section', isMet]]);
  });

  it('calls no source when a concurrent fetch left a fresh record', async () => {
    const scripts = { licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }) as const };
    await run(scripts);
    const { fetch, calls, thrown } = await run(scripts);
    expect(thrown).toBeNull();
    expect(calls).toMatchObject({ licensing: 0 });
    expect(fetch).toMatchObject({ status: 'done', outcome: 'found' });
  });

  it('calls no source when a concurrent fetch found nothing', async () => {
    await run({});
    const { fetch, calls, thrown } = await run({});
    expect(thrown).toBeNull();
    expect(calls).toEqual({ licensing: 0, testing: 0, specification: 0 });
    expect(fetch).toMatchObject({ status: 'done', outcome: 'not-found' });
  });

  it('calls them concurrently and records each response as it arrives', async () => {
    const id = await request();
    const last = Promise.withResolvers<VehicleAnswer<never>>();
    const asked = { count: 0, all: Promise.withResolvers<null>() };
    const together = async (): Promise<VehicleAnswer<never>> => {
      asked.count += 1;
      if (asked.count === 3) asked.all.resolve(null);
      await asked.all.promise;
      return { state: 'not-held' };
    };
    const running = run(
      { licensing: together, testing: together, specification: async () => (await together(), last.promise) },
      { fetchId: id },
    );
    for (;;) {
      const fetch = await findVehicleFetch(db.orm.em.fork(), id);
      expect(fetch?.status).not.toBe('done');
      if (states(fetch)?.join() !== 'answered,answered,asking') continue;
      expect(fetch?.sections).toMatchObject({ licensing: { state: 'not-held' }, testing: { state: 'not-held' } });
      break;
    }
    last.resolve({ state: 'not-held' });
    expect((await running).fetch).toMatchObject({ status: 'done', outcome: 'not-found' });
  });

  it('calls only the sources that had not responded to the run before', async () => {
    const id = await request();
    const em = db.orm.em.fork();
    const earlier = '2026-03-01T09:59:40.000Z';
    await startVehicleFetch(em, id);
    const licensing = { state: 'found', source: 'DVLA', at: earlier, data: exampleLicensing('FORD') } as const;
    await recordVehicleFetchAnswer(em, id, licensing);
    await recordVehicleFetchAnswer(em, id, { state: 'unavailable', source: 'DVSA', at: earlier, reason: 'timeout' });
    const { calls, fetch } = await run({}, { fetchId: id });
    expect(calls).toEqual({ licensing: 0, testing: 1, specification: 1 });
    expect(fetch).toMatchObject({ status: 'done', outcome: 'found', sections: {} });
    expect((await findVehicleRecord(em, 'AB12CDE'))?.record).toMatchObject({
      licensing,
      testing: { state: 'not-held' },
    });
  });

  it.each([
    ['found', 'only DVSA has it', { testing: () => ({ state: 'found', data: exampleMotTesting('FORD') }) as const }],
    [
      'found',
      'DVLA is down and another has it',
      {
        licensing: () => down('timeout'),
        testing: () => ({ state: 'found', data: exampleMotTesting('FORD') }) as const,
      },
    ],
    ['not-found', 'no source has it', {}],
    ['not-found', 'DVLA rejects the registration', { licensing: () => ({ state: 'invalid' }) as const }],
    [
      'not-found',
      'DVLA has none and the others are down',
      { testing: () => down('timeout'), specification: () => down('timeout') },
    ],
    ['unavailable', 'DVLA is down and no other has it', { licensing: () => down('timeout') }],
    [
      'unavailable',
      'all are down',
      {
        licensing: () => down('timeout'),
        testing: () => down('timeout'),
        specification: () => down('circuit-open', 500),
      },
    ],
  ])('%s when %s', async (outcome, _, scripts) => {
    const { fetch, thrown } = await run(scripts);
    expect(thrown).toBeNull();
    expect(fetch).toMatchObject({ status: 'done', outcome });
    expect((await findVehicleRecord(db.orm.em.fork(), 'AB12CDE')) !== null).toBe(outcome === 'found');
  });

  describe('rate-limited with nothing else known', () => {
    it('is retried when the source allows, within a bounded delay', async () => {
      const { thrown, fetch, id } = await run({ licensing: () => down('rate-limited', 1_200) });
      expect(thrown).toBeInstanceOf(RetryLaterError);
      expect(thrown).toMatchObject({ afterMs: 1_200 });
      expect(fetch).toMatchObject({ status: 'running', outcome: null });
      const again = await run(
        { licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }) },
        { fetchId: id },
      );
      expect(again.fetch).toMatchObject({ status: 'done', outcome: 'found' });
    });

    it.each([
      ['the last attempt', { lastAttempt: true }, 1_200],
      ['too long a pause', {}, 60_000],
    ])('is unavailable at %s', async (_, options, retryAfterMs) => {
      const { thrown, fetch } = await run({ licensing: () => down('rate-limited', retryAfterMs) }, options);
      expect(thrown).toBeNull();
      expect(fetch).toMatchObject({ status: 'done', outcome: 'unavailable' });
    });
  });

  describe('the mail to a user who waits for a vehicle', () => {
    const em = () => db.orm.em.fork();
    const wait = async () => {
      await clearTables(em(), 'users', 'report_ready_mails', 'mails');
      const userId = (await createUser(em(), 'dana@example.com', now))!;
      await addReportReadyMail(em(), { userId, registration: 'AB12CDE' }, now);
      return userId;
    };
    const mails = () => db.data.all('mails');
    const theMail = { template: 'report-ready', recipient: 'dana@example.com' };

    it.each([
      ['the sources answer', {}],
      ['they do not', { licensing: () => down('timeout') }],
    ])('is queued once when %s', async (_, scripts) => {
      await wait();
      const { id } = await run(scripts);
      expect(await mails()).toMatchObject([theMail]);
      await run(scripts, { fetchId: id });
      await run(scripts);
      expect(await mails()).toMatchObject([theMail]);
      expect(await db.data.count('outbox', { jobName: 'mails.send' })).toBe(1);
    });

    it('waits for the full check that runs for them', async () => {
      const userId = await wait();
      await em().execute(
        `with subscription as (
           insert into subscriptions (user_id, status, credits_used, current_period_end, created_at, updated_at)
           values (?, 'active', 1, now(), now(), now()) returning id
         )
         insert into full_checks (user_id, subscription_id, period_end, registration_number, status, steps, requested_at, correlation_id)
         select ?, id, now(), 'AB12CDE', 'running', '{}', now(), 'c' from subscription`,
        [userId, userId],
      );
      await run({});
      expect(await mails()).toEqual([]);
    });

    it('is not queued when the transaction is rolled back', async () => {
      await wait();
      const { sources } = scriptedSources({});
      const fetchId = await request();
      const complete = () => Promise.reject(new Error('the database went away'));
      const running = fetchVehicle({ sources })(
        { fetchId, correlationId: 'c' },
        createTestJobContext({ orm: db.orm, now: () => now }, { complete }),
      );
      await expect(running).rejects.toThrow('went away');
      expect(await mails()).toEqual([]);
      await run({}, { fetchId });
      expect(await mails()).toMatchObject([theMail]);
    });
  });

  it('leaves a finished fetch unchanged', async () => {
    const fetchId = await request();
    await endVehicleFetch(db.orm.em.fork(), fetchId, { outcome: 'not-found', now });
    const { thrown, calls } = await run({}, { fetchId });
    expect(thrown).toBeNull();
    expect(calls.licensing).toBe(0);
  });

  it('never succeeds for an unknown id', async () => {
    const { thrown } = await run({}, { fetchId: '00000000-0000-4000-8000-000000000000' });
    expect(thrown).toBeInstanceOf(UnrecoverableJobError);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FullCheck } from '@ve/contracts/full-check';
import { grantPeriodCredit, returnCredit, consumeCredit } from '../membership/subscription/subscription.repository.ts';
import { remainingCreditOf, insertPaidTestMember, requestTestFullCheck } from '../testing/full-checks.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { vehicleRecordWithoutData } from '../testing/vehicle-records.ts';
import {
  addFullCheck,
  beginFullCheck,
  countFailedFullChecks,
  tryCountRegisterLookup,
  endFullCheck,
  failFullCheck,
  findFullCheckOfPeriod,
  findFailedFullCheck,
  findFullChecksToRetry,
  findFullCheck,
  findFullCheckOfUser,
  findCurrentFullCheck,
  findStuckFullChecks,
  type FullCheckRow,
  recordFullCheckSteps,
  storeRetriedFullCheckParts,
  storeFullCheckRecord,
  storeFullCheckRegisterResponse,
  storeFullCheckValuation,
  undoRegisterLookupCount,
} from './full-check.repository.ts';
import { purgeEntryBatch } from '../privacy/retention/purge-batch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const at = now.toISOString();
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const em = () => db.orm.em.fork();
const vdi: FullCheck['vdi'] = { state: 'not-held', source: 'UKVD', at };
const valuation: FullCheck['valuation'] = { state: 'unavailable', source: 'UKVD', at, reason: 'timeout' };
const record = vehicleRecordWithoutData('AB12CDE', at);
const result = { record, vdi, valuation, retryAt: null };

const requestCheck = async (registration = 'AB12CDE') => {
  const member = await insertPaidTestMember(em(), now);
  const check = await requestTestFullCheck(em(), member, { registration, now });
  if (!check) throw new Error('no credit');
  return { member, check };
};
const begun = async () => {
  const made = await requestCheck();
  await beginFullCheck(em(), made.check.id);
  return made;
};
const read = async (id: string): Promise<FullCheckRow> => {
  const row = await findFullCheck(em(), id);
  if (!row) throw new Error('no such check');
  return row;
};

describe('the credit of a period', () => {
  it('is spent once by concurrent requests', async () => {
    const { subscriptionId, periodEnd } = await insertPaidTestMember(em(), now);
    const spent = await Promise.all(Array.from({ length: 8 }, () => consumeCredit(em(), subscriptionId, periodEnd)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await remainingCreditOf(em(), subscriptionId)).toBe(0);
  });

  it('is returned to its own period and subscription only', async () => {
    const { subscriptionId, stripeSubscriptionId, periodEnd } = await insertPaidTestMember(em(), now);
    const own = { periodEnd, stripeSubscriptionId };
    expect(await returnCredit(em(), subscriptionId, own)).toBe(false);
    await consumeCredit(em(), subscriptionId, periodEnd);
    expect(await returnCredit(em(), subscriptionId, { ...own, periodEnd: later(1) })).toBe(false);
    expect(await returnCredit(em(), subscriptionId, { ...own, stripeSubscriptionId: 'sub_other' })).toBe(false);
    expect(await returnCredit(em(), subscriptionId, own)).toBe(true);
    expect(await remainingCreditOf(em(), subscriptionId)).toBe(1);
    await consumeCredit(em(), subscriptionId, periodEnd);
    await grantPeriodCredit(em(), subscriptionId, new Date(periodEnd.getTime() + 1));
    expect(await returnCredit(em(), subscriptionId, own)).toBe(false);
    expect(await consumeCredit(em(), subscriptionId, periodEnd)).toBe(false);
  });
});

describe('a full check', () => {
  it('is found by its id, by its owner only, and by its period', async () => {
    const { member, check } = await requestCheck();
    const other = await insertPaidTestMember(em(), now);
    expect(check).toMatchObject({ status: 'queued', registration: 'AB12CDE', vdiLookups: 0, requestedAt: now });
    expect(check.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(
      ['VDI', 'DVSA', 'DVLA', 'UKVD', 'VALUATION'].map((step) => `${step} waiting`),
    );
    expect(await findFullCheck(em(), check.id)).toEqual(check);
    expect(await findFullCheckOfUser(em(), member.userId, check.id)).toEqual(check);
    expect(await findFullCheckOfUser(em(), other.userId, check.id)).toBeNull();
    const period = { userId: member.userId, registration: 'AB12CDE', periodEnd: member.periodEnd };
    expect(await findFullCheckOfPeriod(em(), period)).toEqual(check);
    for (const periodEnd of [later(1), null]) {
      expect(await findFullCheckOfPeriod(em(), { ...period, periodEnd })).toEqual(check);
    }
    await endFullCheck(em(), { id: check.id, result }, later(1));
    for (const periodEnd of [later(1), null]) {
      expect(await findFullCheckOfPeriod(em(), { ...period, periodEnd })).toBeNull();
    }
    expect(await findFullCheckOfPeriod(em(), period)).toMatchObject({ id: check.id, status: 'done' });
    expect(await findCurrentFullCheck(em(), member.userId, 'AB12CDE')).toMatchObject({ id: check.id });
    expect(await findCurrentFullCheck(em(), other.userId, 'AB12CDE')).toBeNull();
  });

  it('is current while it runs, and until its period ends', async () => {
    const { member, check } = await begun();
    await grantPeriodCredit(em(), member.subscriptionId, new Date(member.periodEnd.getTime() + 1));
    expect(await findCurrentFullCheck(em(), member.userId, 'AB12CDE')).toMatchObject({ id: check.id });
    await endFullCheck(em(), { id: check.id, result }, later(1));
    expect(await findCurrentFullCheck(em(), member.userId, 'AB12CDE')).toBeNull();
  });

  it('counts a look-up before it is made, and allows at most two that may have been charged', async () => {
    const { check } = await begun();
    expect(await tryCountRegisterLookup(em(), check.id, 2)).toBe(true);
    await undoRegisterLookupCount(em(), check.id);
    expect(await tryCountRegisterLookup(em(), check.id, 2)).toBe(true);
    expect(await tryCountRegisterLookup(em(), check.id, 2)).toBe(true);
    expect(await tryCountRegisterLookup(em(), check.id, 2)).toBe(false);
    expect(await read(check.id)).toMatchObject({ vdiLookups: 2 });
  });

  it('makes no look-up once the registers’ result is stored, and keeps the first of each result', async () => {
    const { check } = await begun();
    await storeFullCheckRegisterResponse(em(), check.id, vdi);
    await storeFullCheckRegisterResponse(em(), check.id, { ...vdi, at: later(1).toISOString() });
    await storeFullCheckValuation(em(), check.id, valuation);
    await storeFullCheckValuation(em(), check.id, { ...valuation, reason: 'refused' });
    await storeFullCheckRecord(em(), check.id, record);
    await storeFullCheckRecord(em(), check.id, vehicleRecordWithoutData('AB12CDE', later(1).toISOString()));
    expect(await tryCountRegisterLookup(em(), check.id, 2)).toBe(false);
    expect(await beginFullCheck(em(), check.id)).toMatchObject({ status: 'running', vdi, valuation, record });
  });

  it('records each part’s progress', async () => {
    const { check } = await begun();
    await Promise.all([
      recordFullCheckSteps(em(), check.id, { DVLA: 'asking' }),
      recordFullCheckSteps(em(), check.id, { DVSA: 'unavailable' }),
      storeFullCheckRegisterResponse(em(), check.id, vdi),
    ]);
    expect((await read(check.id)).steps.map(({ state }) => state)).toEqual([
      'answered',
      'unavailable',
      'asking',
      'waiting',
      'waiting',
    ]);
  });

  it('ends once, done or failed', async () => {
    const [one, other] = [await begun(), await begun()];
    expect(await endFullCheck(em(), { id: one.check.id, result }, later(1))).toBe(true);
    expect(await failFullCheck(em(), { id: one.check.id, failure: 'interrupted' }, later(2))).toBe(false);
    expect(await beginFullCheck(em(), one.check.id)).toBeNull();
    expect(await failFullCheck(em(), { id: other.check.id, failure: 'not-held' }, later(1))).toBe(true);
    expect(await endFullCheck(em(), { id: other.check.id, result }, later(2))).toBe(false);
    await recordFullCheckSteps(em(), other.check.id, { DVLA: 'answered' });
    expect(await read(other.check.id)).toMatchObject({ failure: 'not-held', finishedAt: later(1) });
    expect((await read(other.check.id)).steps[2]?.state).toBe('waiting');
  });

  it('that failed counts the look-ups that may have been charged, and allows another check in its period', async () => {
    const { member, check } = await begun();
    await tryCountRegisterLookup(em(), check.id, 2);
    await tryCountRegisterLookup(em(), check.id, 2);
    expect(await countFailedFullChecks(em(), member.userId, later(-1))).toEqual({ checks: 0, lookups: 0 });
    await failFullCheck(em(), { id: check.id, failure: 'timeout' }, later(1));
    expect(await countFailedFullChecks(em(), member.userId, later(-1))).toEqual({ checks: 1, lookups: 2 });
    expect(await countFailedFullChecks(em(), member.userId, later(1))).toEqual({ checks: 0, lookups: 0 });
    const again = await addFullCheck(em(), { ...check, correlationId: 'again' }, later(2));
    expect(await findCurrentFullCheck(em(), member.userId, 'AB12CDE')).toMatchObject({ id: again.id });
  });

  it('takes precedence over a later one that failed', async () => {
    const { member, check } = await begun();
    await endFullCheck(em(), { id: check.id, result }, later(1));
    const periodEnd = new Date(member.periodEnd.getTime() + 1);
    await grantPeriodCredit(em(), member.subscriptionId, periodEnd);
    await db.data.set('full_checks', { periodEnd }, { id: check.id });
    const failing = await addFullCheck(em(), { ...check, periodEnd: later(9), correlationId: 'again' }, later(2));
    await failFullCheck(em(), { id: failing.id, failure: 'timeout' }, later(3));
    await db.data.set('full_checks', { periodEnd }, { id: failing.id });
    expect(await findCurrentFullCheck(em(), member.userId, 'AB12CDE')).toMatchObject({ id: check.id, status: 'done' });
  });

  it('that the registers had no data for is found for its owner, vehicle and day only', async () => {
    const { member, check } = await begun();
    const of = { userId: member.userId, registration: 'AB12CDE', since: later(-1), failures: ['restricted'] as const };
    await failFullCheck(em(), { id: check.id, failure: 'restricted' }, later(1));
    expect(await findFailedFullCheck(em(), of)).toMatchObject({ id: check.id, failure: 'restricted' });
    expect(await findFailedFullCheck(em(), { ...of, since: now })).toBeNull();
    expect(await findFailedFullCheck(em(), { ...of, registration: 'FN15FNC' })).toBeNull();
    const other = await begun();
    await failFullCheck(em(), { id: other.check.id, failure: 'timeout' }, later(1));
    expect(await findFailedFullCheck(em(), { ...of, userId: other.member.userId })).toBeNull();
  });

  it('has its missing parts requested again when they are due, by one run', async () => {
    const { check } = await begun();
    await endFullCheck(em(), { id: check.id, result: { ...result, retryAt: later(2) } }, later(0));
    const due = async (minutes: number) =>
      (await findFullChecksToRetry(em(), { now: later(minutes), limit: 100 })).map(({ id }) => id);
    expect(await due(1)).not.toContain(check.id);
    expect(await due(2)).toContain(check.id);
    const row = await read(check.id);
    const answers = { record, valuation: { state: 'not-held', source: 'UKVD', at } as const, retryAt: null };
    expect(await storeRetriedFullCheckParts(em(), row, answers)).toBe(true);
    expect(await storeRetriedFullCheckParts(em(), row, answers)).toBe(false);
    expect(await read(check.id)).toMatchObject({ valuation: answers.valuation, retryCount: 1, retryAt: null });
    expect(await due(2)).not.toContain(check.id);
  });

  it('is stuck when it is old, or was requested by a clock that was set back since', async () => {
    const [{ check }, ended] = [await begun(), await begun()];
    await endFullCheck(em(), { id: ended.check.id, result }, now);
    const stuck = async (before: Date, present: Date) =>
      (await findStuckFullChecks(em(), { before, now: present, limit: 100 })).map(({ id }) => id);
    expect(await stuck(later(1), later(5))).toContain(check.id);
    expect(await stuck(later(1), later(5))).not.toContain(ended.check.id);
    expect(await stuck(later(-10), later(0))).not.toContain(check.id);
    expect(await stuck(later(-100), later(-60))).toContain(check.id);
  });

  it('is purged when it failed long ago, and kept when it is done', async () => {
    const [failed, done] = [await begun(), await begun()];
    await failFullCheck(em(), { id: failed.check.id, failure: 'timeout' }, later(1));
    await endFullCheck(em(), { id: done.check.id, result }, later(1));
    await purgeEntryBatch(em(), 'failedChecks', { before: later(1), now: later(1) });
    expect(await findFullCheck(em(), failed.check.id)).not.toBeNull();
    while ((await purgeEntryBatch(em(), 'failedChecks', { before: later(2), now: later(2) })) > 0);
    expect(await findFullCheck(em(), failed.check.id)).toBeNull();
    expect(await findFullCheck(em(), done.check.id)).not.toBeNull();
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findFullCheck } from '@ve/data/full-check/full-check.repository';
import { findReportOfUser } from '@ve/data/report/report.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { remainingCreditOf, insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { fullCheckSteps } from '@ve/domain/vehicle/record/full-check';
import { outboxReviewAfterMs } from '@ve/workers/jobs/outbox/relay';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { exampleValuation, clearVdiCheck } from '@ve/workers/testing/scripted-registers';
import { exampleLicensing, exampleMotTesting } from '@ve/workers/testing/scripted-sources';
import { createFullCheckSourceAdapters, startScriptedSourceServer } from '@ve/workers/testing/source-server';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { runFullCheck } from '@ve/app/full-check/run-full-check';

const free = {
  DVLA: { state: 'found', data: exampleLicensing('FORD') },
  DVSA: { state: 'found', data: exampleMotTesting('FORD') },
  UKVD: { state: 'not-held' },
} as const;
const vdi = { state: 'found', data: clearVdiCheck } as const;
const valuation = { state: 'found', data: exampleValuation } as const;
const everything = { ...free, VDI: vdi, VALUATION: valuation };

describe.each(queueBackendsForHandlers())('a full check on $name', (backend) => {
  let harness: QueueHarness;
  let vendors: Awaited<ReturnType<typeof startScriptedSourceServer<(typeof fullCheckSteps)[number]>>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    vendors = await startScriptedSourceServer(fullCheckSteps);
  });
  afterEach(async () => {
    await harness.reset();
    await vendors.close();
    await clearTables(harness.orm.em.fork(), 'users', 'vehicles', 'mails');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const child = (checks: 'run' | 'unsent' | 'unheard' = 'run') =>
    harness.startChild({ lockMs: 1_000, sourcesUrl: vendors.url, checks });
  const order = async () => {
    const member = await insertPaidTestMember(em(), new Date());
    const check = await requestTestFullCheck(em(), member, { registration: 'AB12CDE', now: new Date() });
    if (!check) throw new Error('no credit');
    const read = async () => (await findFullCheck(em(), check.id))!;
    return { member, read, hasEnded: async () => (await read()).finishedAt !== null };
  };
  type Ordered = Awaited<ReturnType<typeof order>>;
  /** Expects one used credit and one result, in the check and in the report, and no mail about a failure. */
  const doneOnce = async ({ member, read, hasEnded }: Ordered) => {
    await waitUntil('it has ended', hasEnded);
    await waitUntil('the queues are idle', harness.idle);
    const row = await read();
    expect(row).toMatchObject({ status: 'done', vdi: { data: clearVdiCheck }, valuation: { data: exampleValuation } });
    expect(await remainingCreditOf(em(), member.subscriptionId)).toBe(0);
    const report = await findReportOfUser(em(), member.userId, 'AB12CDE');
    expect(report?.fullCheck).toMatchObject({ checkedAt: row.finishedAt?.toISOString(), vdi: { state: 'found' } });
    expect(await harness.data.all('mails')).toEqual([]);
  };
  const killed = async (doomed: Awaited<ReturnType<typeof child>>) => {
    doomed.kill('SIGKILL');
    await doomed.exited;
  };
  /** Locks a table until it is released, so that transactions block on it. */
  const block = async (table: string) => {
    const [locked, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const holding = em().transactional(async (transaction) => {
      await transaction.execute(`lock table ${table} in access exclusive mode`);
      locked.resolve(null);
      await released.promise;
    });
    await Promise.race([locked.promise, holding]);
    const isHanging = async () => {
      const [row] = await em().execute<{ count: number }[]>(
        `select count(*)::int as count from pg_locks where relation = ?::regclass and not granted`,
        [table],
      );
      return (row?.count ?? 0) > 0;
    };
    const release = async (): Promise<void> => {
      released.resolve(null);
      await holding;
    };
    return { isHanging, release };
  };

  describe('a full check whose worker is killed (-9)', () => {
    it('makes one look-up when killed before it was sent', async () => {
      vendors.say(everything);
      const doomed = await child('unsent');
      const check = await order();
      await waitUntil('it was counted', async () => (await check.read()).vdiLookups === 1);
      await killed(doomed);
      await child();
      await doneOnce(check);
      expect(vendors.calls.VDI).toBe(1);
    });

    it('makes at most one more look-up when killed during the first', async () => {
      vendors.say({ ...free, VALUATION: valuation });
      const doomed = await child();
      const check = await order();
      await waitUntil('it is asked', () => vendors.calls.VDI === 1);
      await killed(doomed);
      vendors.say(everything);
      await child();
      await doneOnce(check);
      expect(vendors.calls.VDI).toBe(2);
    });

    it('makes no third look-up when killed during two: it fails and its credit is returned', async () => {
      vendors.say({ ...free, VALUATION: valuation });
      const check = await order();
      for (const lookup of [1, 2]) {
        const doomed = await child();
        await waitUntil('it is asked', () => vendors.calls.VDI === lookup);
        await killed(doomed);
      }
      vendors.say(everything);
      await child();
      await waitUntil('it has ended', check.hasEnded);
      expect(await check.read()).toMatchObject({ status: 'failed', failure: 'interrupted' });
      expect(await remainingCreditOf(em(), check.member.subscriptionId)).toBe(1);
      expect(vendors.calls.VDI).toBe(2);
    });

    it('makes no other look-up when killed after the response was stored, and requests only the rest', async () => {
      vendors.say({ ...free, VDI: vdi });
      const doomed = await child();
      const check = await order();
      await waitUntil('it is stored', async () => (await check.read()).vdi !== null);
      await waitUntil('the rest is stored', async () => (await check.read()).record !== null);
      await waitUntil('the valuation is asked', () => vendors.calls.VALUATION === 1);
      await killed(doomed);
      vendors.say(everything);
      await child();
      await doneOnce(check);
      expect(vendors.calls).toEqual({ VDI: 1, VALUATION: 2, DVLA: 1, DVSA: 1, UKVD: 1 });
    });

    it('requests nothing again when killed during the last transaction', async () => {
      vendors.say(everything);
      const blocked = await block('reports');
      const doomed = await child();
      const check = await order();
      await waitUntil('it hangs', blocked.isHanging);
      await killed(doomed);
      await blocked.release();
      await child();
      await doneOnce(check);
      expect(vendors.calls).toEqual({ VDI: 1, VALUATION: 1, DVLA: 1, DVSA: 1, UKVD: 1 });
    });

    it('is unchanged when killed after it ended', async () => {
      vendors.say(everything);
      const doomed = await child('unheard');
      const check = await order();
      await waitUntil('it has ended', check.hasEnded);
      const ended = await check.read();
      await killed(doomed);
      await child();
      await doneOnce(check);
      expect(await check.read()).toEqual(ended);
      expect(vendors.calls).toEqual({ VDI: 1, VALUATION: 1, DVLA: 1, DVSA: 1, UKVD: 1 });
    });

    it('looks nothing up again when the registers held nothing and another source is still pending', async () => {
      vendors.say({ DVLA: free.DVLA, UKVD: free.UKVD, VDI: { state: 'not-held' } });
      const doomed = await child();
      const check = await order();
      await waitUntil('it has ended', check.hasEnded);
      // A worker that dies before its mail's row is deleted leaves it to the relay's review, minutes later.
      await waitUntil('its mail is sent', async () => (await harness.outboxRows()) === 0);
      await killed(doomed);
      vendors.say({ ...everything, VDI: { state: 'not-held' } });
      await child();
      await waitUntil('the queues are idle', harness.idle);
      expect(await check.read()).toMatchObject({ status: 'failed', failure: 'not-held', vdiLookups: 1 });
      expect([await remainingCreditOf(em(), check.member.subscriptionId), vendors.calls.VDI]).toEqual([1, 1]);
      expect(await harness.data.values('mails', 'template')).toEqual(['full-check-failed']);
    });

    it('returns the credit once and notifies the member once when killed while it fails', async () => {
      vendors.say({ ...everything, VDI: { state: 'not-held' } });
      const blocked = await block('mails');
      const doomed = await child();
      const check = await order();
      await waitUntil('it hangs', blocked.isHanging);
      expect(await remainingCreditOf(em(), check.member.subscriptionId)).toBe(0);
      await killed(doomed);
      await blocked.release();
      await child();
      await waitUntil('it has ended', check.hasEnded);
      await waitUntil('the queues are idle', harness.idle);
      expect(await check.read()).toMatchObject({ status: 'failed', failure: 'not-held' });
      expect(await remainingCreditOf(em(), check.member.subscriptionId)).toBe(1);
      expect(await harness.data.values('mails', 'template')).toEqual(['full-check-failed']);
    });
  });

  describe('a full check whose queue loses its data', () => {
    const startHere = () =>
      harness.startHere({ 'full-checks.run': runFullCheck(createFullCheckSourceAdapters(vendors.url)) });

    it('is made once when the loss happens while it waits', async () => {
      vendors.say(everything);
      const check = await order();
      await harness.relayOnly();
      await harness.wipe();
      harness.clock.aheadMs = outboxReviewAfterMs + 1_000;
      await startHere();
      await doneOnce(check);
      expect(vendors.calls.VDI).toBe(1);
    });

    it('is made once when the loss happens while it runs', async () => {
      vendors.say({ ...free, VALUATION: valuation });
      await startHere();
      const check = await order();
      await waitUntil('it is asked', () => vendors.calls.VDI === 1);
      await harness.wipe();
      vendors.say(everything);
      await doneOnce(check);
      expect(vendors.calls.VDI).toBe(1);
    });
  });

  it('is made once by several workers, and retries a vendor that was down', async () => {
    vendors.say({ ...everything, VDI: { state: 'unavailable', reason: 'source-error', charged: 'no' } });
    const check = await order();
    await Promise.all([child(), child()]);
    await waitUntil('it is asked', () => vendors.calls.VDI === 1);
    vendors.say(everything);
    await doneOnce(check);
    expect(vendors.calls).toEqual({ VDI: 2, VALUATION: 1, DVLA: 1, DVSA: 1, UKVD: 1 });
    expect((await check.read()).vdiLookups).toBe(1);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listWatchEvents } from '@ve/data/monitoring/alerts/watch-event.repository';
import {
  lockMonitorCheckState,
  storeMonitorCheckState,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { exampleLicensing } from '@ve/workers/testing/scripted-sources';
import { startScriptedSourceServer } from '@ve/workers/testing/source-server';
import { waitUntil } from '@ve/workers/testing/wait-until';

describe.each(queueBackendsForHandlers())('a monitor check on $name, whose worker is killed (-9)', (backend) => {
  let harness: QueueHarness;
  let sources: Awaited<ReturnType<typeof startScriptedSourceServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    sources = await startScriptedSourceServer();
  });
  afterEach(async () => {
    await harness.reset();
    await sources.close();
    await clearTables(harness.orm.em.fork(), 'users', 'mails');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const registration = 'AB12CDE';

  it('notifies once of a change when killed between the source’s response and its transaction', async () => {
    const now = new Date();
    const { userId } = await insertPaidTestMember(em(), now);
    await ensureWatch(em(), userId, now);
    const before = new Date(now.getTime() - 8 * 86_400_000);
    await em().transactional(async (transaction) => {
      const watched = { userId, aspect: 'licensing', registration } as const;
      await lockMonitorCheckState(transaction, watched, before);
      const known = { taxStatus: 'Taxed', taxDueOn: null };
      await storeMonitorCheckState(transaction, watched, {
        known,
        readAt: before,
        triedAt: before,
        nextCheckAt: before,
      });
    });
    // Both workers block here with their response until the row is released.
    const holder = em();
    await holder.begin();
    await lockMonitorCheckState(holder, { userId, aspect: 'licensing', registration }, now);
    sources.say({ DVLA: { state: 'found', data: { ...exampleLicensing('FORD'), taxStatus: 'SORN' } } });
    const doomed = await harness.startChild({ lockMs: 1_000, sourcesUrl: sources.url });
    const payload = { userId, aspect: 'licensing', correlationId: 'c' } as const;
    await enqueueTestJob(em(), 'monitor-checks.run', payload, { now });
    await waitUntil('the source has answered', () => sources.calls.DVLA === 1);
    doomed.kill('SIGKILL');
    await doomed.exited;
    await holder.commit();
    expect(await listWatchEvents(em(), userId, { before: null, limit: 9 })).toEqual([]);
    await harness.startChild({ lockMs: 1_000, sourcesUrl: sources.url });
    await waitUntil('it is told', async () => (await harness.data.count('watch_events')) > 0);
    await waitUntil('the queues are idle', harness.idle);
    expect(await harness.data.values('watch_events', 'kind')).toEqual(['tax-status']);
    expect(await harness.data.values('mails', 'template')).toEqual(['alert']);
  });
});

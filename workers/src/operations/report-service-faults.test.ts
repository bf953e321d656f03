import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reportServiceFaults } from '@ve/app/operations/report-service-faults';
import { addVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { WebhookEvent } from '@ve/providers/webhook/webhook.port';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const start = Date.parse('2026-03-01T10:00:00.000Z');
let minute: number;
let posted: WebhookEvent[];
let isReceiverUp: boolean;
let areQueuesUp: boolean;
/** What the receiver refuses although it is up. */
let refused: (fault: unknown) => boolean;
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'service_faults', 'vendor_call_counts', 'mails', 'outbox', 'scheduled_jobs');
  minute = 0;
  posted = [];
  isReceiverUp = true;
  areQueuesUp = true;
  refused = () => false;
});

const now = () => new Date(start + minute * 60_000);
const run = () =>
  reportServiceFaults({
    fork: () => db.orm.em.fork(),
    now,
    readQueues: () => (areQueuesUp ? Promise.resolve([]) : Promise.reject(new Error('no queues'))),
    mailTo: 'on-call@example.com',
    webhook: {
      post: (event) => {
        const isAccepted = isReceiverUp && !refused(event.data['fault']);
        if (isAccepted) posted.push(event);
        return Promise.resolve(isAccepted);
      },
    },
  });
/** Runs once a minute, in two processes at the same moment, as far as a minute. */
const runUntil = async (last: number): Promise<void> => {
  for (; minute <= last; minute += 1) {
    await Promise.all([run(), run()]);
    // Relayed: jobs that reach no queue would be a fault too.
    await clearTables(db.orm.em.fork(), 'outbox');
  }
};
const callDvla = async (counts: { calls: number; errors: number }): Promise<void> => {
  const row = { vendor: 'DVLA', minute: now(), limited: 0, refusedByBreaker: 0, ...counts };
  await addVendorCallCounts(db.orm.em.fork(), [row]);
};
const mails = () => db.data.values('mails', 'template', {}, 'createdAt');
const types = () => posted.map(({ type }) => type);

describe('a fault of the service', () => {
  it('is reported once when it has lasted, and once when it is resolved', async () => {
    await callDvla({ calls: 3, errors: 3 });
    await runUntil(1);
    expect([await mails(), types()]).toEqual([[], []]);
    await runUntil(20);
    expect(await mails()).toEqual(['service-fault']);
    expect(await db.data.one('mails')).toMatchObject({ recipient: 'on-call@example.com', failedAt: null });
    expect(posted).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}\.began$/),
        type: 'service.fault',
        at: new Date(start),
        data: {
          fault: 'vendor DVLA',
          summary: 'DVLA isn’t responding',
          began_at: new Date(start).toISOString(),
          resolved_at: null,
        },
      },
    ]);

    await callDvla({ calls: 2, errors: 0 });
    await runUntil(30);
    expect(await mails()).toEqual(['service-fault', 'service-fault-resolved']);
    expect(types()).toEqual(['service.fault', 'service.fault.resolved']);
    expect(posted[1]?.data).toMatchObject({ fault: 'vendor DVLA', resolved_at: '2026-03-01T10:22:00.000Z' });
  });

  it('that comes back is reported again', async () => {
    areQueuesUp = false;
    await runUntil(3);
    areQueuesUp = true;
    await runUntil(7);
    areQueuesUp = false;
    await runUntil(11);
    expect(types()).toEqual(['service.fault', 'service.fault.resolved', 'service.fault']);
    expect(posted.map(({ data }) => data['fault'])).toEqual(['queues', 'queues', 'queues']);
    expect(new Set(posted.map(({ id }) => id)).size).toBe(3);
  });

  it('that lasts less than two minutes is not reported', async () => {
    areQueuesUp = false;
    await runUntil(1);
    areQueuesUp = true;
    await runUntil(10);
    expect([await mails(), types()]).toEqual([[], []]);
    expect(await db.data.count('service_faults')).toBe(0);
  });

  it('is posted to a webhook that was away, in the order of what happened', async () => {
    isReceiverUp = false;
    areQueuesUp = false;
    await runUntil(5);
    areQueuesUp = true;
    await runUntil(10);
    expect(types()).toEqual([]);
    isReceiverUp = true;
    await runUntil(14);
    expect(types()).toEqual(['service.fault', 'service.fault.resolved']);
    expect(await mails()).toEqual(['service-fault', 'service-fault-resolved']);
  });

  it('is posted while the receiver refuses as many earlier ones as one run posts', async () => {
    const fail = (name: string) =>
      db.data.add('scheduled_jobs', {
        name,
        intervalMs: 86_400_000,
        startedAt: now(),
        finishedAt: now(),
        failureCount: 1,
        lastError: 'no space',
      });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await fail(name);
    await run();
    minute = 1;
    await fail('later');
    refused = (fault) => fault !== 'scheduled-job later';
    for (; minute <= 10; minute += 1) await run();
    expect(posted.map(({ data }) => data['fault'])).toEqual(['scheduled-job later']);
  });

  it('is posted although its next call was planned by a clock that was set back since', async () => {
    isReceiverUp = false;
    areQueuesUp = false;
    await runUntil(3);
    await db.data.set('service_faults', { nextPostAt: new Date(start + 365 * 86_400_000) });
    isReceiverUp = true;
    await runUntil(5);
    expect(types()).toEqual(['service.fault']);
  });

  it('is not posted any more to a webhook that was away for a day', async () => {
    isReceiverUp = false;
    areQueuesUp = false;
    await runUntil(3);
    minute += 24 * 60;
    isReceiverUp = true;
    await Promise.all([run(), run()]);
    expect(types()).toEqual([]);
  });
});

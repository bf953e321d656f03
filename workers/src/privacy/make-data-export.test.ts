import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { beginDataExport, readDataExportText } from '@ve/data/privacy/my-data/data-export.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { createTestJobContext } from '../testing/test-job-context.ts';
import { testableQueueBackends } from '../testing/queue-backends.ts';
import { openQueueHarness, type QueueHarness } from '../testing/queue-harness.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { createDataExport } from '@ve/app/privacy/data-exports';

const megabyte = 2 ** 20;

describe.each(testableQueueBackends())('an export on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(em(), 'users', 'mails');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const now = () => new Date();

  /** Acts as the BFF for a member with this many reports. */
  async function order(reports = 1, name = 'Dana Driver') {
    const user = await harness.data.add('users', { email: 'dana@example.com', emailVerifiedAt: new Date() });
    const userId = user.id;
    const record = ordinaryVehicleRecord('2026-11-21');
    // As much data as a car with a long history has.
    const data = { raw_api_data: { ...record, more: Array.from({ length: reports > 1 ? 10 : 0 }, () => record) } };
    await em().execute(
      `with customer as (
         insert into customers (user_id, name, email, created_at) values (?, ?, 'dana@example.com', now()) returning id
       )
       insert into reports (customer_id, registration_number, report_data, created_at, updated_at)
       select customer.id, 'AB' || lpad(number::text, 3, '0'), ?::jsonb, now(), now()
       from customer, generate_series(1, ?) number`,
      [userId, name, JSON.stringify(data), reports],
    );
    const { id } = await em().transactional(async (transaction) => {
      const begun = await beginDataExport(transaction, userId, now());
      const payload = { exportId: begun.id, correlationId: 'request-1' };
      await addToOutbox(transaction, { jobName: 'data-exports.create', payload }, { now: now() });
      return begun;
    });
    const file = () => readDataExportText(em(), { userId, id }, now());
    return { id, userId, file, isMade: async () => (await file()) !== null };
  }
  const mails = () => harness.data.all('mails');
  const oneMail = [{ template: 'data-export-ready', recipient: 'dana@example.com' }];

  it('holds everything unchanged, including hostile text, and is announced in one mail', async () => {
    await harness.startHere({ 'data-exports.create': createDataExport });
    const name = `</script><img src=x onerror=alert(1)>"'\\u0000${'\u202e'}`;
    const { id, file, isMade } = await order(1, name);
    await waitUntil('it is made', isMade);
    const { sections } = JSON.parse((await file())?.content ?? '') as {
      sections: { table: string; rows: Record<string, unknown>[] }[];
    };
    const of = (table: string) => sections.find((section) => section.table === table)?.rows;
    expect(of('customers')).toEqual([expect.objectContaining({ name, emailAddress: 'dana@example.com' })]);
    expect(of('reports')).toEqual([
      expect.objectContaining({
        registration: 'AB001',
        data: expect.objectContaining({ raw_api_data: expect.anything() }),
      }),
    ]);
    await createDataExport(
      { exportId: id, correlationId: 'request-1' },
      createTestJobContext({ orm: harness.orm, now }),
    );
    expect(await mails()).toMatchObject(oneMail);
  });

  it('is made once, with one mail, after the worker was killed in the middle', async () => {
    const { isMade } = await order();
    const [blocked, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    // The job blocks on writing its mail, after everything was collected.
    const holding = em().transactional(async (transaction) => {
      await transaction.execute('lock table mails in access exclusive mode');
      blocked.resolve(null);
      await released.promise;
    });
    await blocked.promise;
    const doomed = await harness.startChild({ lockMs: 1_000 });
    await waitUntil('it hangs', async () => {
      const [row] = await em().execute<{ count: number }[]>(
        `select count(*)::int as count from pg_locks where relation = 'mails'::regclass and not granted`,
      );
      return (row?.count ?? 0) > 0;
    });
    doomed.kill('SIGKILL');
    await doomed.exited;
    released.resolve(null);
    await holding;
    await harness.startChild({ lockMs: 1_000 });
    await waitUntil('it is made', isMade);
    await waitUntil('the queues are idle', harness.idle);
    expect(await mails()).toMatchObject(oneMail);
  });

  it('is built in the database, not in the worker’s memory: 200 reports', async () => {
    const { id, file, isMade } = await order(200);
    const before = process.memoryUsage().arrayBuffers;
    await createDataExport(
      { exportId: id, correlationId: 'request-1' },
      createTestJobContext({ orm: harness.orm, now }),
    );
    const passed = process.memoryUsage().arrayBuffers - before;
    expect(await isMade()).toBe(true);
    // Eight megabytes, none of which was transferred to the worker.
    expect((await file())?.content.length).toBeGreaterThan(5 * megabyte);
    expect(passed).toBeLessThan(megabyte);
  });

  it('ends without a mail when the account is deleted in the meantime', async () => {
    const { id, userId } = await order();
    await harness.data.remove('customers', { userId });
    await harness.data.remove('users', { id: userId });
    await harness.startHere({ 'data-exports.create': createDataExport });
    await waitUntil('the queues are idle', harness.idle);
    expect([await mails(), await harness.data.all('data_exports', { id })]).toEqual([[], []]);
  });

  it('is marked as failed when its job fails permanently', async () => {
    const { id } = await order();
    const broken = createTestJobContext(
      { orm: harness.orm, now },
      { lastAttempt: true, complete: () => Promise.reject(new Error('the database is gone')) },
    );
    await expect(createDataExport({ exportId: id, correlationId: 'request-1' }, broken)).rejects.toThrow('gone');
    expect(await harness.data.values('data_exports', 'status', { id })).toEqual(['failed']);
    expect(await mails()).toEqual([]);
  });
});

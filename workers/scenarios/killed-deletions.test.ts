import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { beginDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { addToOutbox, queueJobIdOfOutboxRow } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { enqueueTestJob } from '@ve/data/testing/enqueue-test-job';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import {
  requestAndConfirmDeletion,
  type DeletedPerson,
  readPersonRows,
  tablesContainingValue,
  identifyingValuesOf,
} from '@ve/workers/testing/deleted-person';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { openSignUpForm } from '@ve/workers/testing/sign-up-rows';
import { startStripeSandbox, type StripeSandbox } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

const email = 'dana@example.com';

let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

describe.each(queueBackendsForHandlers())('a deletion on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(
      em(),
      'users',
      'sign_ups',
      'mails',
      'retained_records',
      'former_members',
      'cancellation_requests',
    );
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const now = () => new Date();
  const child = (stripeHangs?: string) =>
    harness.startChild({ lockMs: 1_000, stripeUrl: sandbox.url, ...(stripeHangs ? { stripeHangs } : {}) });
  const idle = () => waitUntil('the queues are idle', harness.idle);
  const failed = async () => (await harness.queues.counts())['error-logs'].failed;
  const isDeleted = async () => (await harness.data.count('users')) === 0;

  /** The sign-up's job, as the queue knows it. */
  let joining: { id: string; name: 'sign-ups.complete' };
  const stateOfJoining = async () => (await harness.queues.states([joining])).get(joining.id);

  /** Creates a member in their trial. */
  const join = async (): Promise<DeletedPerson> => {
    const world = await sandbox.openTestEnvironment(now());
    const form = await openSignUpForm({ orm: harness.orm, sandbox, world }, { email });
    await world.confirm(form.payment, 'visa');
    await enqueueTestJob(em(), 'sign-ups.complete', { signUpId: form.signUpId, correlationId: 'c' }, { now: now() });
    const row = await harness.data.one('outbox');
    joining = { id: queueJobIdOfOutboxRow(row.id), name: 'sign-ups.complete' };
    await child();
    await waitUntil('they are a member', async () => !(await isDeleted()));
    await idle();
    await harness.stopAll();
    return readPersonRows(harness.orm, email);
  };

  /** Leaves the dead letter of a browser error that could not be stored. */
  const failToWrite = async (userId: string | null, why = 'it cannot be stored'): Promise<void> => {
    const before = await failed();
    await harness.startHere({
      'error-logs.write': () => Promise.reject(new UnrecoverableJobError(why)),
    });
    const entry = {
      timestamp: now().toISOString(),
      error_message: 'x is undefined',
      error_stack: null,
      user_agent: 'Firefox',
      url: '/report',
      session_id: null,
      error_type: 'JavaScript Error',
      component_name: null,
      additional_data: {},
    } as const;
    const payload = { entry, userId, receivedAt: entry.timestamp, fingerprint: 'f', correlationId: 'c' };
    await enqueueTestJob(em(), 'error-logs.write', payload, { now: now() });
    await waitUntil('it failed', async () => (await failed()) === before + 1);
    await idle();
    await harness.stopAll();
  };

  it('is finished once when its worker is killed (-9) after Stripe deleted the customer, including the queue’s ended jobs', async () => {
    const person = await join();
    const others = '0198a000-0000-7000-8000-000000000000';
    await failToWrite(person.userId);
    await failToWrite(null, `the row of ${email} cannot be stored`);
    await failToWrite(others);
    const doomed = await child('deleteCustomer');
    await requestAndConfirmDeletion(harness.orm, person, now());
    // No worker of this test sends mails, and the deletion waits for this one.
    await waitUntil('the mail that says what comes back is sent', async () => {
      const sent = await harness.data.set('mails', { sentAt: now() }, { template: 'membership-cancelled' });
      return sent.length === 1;
    });
    const customer = () => sandbox.call('GET', `customers/${person.stripeCustomerId}`);
    await waitUntil('the customer is deleted', async () => 'deleted' in (await customer()).body);
    doomed.kill('SIGKILL');
    await doomed.exited;
    expect(await isDeleted()).toBe(false);
    expect(await harness.data.all('retained_records')).toEqual([]);
    expect(await failed()).toBe(3);
    expect(await stateOfJoining()).toBe('completed');

    await child();
    await waitUntil('the account is gone', isDeleted);
    await idle();
    expect(await harness.data.values('mails', 'template')).toEqual(['account-deleted']);
    const kept = await harness.data.all('retained_records', {}, 'kind');
    expect(kept.map(({ kind }) => kind)).toEqual(['cancellation', 'consent', 'consent', 'payment']);
    expect(await failed()).toBe(1);
    expect(await stateOfJoining()).toBe('unknown');
    if (backend.queueUrl !== undefined) return;
    await harness.stopAll();
    expect(await tablesContainingValue(harness.orm, [others], 'bullmq')).toEqual(['job']);
    const traces = [...identifyingValuesOf(person), person.subscriptionId, person.stripeSubscriptionId];
    expect(await tablesContainingValue(harness.orm, traces, 'bullmq')).toEqual([]);
  });

  it('waits for an export that is being made, and deletes it as well', async () => {
    const user = await harness.data.add('users', { email });
    const userId = user.id;
    const [locked, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const holding = em().transactional(async (transaction) => {
      await transaction.execute('lock table mails in access exclusive mode');
      locked.resolve(null);
      await released.promise;
    });
    await locked.promise;
    await child();
    await em().transactional(async (transaction) => {
      const { id: exportId } = await beginDataExport(transaction, userId, now());
      await addToOutbox(
        transaction,
        { jobName: 'data-exports.create', payload: { exportId, correlationId: 'c' } },
        { now: now() },
      );
    });
    const waits = async (kind: string) => {
      const [row] = await em().execute<{ count: number }[]>(
        'select count(*)::int as count from pg_locks where locktype = ? and not granted',
        [kind],
      );
      return (row?.count ?? 0) > 0;
    };
    await waitUntil('the export is made but for its mail', () => waits('relation'));
    const ids = { userId, email, subscriptionId: '', stripeSubscriptionId: '', stripeCustomerId: '', customerId: '' };
    await requestAndConfirmDeletion(harness.orm, ids, now());
    await waitUntil('the deletion waits for the user', () => waits('transactionid'));
    released.resolve(null);
    await holding;
    await waitUntil('the account is gone', isDeleted);
    await idle();
    expect(await harness.data.all('data_exports')).toEqual([]);
    expect(await harness.data.values('mails', 'template')).toEqual(['account-deleted']);
  });
});

import type { ServiceStatus } from '@ve/contracts/http/operations/admin-operations';
import { addVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { registerScheduledJob, recordScheduledRun } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { recordOrphanSubscription } from '@ve/data/membership/subscription/orphan-subscription.repository';
import { createLogger } from '@ve/server-kit/log/logger';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { readOnlyQueueClass } from '@ve/server-kit/queue/read-only-queue';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-03-01T10:00:30.000Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const minutesAgo = (count: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') - count * 60_000);

let app: TestApp;
let staff: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  const token = await createTestSession(app, {
    email: 'admin@example.com',
    openedBy: 'password-totp',
    roles: ['admin'],
  });
  // The session's expiry uses the database's clock, which this test has left behind.
  await app.data.set('sessions', {
    createdAt: before(60),
    lastSeenAt: before(60),
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  staff = { cookie: `session=${token}` };
});
afterAll(() => app.close());

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${app.url}/api/admin/${path}`, { headers: staff });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};

const { warn } = createLogger({ name: 'test', level: 'silent', format: 'json' });
const redis = process.env['REDIS_URL'];

describe.each([['Postgres', undefined], ...(redis === undefined ? [] : [['Redis', redis] as const])] as const)(
  'queues on %s',
  (_name, queueUrl) => {
    it('are counted, with the age of the oldest waiting job, and are a failure when jobs wait too long', async () => {
      const second = await startTestApp(queueUrl === undefined ? {} : { QUEUE_URL: queueUrl }, () => now, {
        sharing: app,
      });
      const connection = await connectQueues({ databaseUrl: app.databaseUrl, queueUrl, onError: warn });
      const queues = createJobQueues(connection, warn);
      const reminders = new (readOnlyQueueClass(connection, warn))('reminders');
      await reminders.obliterate({ force: true });
      const added = Date.now();
      const ids = [randomUUID(), randomUUID()];
      await queues.add(ids.map((id) => ({ id, name: 'reminders.send', payload: {} })));
      const answer = await fetch(`${second.url}/api/admin/queues`, { headers: staff });
      const { outcome, queues: found } = (await answer.json()) as {
        outcome: string;
        queues: { name: string; waiting: number; oldestWaitingAt: string | null }[];
      };
      expect(outcome).toBe('read');
      expect(found.map(({ name }) => name)).toContain('vehicle-fetches');
      const status = found.find(({ name }) => name === 'reminders');
      expect(status).toMatchObject({ waiting: 2, active: 0, delayed: 0, failed: 0 });
      expect(Date.parse(status?.oldestWaitingAt ?? '')).toBeGreaterThanOrEqual(added - 1_000);
      await reminders.obliterate({ force: true });
      await reminders.close();

      const lateQueues = async () =>
        ((await (await fetch(`${second.url}/api/admin/service-status`, { headers: staff })).json()) as ServiceStatus)
          .lateQueues;
      const payments = new (readOnlyQueueClass(connection, warn))('payments');
      const wait = (seconds: number) =>
        payments.add('subscriptions.sync', {}, { timestamp: before(seconds).getTime(), jobId: randomUUID() });
      await payments.obliterate({ force: true });
      await wait(119);
      expect(await lateQueues()).toEqual([]);
      await payments.obliterate({ force: true });
      await wait(120);
      await wait(30);
      expect(await lateQueues()).toEqual([{ name: 'payments', seconds: 120 }]);
      await payments.obliterate({ force: true });
      await payments.close();
      await second.close();
      await queues.close();
      await connection.close();
    });
  },
);

it('reports that the queues cannot be reached, and returns everything else', async () => {
  const down = await startTestApp({ QUEUE_URL: 'redis://127.0.0.1:1' }, () => now, { sharing: app });
  const answer = await fetch(`${down.url}/api/admin/queues`, { headers: staff });
  expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'unreachable' }]);
  expect((await fetch(`${down.url}/api/admin/outbox`, { headers: staff })).status).toBe(200);
  await down.close();
});

it('connects to no queue before staff request it', async () => {
  const quiet = await startTestApp({ QUEUE_URL: 'redis://127.0.0.1:1' }, () => now, { sharing: app });
  await fetch(`${quiet.url}/`);
  await quiet.close();
  expect(quiet.logLines.join('\n')).not.toContain('staff_queue');
});

it('shows the outbox by its age', async () => {
  await app.empty('outbox');
  await app.data.addAll('outbox', [
    { jobName: 'mails.send', payload: {}, createdAt: before(90), relayedAt: null },
    { jobName: 'mails.send', payload: {}, createdAt: before(30), relayedAt: null },
    { jobName: 'mails.send', payload: {}, createdAt: before(600), relayedAt: before(600) },
  ]);
  expect(await read('outbox')).toEqual({
    unrelayed: { count: 2, oldestSeconds: 90 },
    unfinished: { count: 1, oldestSeconds: 600 },
    deadLetters: { total: 0, isMore: false },
  });
});

it('lists a scheduled job that has never run, and reports when no process runs it', async () => {
  await registerScheduledJob(app.em(), { name: 'new', everyMs: 600_000, at: before(30) });
  await registerScheduledJob(app.em(), { name: 'lost', everyMs: 1_000, at: before(300) });
  const { jobs } = await read<{ jobs: { name: string }[] }>('scheduled-jobs');
  expect(jobs.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { name: 'lost', state: 'late', startedAt: null, endedAt: null },
    { name: 'new', state: 'planned', endedAt: null, nextRunAt: new Date(now.getTime() + 570_000).toISOString() },
  ]);
  await registerScheduledJob(app.em(), { name: 'new', everyMs: 600_000, at: now });
  expect(await read<{ jobs: object[] }>('scheduled-jobs')).toEqual({ jobs: expect.arrayContaining(jobs) as unknown });
  await app.empty('scheduled_jobs');
});

it('lists customers charged at Stripe without an account, and reports it in the summary', async () => {
  for (const id of ['sub_2', 'sub_1']) {
    await recordOrphanSubscription(app.em(), { stripeSubscriptionId: id, stripeCustomerId: 'cus_1' }, now);
  }
  expect(await read('orphan-subscriptions')).toEqual({
    found: { total: 2, isMore: false },
    subscriptions: ['sub_1', 'sub_2'].map((id) => ({
      stripeSubscriptionId: id,
      stripeCustomerId: 'cus_1',
      foundAt: now.toISOString(),
    })),
  });
  expect(await read<ServiceStatus>('service-status')).toMatchObject({
    orphanSubscriptions: { total: 2, isMore: false },
  });
  await app.empty('orphan_subscriptions');
});

describe('the service status', () => {
  const readStatus = () => read<ServiceStatus>('service-status');
  const none = { total: 0, isMore: false };
  const one = { total: 1, isMore: false };
  const clear = () =>
    app.empty(
      'scheduled_jobs',
      'vendor_call_counts',
      'dead_letters',
      'outbox',
      'mails',
      'stripe_events',
      'release_moves',
    );
  beforeEach(clear);
  afterAll(clear);

  it('is well when nothing fails', async () => {
    await addVendorCallCounts(app.em(), [
      { vendor: 'DVLA', minute: minutesAgo(1), calls: 3, errors: 1, limited: 0, refusedByBreaker: 0 },
    ]);
    await registerScheduledJob(app.em(), { name: 'purge', everyMs: 600_000, at: now });
    expect(await readStatus()).toEqual({
      queues: true,
      lateQueues: [],
      outboxSeconds: 0,
      deadLetters: none,
      vendors: [],
      scheduledJobs: [],
      rolledBackCanaries: none,
      failedMails: none,
      orphanSubscriptions: none,
      failedEvents: none,
      escalated: none,
      overdueCases: none,
      openCases: none,
      openErrors: none,
    });
  });

  it('names what fails, since when, and what waits for staff', async () => {
    const quiet = { limited: 0, refusedByBreaker: 0 };
    await addVendorCallCounts(app.em(), [
      { vendor: 'DVLA', minute: minutesAgo(20), calls: 3, errors: 0, ...quiet },
      { vendor: 'DVLA', minute: minutesAgo(1), calls: 3, errors: 3, ...quiet },
    ]);
    await registerScheduledJob(app.em(), { name: 'purge', everyMs: 1_000, at: before(600) });
    await app.data.add('outbox', { jobName: 'mails.send' }, before(120));
    await app.data.add('dead_letters', {
      id: randomUUID(),
      jobName: 'mails.send',
      payload: {},
      lastError: 'timeout',
      enqueuedAt: now,
      failedAt: now,
    });
    await app.data.addAll('mails', [
      {
        template: 'receipt',
        stream: 'service',
        recipient: null,
        uniqueKey: 'today',
        createdAt: before(60),
        failedAt: before(60),
        failure: 'timeout',
      },
      {
        template: 'receipt',
        stream: 'service',
        recipient: null,
        uniqueKey: 'older',
        createdAt: before(90_000),
        failedAt: before(90_000),
        failure: 'timeout',
      },
    ]);
    await app.data.addAll('stripe_events', [
      { stripeEventId: 'evt_1', type: 'invoice.paid', createdAt: now, receivedAt: now, failure: 'timeout' },
      { stripeEventId: 'evt_2', type: 'invoice.paid', createdAt: now, receivedAt: now, failure: null },
    ]);
    await app.data.addAll('release_moves', [
      { name: 'mfe-report', action: 'stop', fromVersion: 'v2', createdAt: before(60), createdBy: 'canary-watch' },
      { name: 'mfe-report', action: 'stop', fromVersion: 'v1', createdAt: before(90_000), createdBy: 'canary-watch' },
      { name: 'mfe-report', action: 'stop', fromVersion: 'v3', createdAt: before(60), createdBy: 'release-bot' },
    ]);
    expect(await readStatus()).toMatchObject({
      outboxSeconds: 120,
      deadLetters: one,
      vendors: [{ vendor: 'DVLA', answeredAt: minutesAgo(20).toISOString() }],
      scheduledJobs: [{ name: 'purge', state: 'late' }],
      rolledBackCanaries: one,
      failedMails: one,
      failedEvents: one,
    });
  });
});

it('counts the limits of Stripe’s reads and writes as Stripe’s calls, not as vendors', async () => {
  await app.data.addAll('vendor_daily_usage', [
    { vendor: 'Stripe reads', day: '2026-03-01', calls: 1389, costPence: 0 },
    { vendor: 'Stripe writes', day: '2026-03-01', calls: 150, costPence: 0 },
  ]);
  const { vendors } = await read<{ vendors: { vendor: string; budget: unknown }[] }>('vendors');
  const stripe = vendors.filter(({ vendor }) => vendor.startsWith('Stripe'));
  expect(stripe).toMatchObject([{ vendor: 'Stripe', budget: { calls: 1_539, callsLimit: null } }]);
});

it('shows the last and next run of scheduled jobs, and which fail or are late', async () => {
  const run = (name: string, endedAgo: number, why: string | null) =>
    recordScheduledRun(app.em(), {
      name,
      everyMs: 60_000,
      startedAt: before(endedAgo + 2),
      endedAt: before(endedAgo),
      why,
    });
  await run('a', 30, null);
  await run('b', 30, 'timeout');
  await run('c', 181, null);
  const { jobs } = await read<{ jobs: { name: string; state: string; nextRunAt: string }[] }>('scheduled-jobs');
  expect(jobs.map(({ name, state }) => [name, state])).toEqual([
    ['a', 'ok'],
    ['b', 'failing'],
    ['c', 'late'],
  ]);
  expect(jobs[0]?.nextRunAt).toBe(new Date(now.getTime() + 30_000).toISOString());
});

it('shows the state of each vendor', async () => {
  const nothing = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };
  const add = (vendor: string, ago: number, counts: Partial<typeof nothing>) =>
    addVendorCallCounts(app.em(), [{ vendor, minute: minutesAgo(ago), ...nothing, ...counts }]);
  await add('DVLA', 0, { calls: 10, errors: 1 });
  await add('DVSA', 1, { calls: 5, errors: 5 });
  await add('DVSA', 2, { calls: 5 });
  await add('Stripe', 1, { calls: 5, errors: 5 });
  await add('Stripe', 0, { refusedByBreaker: 9 });
  await add('SMTP', 90, { calls: 3 });
  const { vendors } = await read<{ vendors: { vendor: string; state: string; hour: object; day: object }[] }>(
    'vendors',
  );
  expect(vendors.map(({ vendor, state }) => [vendor, state])).toEqual([
    ['DVLA', 'ok'],
    ['DVSA', 'failing'],
    ['UKVD', 'quiet'],
    ['UKVD VdiCheckFull', 'quiet'],
    ['UKVD ValuationData', 'quiet'],
    ['UKVD VehicleImageData', 'quiet'],
    ['IdealPostcodes', 'quiet'],
    ['Stripe', 'breaker-open'],
    ['SMTP', 'quiet'],
    ['Twilio', 'quiet'],
  ]);
  expect(vendors.find(({ vendor }) => vendor === 'SMTP')).toMatchObject({ hour: nothing, day: { calls: 3 } });
});

describe('dead letters', () => {
  const ids = Array.from({ length: 12 }, () => randomUUID());
  const list = (query = '') =>
    read<{ rows: { id: string }[]; total: number; hasOlder: boolean }>(`dead-letters${query}`);
  const act = (id: string, what: string, reason: unknown = 'DVLA is back') =>
    postFromOwnPage(`${app.url}/api/admin/dead-letters/${id}/${what}`, { reason }, staff);
  beforeAll(async () => {
    await app.empty('outbox');
    for (const [index, id] of ids.entries()) {
      await app.data.add('dead_letters', {
        id,
        jobName: 'full-checks.run',
        payload: { checkId: '1' },
        lastError: 'timeout',
        enqueuedAt: before(900),
        failedAt: before(index),
      });
    }
  });

  it('are listed newest first, ten a page, without their payloads', async () => {
    const first = await list();
    expect(first).toMatchObject({ total: 12, hasOlder: true });
    expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(JSON.stringify(first)).not.toContain('checkId');
  });

  it('are retried once, with a reason and one audit row', async () => {
    const [id = ''] = ids;
    expect((await act(id, 'retry', 'x')).status).toBe(400);
    const answers = await Promise.all([act(id, 'retry'), act(id, 'retry')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 404]);
    expect(await app.data.all('outbox')).toEqual([
      expect.objectContaining({ id, jobName: 'full-checks.run', payload: { checkId: '1' }, retried: true }),
    ]);
    expect(await app.data.all('audit_log', { subject: id })).toEqual([
      expect.objectContaining({
        actor: 'admin@example.com',
        action: 'dead-letter.retried',
        subject: id,
        details: { job: 'full-checks.run', reason: 'DVLA is back' },
      }),
    ]);
  });

  it('are dismissed, listed separately, and can still be retried', async () => {
    const [, id = ''] = ids;
    expect((await act(id, 'dismiss', 'known and harmless')).status).toBe(204);
    expect((await act(id, 'dismiss', 'known and harmless')).status).toBe(404);
    expect((await list('?seen=true')).rows).toMatchObject([{ id, dismissedAt: now.toISOString() }]);
    expect((await list()).total).toBe(10);
    expect((await act(id, 'retry')).status).toBe(202);
    expect(await app.data.values('audit_log', 'action', { subject: id }, 'action')).toEqual([
      'dead-letter.dismissed',
      'dead-letter.retried',
    ]);
  });

  it.each(['retry', 'dismiss'])('that do not exist are not found: %s', async (what) => {
    expect((await act(randomUUID(), what)).status).toBe(404);
    expect((await act('nine', what)).status).toBe(404);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findFullCheck } from '@ve/data/full-check/full-check.repository';
import { beginDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { findDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { retryDeadLetter } from '@ve/app/operations/rerun-job';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { remainingCreditOf, insertPaidTestMember, requestTestFullCheck } from '@ve/data/testing/full-checks';
import { createUser } from '@ve/data/identity/user/user.repository';
import { fullCheckTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { createSmtpAdapter } from '@ve/providers/mail/smtp.adapter';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase } from '@ve/app/job-context';
import { exampleMailSettings } from '../messaging/mails/mail-examples.ts';
import { createMailHandler } from '../handlers.ts';
import { endStuckFullChecks } from '@ve/app/full-check/sweep-checks';
import { createDataExport } from '@ve/app/privacy/data-exports';
import { testableQueueBackends } from '../testing/queue-backends.ts';
import { createMailRowsFixture } from '../testing/read-mail-rows.ts';
import { openQueueHarness, type QueueHarness } from '../testing/queue-harness.ts';
import { scriptedPaidSources } from '../testing/scripted-registers.ts';
import { scriptedSources } from '../testing/scripted-sources.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { runFullCheck } from '@ve/app/full-check/run-full-check';

const now = () => new Date();

describe.each(testableQueueBackends())('a staff retry of a dead letter, on $name,', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(em(), 'dead_letters', 'users', 'mails', 'newsletter_subscriptions');
  });
  afterAll(() => harness.close());
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeEach(async () => {
    server = await startSmtpServer();
  });
  afterEach(() => server.close());

  const em = () => harness.orm.em.fork();
  const list = async () => (await findDeadLetters(em(), { from: 'first' }, { seen: false })).rows;
  const retryIt = async (): Promise<void> => {
    await waitUntil('the job is given up', async () => (await list()).length === 1);
    const id = (await list())[0]?.id ?? '';
    await em().transactional((transaction) => retryDeadLetter(transaction, id, now()));
    await waitUntil('it has ended', async () => (await harness.outboxRows()) === 0);
  };

  it('sends a mail that the mail server had refused, once', async () => {
    const mail = createSmtpAdapter({ url: server.url, domain: 'vehicle-enquiry.example', timeoutMs: 2_000 });
    const needs = { mail, mailSettings: exampleMailSettings, mailLeaseMs: 60_000 };
    await harness.startHere({ 'mails.send': createMailHandler(needs) });
    const rows = createMailRowsFixture(harness.orm, now);
    server.setFault({ at: 'recipient', code: 550, times: 1 });
    await rows.askForNewsletter('dana@example.com');
    await retryIt();
    expect(await rows.all()).toMatchObject([{ state: 'sent', why: null }]);
    expect(server.mails.map(({ to }) => to)).toEqual([['dana@example.com']]);
    expect(await list()).toEqual([]);
  });

  const makesLater = (): JobUseCase<'data-exports.create'> => {
    let runs = 0;
    return (payload, context) => {
      runs += 1;
      const failToEnd = () => Promise.reject(new UnrecoverableJobError('the database is gone'));
      return createDataExport(payload, runs > 1 ? context : { ...context, lastAttempt: true, complete: failToEnd });
    };
  };
  const orderExport = async (): Promise<string> => {
    const userId = (await createUser(em(), 'dana@example.com', now())) ?? '';
    await em().transactional(async (transaction) => {
      const { id: exportId } = await beginDataExport(transaction, userId, now());
      const payload = { exportId, correlationId: 'request-1' };
      await addToOutbox(transaction, { jobName: 'data-exports.create', payload }, { now: now() });
    });
    return userId;
  };
  const exports = () => harness.data.values('data_exports', 'status', {}, 'createdAt');
  const mails = () => harness.data.select('mails', ['template', 'recipient']);
  const oneMail = [{ template: 'data-export-ready', recipient: 'dana@example.com' }];

  it('makes a copy of data that had failed, with its mail', async () => {
    await harness.startHere({ 'data-exports.create': makesLater() });
    await orderExport();
    await waitUntil('it has failed', async () => (await exports())[0] === 'failed');
    await retryIt();
    expect([await exports(), await mails()]).toEqual([['ready'], oneMail]);
  });

  it('makes no copy while another is being made', async () => {
    await harness.startHere({ 'data-exports.create': makesLater() });
    const userId = await orderExport();
    await waitUntil('it has failed', async () => (await exports())[0] === 'failed');
    await em().transactional((transaction) => beginDataExport(transaction, userId, now()));
    await retryIt();
    expect([await exports(), await mails()]).toEqual([['failed', 'making'], []]);
  });

  it('does not run a full check whose credit was returned', async () => {
    const { calls, ...registers } = scriptedPaidSources();
    const run = runFullCheck({ ...registers, sources: scriptedSources({}).sources });
    let runs = 0;
    await harness.startHere({
      'full-checks.run': (payload, context) => {
        runs += 1;
        return runs > 1 ? run(payload, context) : Promise.reject(new UnrecoverableJobError('the database is gone'));
      },
    });
    const member = await insertPaidTestMember(em(), now());
    const check = await requestTestFullCheck(em(), member, { registration: 'AB12CDE', now: now() });
    await waitUntil('the job is given up', async () => (await list()).length === 1);
    await endStuckFullChecks(em(), {
      now: new Date(Date.now() + fullCheckTimeLimits.closedMs + 1_000),
      listener: crossContextListener,
    });
    expect(await remainingCreditOf(em(), member.subscriptionId)).toBe(1);
    await retryIt();
    expect([runs, calls]).toEqual([2, { registers: 0, valuations: 0 }]);
    expect(await findFullCheck(em(), check?.id ?? '')).toMatchObject({ status: 'failed', failure: 'interrupted' });
    expect(await remainingCreditOf(em(), member.subscriptionId)).toBe(1);
  });
});

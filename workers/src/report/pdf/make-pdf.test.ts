import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { requestReportPdf, findReportPdfContent } from '@ve/data/report/report-pdf.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { emptyReportData } from '@ve/data/testing/test-rows';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { randomUUID } from 'node:crypto';
import { testableQueueBackends } from '../../testing/queue-backends.ts';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { openQueueHarness, type QueueHarness } from '../../testing/queue-harness.ts';
import { readPdfText } from '../../testing/read-pdf-text.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { renderReportPdf, reportPdfContentHash } from '@ve/app/report/render-report-pdf';
import type { PdfRenderer } from '@ve/app/report/render-report-pdf';
import { createPdfRenderer } from './pdf-renderer.ts';

const origin = 'https://www.vehicle-enquiry.example';
/** Node arguments of test processes: the thread runs TypeScript sources. */
const execArgv = [
  '--conditions=source',
  '--import',
  new URL('../../../../tools/dev/register.mjs', import.meta.url).href,
];
const dataOf = (record: VehicleRecord) => ({ ...emptyReportData, raw_api_data: record });

// One backend is enough for what Postgres and Redis do equally: this test takes seconds.
describe.each(testableQueueBackends().slice(0, 1))('a PDF on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(async () => {
    await harness.reset();
    await clearTables(em(), 'users');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const now = () => new Date();

  /** Acts as the BFF for a customer with a saved report. */
  async function order() {
    const user = await harness.data.add('users', { email: 'dana@example.com', emailVerifiedAt: new Date() });
    const userId = user.id;
    const customer = await harness.data.add('customers', { userId });
    const report = await harness.data.add('reports', {
      customerId: customer.id,
      reportData: dataOf(vehicleRecordFixture()),
    });
    const wanted = { reportId: report.id, registration: 'AB12CDE', contentHash: 'a'.repeat(64) };
    const askAgain = (at: Date) => em().transactional((transaction) => requestReportPdf(transaction, wanted, at));
    const { id } = await em().transactional(async (transaction) => {
      const pdf = await requestReportPdf(transaction, wanted, now());
      const payload = { pdfId: pdf.id, correlationId: 'request-1' };
      await addToOutbox(transaction, { jobName: 'report-pdfs.render', payload }, { now: now() });
      return pdf;
    });
    const file = () => findReportPdfContent(em(), userId, id);
    return { id, askAgain, file, isMade: async () => (await file()) !== null };
  }
  const statusOf = (id: string) => harness.data.values('report_pdfs', 'status', { id });
  const relayedAt = async () => (await harness.data.one('outbox')).relayedAt;
  const run = (pdfId: string, renderPdf: PdfRenderer, changes: Parameters<typeof createTestJobContext>[1] = {}) =>
    renderReportPdf({ renderPdf, mailSettings: { origin } })(
      { pdfId, correlationId: 'request-1' },
      createTestJobContext({ orm: harness.orm, now }, changes),
    );

  it('is made after the worker was killed in the middle', async () => {
    const { file, isMade } = await order();
    const [blocked, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    // The job blocks on storing the PDF, which is rendered by then.
    const holding = em().transactional(async (transaction) => {
      await transaction.execute('lock table report_pdfs in share mode');
      blocked.resolve(null);
      await released.promise;
    });
    await blocked.promise;
    const doomed = await harness.startChild({ lockMs: 1_000 });
    await waitUntil('it hangs', async () => {
      const [row] = await em().execute<{ count: number }[]>(
        `select count(*)::int as count from pg_locks where relation = 'report_pdfs'::regclass and not granted`,
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
    const texts = await readPdfText((await file())?.content ?? new Uint8Array());
    expect(texts.length).toBeLessThanOrEqual(3);
    expect(texts[0]).toContain('AB12 CDE');
    expect(texts[0]).toContain('SAMPLE MOTORS EXAMPLE 1.6');
  });

  it('is queued again when it is requested after its queue was wiped', async () => {
    const { id, askAgain, isMade } = await order();
    expect(await harness.relayOnly()).toBe(1);
    await harness.wipe();
    // The relay is stopped, so that its own review does not requeue the job.
    const relayed = (await relayedAt())!.getTime();
    // A job that was relayed just now is assumed to be in its queue.
    expect(await askAgain(new Date(relayed + 4_900))).toMatchObject({ id, isNew: false });
    expect(await relayedAt()).not.toBeNull();
    expect(await askAgain(new Date(relayed + 5_100))).toMatchObject({ id, isNew: false });
    expect(await relayedAt()).toBeNull();
    const renderPdf = () => Promise.resolve({ bytes: Buffer.from('%PDF'), pages: 1 });
    await harness.startHere({ 'report-pdfs.render': renderReportPdf({ renderPdf, mailSettings: { origin } }) });
    await waitUntil('it is made', isMade);
    await waitUntil('the queues are idle', harness.idle);
  });

  it('is rendered in a thread, which fails alone when it exceeds memory or time, and other jobs continue', async () => {
    const { id } = await order();
    const noMemory = createPdfRenderer({ execArgv, heapMb: 8 });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await expect(run(id, noMemory)).rejects.toThrow(/memory/i);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
    const noTime = createPdfRenderer({ execArgv, timeoutMs: 1 });
    await expect(run(id, noTime)).rejects.toThrow('a PDF took more than 1 ms');
    expect(await statusOf(id)).toEqual(['making']);
  });

  it('is stored with what was printed, not with what was requested', async () => {
    const { id } = await order();
    const newer = vehicleRecordFixture({ licensing: { colour: 'PURPLE' } });
    await harness.data.set('reports', { reportData: dataOf(newer) });
    let day = '';
    await run(id, (printed) => {
      day = printed.day;
      return Promise.resolve({ bytes: Buffer.from('%PDF'), pages: 1 });
    });
    expect(day).toBe(londonDate(now()));
    const report = { reportId: '', registration: 'AB12CDE', record: newer, fullCheck: null };
    expect((await harness.data.one('report_pdfs', { id })).contentHash).toBe(
      reportPdfContentHash(report, londonDate(now())),
    );
  });

  it('waits in a queue of its own, one at a time, without delaying other jobs', async () => {
    const blocked = Promise.withResolvers<null>();
    let [running, maxRunning, filled] = [0, 0, 0];
    await harness.startHere({
      'report-pdfs.render': async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await blocked.promise;
        running -= 1;
      },
      'reports.backfill': () => {
        filled += 1;
        return Promise.resolve();
      },
    });
    const add = (name: 'report-pdfs.render' | 'reports.backfill', payload: object) =>
      em().transactional((transaction) =>
        addToOutbox(
          transaction,
          { jobName: name, payload: { ...payload, correlationId: 'request-1' } as never },
          { now: now() },
        ),
      );
    for (let index = 0; index < 6; index += 1) await add('report-pdfs.render', { pdfId: randomUUID() });
    await waitUntil('one is being made', () => Promise.resolve(running === 1));
    await add('reports.backfill', { reportId: randomUUID() });
    await waitUntil('a report is filled meanwhile', () => Promise.resolve(filled === 1));
    blocked.resolve(null);
    await waitUntil('all are made', harness.idle);
    expect(maxRunning).toBe(1);
  });

  it('is marked as failed when its job fails permanently, and is not made for a deleted report', async () => {
    const { id } = await order();
    const broken = () => Promise.reject(new Error('no paper'));
    await expect(run(id, broken, { lastAttempt: true })).rejects.toThrow('no paper');
    expect(await statusOf(id)).toEqual(['failed']);
    await run(id, broken);
    await harness.data.remove('reports');
    await run(id, broken);
    expect(await statusOf(id)).toEqual([]);
  });
});

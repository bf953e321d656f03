import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordScheduledRun, registerScheduledJob } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { Registry } from 'prom-client';
import { registerDatabaseBacklogMetrics } from './measure-database.ts';
import { registerPaymentMetrics } from './membership/measure-payments.ts';

const hourMs = 3_600_000;
const start = new Date('2027-03-01T02:00:00Z');
const after = (hours: number): Date => new Date(start.getTime() + hours * hourMs);
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => clearTables(db.orm.em.fork(), 'scheduled_jobs'));
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const scrape = async (now: Date): Promise<string[]> => {
  const registry = new Registry();
  registerDatabaseBacklogMetrics(registry, { fork: em, now: () => now });
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('scheduled_jobs{'));
};
const ran = (name: string, why: string | null) =>
  recordScheduledRun(em(), { name, everyMs: 24 * hourMs, startedAt: start, endedAt: start, why });

describe('the scheduled jobs', () => {
  it('are measured as failing while their last run failed', async () => {
    await ran('backup', 'no space left');
    expect(await scrape(after(1))).toEqual([
      'scheduled_jobs{name="backup",state="late"} 0',
      'scheduled_jobs{name="backup",state="failing"} 1',
    ]);
    await ran('backup', null);
    expect(await scrape(after(1))).toEqual([
      'scheduled_jobs{name="backup",state="late"} 0',
      'scheduled_jobs{name="backup",state="failing"} 0',
    ]);
  });

  it('are measured as late when no run has ended in time, also when they never ran', async () => {
    await registerScheduledJob(em(), { name: 'backup', everyMs: 24 * hourMs, at: start });
    expect(await scrape(after(26))).toContain('scheduled_jobs{name="backup",state="late"} 0');
    expect(await scrape(after(27))).toContain('scheduled_jobs{name="backup",state="late"} 1');
  });

  it('that this release does not know are no labels', async () => {
    await ran('of an earlier release', null);
    expect(await scrape(after(1))).toEqual([]);
  });
});

it('metrics that show parts of one reading read it once a scrape', async () => {
  let reads = 0;
  const registry = new Registry();
  const fork = () => {
    reads += 1;
    return em();
  };
  registerPaymentMetrics(registry, { fork, now: () => start });
  for (const scrapes of [1, 2]) {
    const metrics = await registry.metrics();
    expect(metrics).toContain('payments_last_day{what="failed-refund"} 0');
    expect(metrics).toContain('open_disputes 0');
    expect(reads).toBe(scrapes);
  }
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { findScheduledJobs, recordScheduledRun, claimScheduledRun } from './scheduled-job.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('keeps the last run of each job, and how many have failed in a row', async () => {
  const em = db.orm.em.fork();
  const run = (name: string, second: number, why: string | null) => {
    const at = (ms: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') + second * 1_000 + ms);
    return recordScheduledRun(em, { name, everyMs: 5_000, startedAt: at(0), endedAt: at(20), why });
  };
  const failures = async () => (await findScheduledJobs(em)).map(({ name, failures: of, why }) => [name, of, why]);
  await run('purge', 1, null);
  await run('sweep', 1, 'timeout');
  await run('sweep', 2, 'x'.repeat(400));
  expect(await failures()).toEqual([
    ['purge', 0, null],
    ['sweep', 2, 'x'.repeat(300)],
  ]);
  await run('sweep', 3, null);
  expect(await failures()).toEqual([
    ['purge', 0, null],
    ['sweep', 0, null],
  ]);
});

it('is claimed by one process in each interval, also after a clock that was ahead', async () => {
  const em = db.orm.em.fork();
  const take = (minute: number) => {
    const at = new Date(Date.parse('2026-03-01T10:00:00.000Z') + minute * 60_000);
    return claimScheduledRun(db.orm.em.fork(), { name: 'scan', everyMs: 300_000, at });
  };
  expect((await Promise.all([take(0), take(0), take(0)])).filter(Boolean)).toHaveLength(1);
  expect([await take(3), await take(4.9), await take(6)]).toEqual([false, true, false]);
  expect([await take(9_000), await take(10), await take(12)]).toEqual([true, true, false]);
  expect((await findScheduledJobs(em)).find(({ name }) => name === 'scan')).toMatchObject({
    endedAt: null,
    failures: 0,
  });
});

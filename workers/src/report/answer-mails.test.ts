import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { retryUnansweredVehicles } from '@ve/app/report/answer-mails';
import { queueAllReportReadyMails } from '@ve/app/report/report-ready-mails';
import { createUser } from '@ve/data/identity/user/user.repository';
import { addAnswerMail, type AnswerMailReader } from '@ve/data/report/report-ready-mail.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { finishTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import type { VehicleFetchOutcome } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';

const aMinute = 60_000;
const asked = new Date('2026-11-21T12:00:00.000Z');
const after = (minutes: number) => new Date(asked.getTime() + minutes * aMinute);

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() =>
  clearTables(
    db.orm.em.fork(),
    'users',
    'vehicle_fetches',
    'report_ready_mails',
    'mails',
    'mail_suppressions',
    'outbox',
  ),
);
afterAll(() => db.close());

const ask = (registration: string, reader: AnswerMailReader = { email: 'reader@example.com' }) =>
  db.orm.em.fork().transactional((em) =>
    addAnswerMail(
      em,
      { registration, reader },
      {
        now: asked,
        retryUntil: after(48 * 60),
        nextFetchAt: after(5),
      },
    ),
  );
const retry = (now: Date) => retryUnansweredVehicles(db.orm.em.fork(), now);
const liveFetches = () => db.data.all('vehicle_fetches', { status: 'queued' });
/** Ends the running fetch as the fetch job does. */
const end = async (outcome: VehicleFetchOutcome, now: Date) => {
  for (const { id, registration } of await liveFetches()) {
    await db.orm.em.fork().transactional(async (em) => {
      await finishTestVehicleFetch(em, id, { outcome, now });
      await crossContextListener.lookupEnded(em, { registration, now, correlationId: 'request-1' });
    });
  }
};
const recipients = async () => (await db.data.values('mails', 'recipient')).toSorted();

it('asks the sources again by its backoff, and mails once when one has answered', async () => {
  await ask('DN02DWN');
  expect(await retry(after(4))).toBe(0);
  expect(await retry(after(5))).toBe(1);
  // While that runs, and until the next time, nothing more is asked.
  expect(await retry(after(6))).toBe(0);
  await end('unavailable', after(6));
  expect(await recipients()).toEqual([]);
  expect(await retry(after(14))).toBe(0);
  expect(await retry(after(15))).toBe(1);
  await end('found', after(15));
  expect(await recipients()).toEqual(['reader@example.com']);
  expect(await retry(after(60))).toBe(0);
  await queueAllReportReadyMails(db.orm.em.fork(), after(60));
  expect(await recipients()).toHaveLength(1);
});

it('one fetch serves all readers of a vehicle, also one that another reader started', async () => {
  const userId = (await createUser(db.orm.em.fork(), 'dana@example.com', asked))!;
  await ask('DN02DWN');
  await ask('DN02DWN', { userId });
  await ask('DN02DWN', { email: 'other@example.com' });
  expect(await retry(after(5))).toBe(1);
  expect(await liveFetches()).toHaveLength(1);
  await end('not-found', after(5));
  expect(await recipients()).toEqual(['dana@example.com', 'other@example.com', 'reader@example.com']);
});

it('asks about a few vehicles a minute, each by one of several processes', async () => {
  const plates = Array.from({ length: 12 }, (_, index) => `DN${String(10 + index)}DWN`);
  for (const [index, plate] of plates.entries()) await ask(plate, { email: `reader${String(index)}@example.com` });
  expect(await retry(after(5))).toBe(5);
  await Promise.all(Array.from({ length: 4 }, () => retry(after(6))));
  const started = (await db.data.values('vehicle_fetches', 'registration')).toSorted();
  expect(new Set(started).size).toBe(started.length);
  for (let minute = 7; minute < 10; minute += 1) await retry(after(minute));
  expect((await db.data.values('vehicle_fetches', 'registration')).toSorted()).toEqual(plates);
});

it('stops after two days, and mails that once', async () => {
  await ask('DN02DWN');
  expect(await retry(after(48 * 60))).toBe(0);
  await queueAllReportReadyMails(db.orm.em.fork(), after(48 * 60 - 1));
  expect(await recipients()).toEqual([]);
  await queueAllReportReadyMails(db.orm.em.fork(), after(48 * 60));
  await queueAllReportReadyMails(db.orm.em.fork(), after(48 * 60 + 1));
  expect(await recipients()).toEqual(['reader@example.com']);
});

it('asks no source again for a request that is deleted', async () => {
  await ask('DN02DWN');
  await clearTables(db.orm.em.fork(), 'report_ready_mails');
  expect(await retry(after(5))).toBe(0);
});

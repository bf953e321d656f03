import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { openReminderEnvironment, testCarTaxedUntil, testCarWithMotUntil } from '../../testing/reminder-environment.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/**
 * Times of the daily scans in UTC: in winter the third is the first outside the usual quiet hours, in summer the
 * second.
 */
const scans = ['00:30', '07:30', '08:30', '18:30'];
const billingDaysOf = (year: number) =>
  Array.from({ length: 365 }, (_, n) => new Date(Date.UTC(year, 0, 1 + n)).toISOString().slice(0, 10));

it('four members get every message of a year on its day, at an hour they allow, and no other', async () => {
  const world = openReminderEnvironment(db.orm, new Date('2027-01-01T00:00:00Z'));
  const em = () => db.orm.em.fork();
  // By e-mail only; taxes the car before the date and has it tested after it; the clocks go forward the night before.
  const ann = await world.join('ann', 'AN11ANN', {
    ...testCarTaxedUntil('2027-03-01'),
    ...testCarWithMotUntil('2027-03-29'),
  });
  // By text and e-mail, in the evening only from 20 October; the clocks go back in the second last night.
  const bob = await world.join('bob', 'BO22BOB', {}, { smsOn: true });
  await setMemberDueDate(em(), { userId: bob, kind: 'insurance', on: '2027-11-01' }, world.now());
  // Cancels in the middle of the year.
  const cat = await world.join('cat', 'CA33CAT', {});
  await setMemberDueDate(em(), { userId: cat, kind: 'servicing', on: '2027-06-25' }, world.now());
  // Takes the car off the road, then has it tested early.
  await world.join('dee', 'DE44DEE', { ...testCarTaxedUntil('2027-08-01'), ...testCarWithMotUntil('2027-09-15') });

  const story: Record<string, () => unknown> = {
    '2027-02-25': () => world.setCar('AN11ANN', testCarTaxedUntil('2028-03-01')),
    '2027-04-01': () => world.setCar('AN11ANN', testCarWithMotUntil('2028-03-31')),
    '2027-06-15': () =>
      db.data.set('subscriptions', { endsAt: world.now(), cancelRequestedAt: world.now() }, { userId: cat }),
    '2027-07-20': () =>
      world.setCar('DE44DEE', { tax: { state: 'found', data: { taxStatus: 'SORN', taxDueDate: null } } }),
    '2027-09-02': () => world.setCar('DE44DEE', testCarWithMotUntil('2028-09-14')),
    '2027-10-20': () => changeWatch(em(), { userId: bob, changes: { quiet: { from: 20, until: 18 } } }, world.now()),
    '2027-11-10': () => changeWatch(em(), { userId: ann, changes: { pause: { until: null } } }, world.now()),
  };
  for (const day of billingDaysOf(2027)) {
    world.travelTo(`${day}T00:00:00Z`);
    await story[day]?.();
    for (const time of scans) {
      world.travelTo(`${day}T${time}:00Z`);
      await world.refresh();
      await world.scan();
      await world.settle();
    }
  }

  expect(await world.messages()).toEqual([
    '2027-02-01 08:30 ann email tax 2027-03-01 28',
    '2027-02-15 08:30 ann email tax 2027-03-01 14',
    '2027-02-22 08:30 ann email tax 2027-03-01 7',
    '2027-03-01 08:30 ann email mot 2027-03-29 28',
    '2027-03-15 08:30 ann email mot 2027-03-29 14',
    '2027-03-22 08:30 ann email mot 2027-03-29 7',
    '2027-03-28 07:30 ann email mot 2027-03-29 1',
    '2027-03-30 07:30 ann email mot 2027-03-29 -1',
    '2027-05-28 07:30 cat email servicing 2027-06-25 28',
    '2027-06-11 07:30 cat email servicing 2027-06-25 14',
    '2027-07-04 07:30 dee email tax 2027-08-01 28',
    '2027-07-18 07:30 dee email tax 2027-08-01 14',
    '2027-08-18 07:30 dee email mot 2027-09-15 28',
    '2027-09-01 07:30 dee email mot 2027-09-15 14',
    '2027-10-04 07:30 bob email insurance 2027-11-01 28',
    '2027-10-04 07:30 bob sms insurance 2027-11-01 28',
    '2027-10-18 07:30 bob email insurance 2027-11-01 14',
    '2027-10-18 07:30 bob sms insurance 2027-11-01 14',
    '2027-10-25 18:30 bob email insurance 2027-11-01 7',
    '2027-10-25 18:30 bob sms insurance 2027-11-01 7',
    '2027-10-31 18:30 bob email insurance 2027-11-01 1',
    '2027-10-31 18:30 bob sms insurance 2027-11-01 1',
    '2027-11-02 18:30 bob email insurance 2027-11-01 -1',
    '2027-11-02 18:30 bob sms insurance 2027-11-01 -1',
  ]);
  // Planned for an earlier date, and ended by the register's response when they were to be sent.
  expect(await world.skipped()).toEqual(['tax 1 email: moved', 'tax 7 email: sorn', 'mot 7 email: moved']);
}, 120_000);

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freeMonitorCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { addDays, daysBetween, londonDate } from '@ve/domain/kernel/time/london-date';
import { writeFile } from 'node:fs/promises';
import { createTimeTravelMember } from '@ve/workers/testing/time-travel-member';
import { type ArrivedMessage, openTimeTravelStack, type TimeTravelStack } from '@ve/workers/testing/time-travel-stack';
import { waitUntil } from '@ve/workers/testing/wait-until';

/*
 * A year of four members: BFF, workers, PostgreSQL and its queues, and the sandbox for every vendor, on the sandbox's
 * clock. The messages that arrive are compared one by one with the calendar below. `npm run soak` stops on every day of
 * the year; `npm test` runs past the first clock change, on the days of the calendar. YEAR_CALENDAR names a file that
 * receives the arrived messages as a table.
 */

let stack: TimeTravelStack;
beforeAll(async () => {
  stack = await openTimeTravelStack();
}, 300_000);
afterAll(() => stack.close(), 120_000);

const start = '2027-01-11';
const end = process.env.SOAK_RUNS ? '2028-01-10' : '2027-03-30';

/**
 * Hours are London hours of arrival, the last one included. Findings of monitor checks arrive at an hour of each
 * member's.
 */
const calendar = `
  | day        | hours | who | by    | what         | its words begin |
  | ---------- | ----- | --- | ----- | ------------ | --- |
  | 2027-01-11 | 12    | ann | email | membership   | Receipt: £0.50 paid |
  | 2027-01-11 | 12    | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-01-11 | 12    | ann | email | membership   | Your trial has started |
  | 2027-01-11 | 12    | bob | email | membership   | Receipt: £0.50 paid |
  | 2027-01-11 | 12    | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-01-11 | 12    | bob | email | membership   | Your trial has started |
  | 2027-01-11 | 12    | cat | email | membership   | Receipt: £0.50 paid |
  | 2027-01-11 | 12    | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-01-11 | 12    | cat | email | membership   | Your trial has started |
  | 2027-01-11 | 12    | dan | email | membership   | Receipt: £0.50 paid |
  | 2027-01-11 | 12    | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-01-11 | 12    | dan | email | membership   | Your trial has started |
  | 2027-02-10 | 08    | dan | email | mot 28       | MOT for FN15 FNC is due in 28 days, on 10 March 2027 |
  | 2027-02-10 | 08    | dan | sms   | mot 28       | Vehicle Enquiry: FN15 FNC: the MOT runs out on 10 March 2027. |
  | 2027-02-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-02-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-02-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-02-11 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-02-22 | 07–20 | bob | email | alert        | TX20 DUE is marked for export |
  | 2027-02-22 | 10–20 | bob | sms   | alert        | Vehicle Enquiry: TX20 DUE is now marked for export. If that is wrong, tell DVLA. |
  | 2027-02-24 | 08    | dan | email | mot 14       | MOT for FN15 FNC is due in 14 days, on 10 March 2027 |
  | 2027-03-01 | 08    | ann | email | mot 28       | MOT for AB12 CDE is due in 28 days, on 29 March 2027 |
  | 2027-03-01 | 08    | ann | sms   | mot 28       | Vehicle Enquiry: AB12 CDE: the MOT runs out on 29 March 2027. |
  | 2027-03-03 | 08    | dan | email | mot 7        | MOT for FN15 FNC is due in 7 days, on 10 March 2027 |
  | 2027-03-08 | 07–20 | bob | email | alert        | TX20 DUE is no longer recorded as scrapped or exported |
  | 2027-03-08 | 10–20 | bob | sms   | alert        | Vehicle Enquiry: TX20 DUE is no longer recorded as scrapped or exported. |
  | 2027-03-10 | 07–20 | dan | email | alert        | FN15 FNC passed its MOT on 9 March 2027 |
  | 2027-03-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-03-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-03-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-03-11 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-03-15 | 08    | ann | email | mot 14       | MOT for AB12 CDE is due in 14 days, on 29 March 2027 |
  | 2027-03-15 | 08    | ann | sms   | mot 14       | Vehicle Enquiry: AB12 CDE: the MOT runs out on 29 March 2027. |
  | 2027-03-22 | 08    | ann | email | mot 7        | MOT for AB12 CDE is due in 7 days, on 29 March 2027 |
  | 2027-03-22 | 08    | ann | sms   | mot 7        | Vehicle Enquiry: AB12 CDE: the MOT runs out on 29 March 2027. |
  | 2027-03-28 | 08    | ann | email | mot 1        | MOT for AB12 CDE is due tomorrow, 29 March 2027 |
  | 2027-03-28 | 08    | ann | sms   | mot 1        | Vehicle Enquiry: AB12 CDE: the MOT runs out on 29 March 2027. |
  | 2027-03-30 | 08    | ann | email | mot -1       | MOT for AB12 CDE was due yesterday, 29 March 2027 |
  | 2027-03-30 | 08    | ann | sms   | mot -1       | Vehicle Enquiry: AB12 CDE: the MOT ran out on 29 March 2027. |
  | 2027-04-01 | 07–20 | ann | email | alert        | AB12 CDE failed its MOT on 31 March 2027 |
  | 2027-04-01 | 07–20 | ann | sms   | alert        | Vehicle Enquiry: AB12 CDE failed its MOT on 31 March 2027, for 1 reason. |
  | 2027-04-03 | 07–20 | ann | email | alert        | AB12 CDE passed its MOT on 2 April 2027 |
  | 2027-04-03 | 07–20 | ann | sms   | alert        | Vehicle Enquiry: AB12 CDE passed its MOT on 2 April 2027 with 1 advisory note. MOT until 1 April 2028. |
  | 2027-04-03 | 08    | cat | email | tax 28       | Tax for KP08 KPR is due in 28 days, on 1 May 2027 |
  | 2027-04-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-04-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-04-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-04-11 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-04-15 | 13    | dan | email | membership   | Your membership has ended |
  | 2027-05-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-05-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-05-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-05-13 | 10    | bob | email | insurance 28 | Insurance for TX20 DUE ends in 28 days, on 10 June 2027 |
  | 2027-05-13 | 10    | bob | sms   | insurance 28 | Vehicle Enquiry: TX20 DUE: the insurance ends on 10 June 2027. |
  | 2027-05-18 | 08    | cat | email | mot 28       | MOT for KP08 KPR is due in 28 days, on 15 June 2027 |
  | 2027-06-01 | 08    | cat | email | mot 14       | MOT for KP08 KPR is due in 14 days, on 15 June 2027 |
  | 2027-06-07 | 07–20 | cat | email | alert        | DVLA now says that KP08 KPR is  |
  | 2027-06-08 | 08    | cat | email | mot 7        | MOT for KP08 KPR is due in 7 days, on 15 June 2027 |
  | 2027-06-09 | 10    | bob | email | insurance 1  | Insurance for TX20 DUE ends tomorrow, 10 June 2027 |
  | 2027-06-09 | 10    | bob | sms   | insurance 1  | Vehicle Enquiry: TX20 DUE: the insurance ends on 10 June 2027. |
  | 2027-06-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-06-11 | 10    | bob | email | insurance -1 | Insurance for TX20 DUE ended yesterday, 10 June 2027 |
  | 2027-06-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-06-11 | 10    | bob | sms   | insurance -1 | Vehicle Enquiry: TX20 DUE: the insurance ended on 10 June 2027. |
  | 2027-06-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-06-14 | 08    | cat | email | mot 1        | MOT for KP08 KPR is due tomorrow, 15 June 2027 |
  | 2027-06-16 | 08    | cat | email | mot -1       | MOT for KP08 KPR was due yesterday, 15 June 2027 |
  | 2027-07-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-07-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-07-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-07-11 | 10–20 | ann | email | membership   | You pay £8.90 a month for your membership |
  | 2027-07-11 | 10–20 | bob | email | membership   | You pay £8.90 a month for your membership |
  | 2027-07-11 | 10–20 | cat | email | membership   | You pay £8.90 a month for your membership |
  | 2027-07-26 | 07–20 | bob | email | alert        | TX20 DUE has an outstanding safety recall |
  | 2027-07-26 | 10–20 | bob | sms   | alert        | Vehicle Enquiry: TX20 DUE has an outstanding safety recall. |
  | 2027-08-04 | 08    | cat | email | tax 28       | Tax for MP14 MPT is due in 28 days, on 1 September 2027 |
  | 2027-08-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-08-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-08-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-08-18 | 08    | cat | email | tax 14       | Tax for MP14 MPT is due in 14 days, on 1 September 2027 |
  | 2027-08-20 | 13    | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-09-07 | 08    | dan | email | insurance 28 | Insurance for FN15 FNC ends in 28 days, on 5 October 2027 |
  | 2027-09-07 | 08    | dan | sms   | insurance 28 | Vehicle Enquiry: FN15 FNC: the insurance ends on 5 October 2027. |
  | 2027-09-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-09-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-09-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-09-20 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-09-21 | 08    | dan | email | insurance 14 | Insurance for FN15 FNC ends in 14 days, on 5 October 2027 |
  | 2027-09-21 | 08    | dan | sms   | insurance 14 | Vehicle Enquiry: FN15 FNC: the insurance ends on 5 October 2027. |
  | 2027-09-28 | 08    | dan | email | insurance 7  | Insurance for FN15 FNC ends in 7 days, on 5 October 2027 |
  | 2027-09-28 | 08    | dan | sms   | insurance 7  | Vehicle Enquiry: FN15 FNC: the insurance ends on 5 October 2027. |
  | 2027-10-04 | 08    | ann | email | tax 28       | Tax for AB12 CDE is due in 28 days, on 1 November 2027 |
  | 2027-10-04 | 08    | ann | sms   | tax 28       | Vehicle Enquiry: AB12 CDE: vehicle tax is due on 1 November 2027. |
  | 2027-10-04 | 10    | bob | email | servicing 28 | Service for TX20 DUE is due in 28 days, on 1 November 2027 |
  | 2027-10-04 | 10    | bob | sms   | servicing 28 | Vehicle Enquiry: TX20 DUE: a service is due on 1 November 2027. |
  | 2027-10-04 | 08    | dan | email | insurance 1  | Insurance for FN15 FNC ends tomorrow, 5 October 2027 |
  | 2027-10-04 | 08    | dan | sms   | insurance 1  | Vehicle Enquiry: FN15 FNC: the insurance ends on 5 October 2027. |
  | 2027-10-06 | 08    | dan | email | insurance -1 | Insurance for FN15 FNC ended yesterday, 5 October 2027 |
  | 2027-10-06 | 08    | dan | sms   | insurance -1 | Vehicle Enquiry: FN15 FNC: the insurance ended on 5 October 2027. |
  | 2027-10-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-10-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-10-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-10-18 | 08    | ann | email | tax 14       | Tax for AB12 CDE is due in 14 days, on 1 November 2027 |
  | 2027-10-18 | 08    | ann | sms   | tax 14       | Vehicle Enquiry: AB12 CDE: vehicle tax is due on 1 November 2027. |
  | 2027-10-18 | 10    | bob | email | servicing 14 | Service for TX20 DUE is due in 14 days, on 1 November 2027 |
  | 2027-10-18 | 10    | bob | sms   | servicing 14 | Vehicle Enquiry: TX20 DUE: a service is due on 1 November 2027. |
  | 2027-10-20 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-10-25 | 08    | ann | email | tax 7        | Tax for AB12 CDE is due in 7 days, on 1 November 2027 |
  | 2027-10-25 | 08    | ann | sms   | tax 7        | Vehicle Enquiry: AB12 CDE: vehicle tax is due on 1 November 2027. |
  | 2027-10-25 | 10    | bob | email | servicing 7  | Service for TX20 DUE is due in 7 days, on 1 November 2027 |
  | 2027-10-25 | 10    | bob | sms   | servicing 7  | Vehicle Enquiry: TX20 DUE: a service is due on 1 November 2027. |
  | 2027-10-31 | 08    | ann | email | tax 1        | Tax for AB12 CDE is due tomorrow, 1 November 2027 |
  | 2027-10-31 | 08    | ann | sms   | tax 1        | Vehicle Enquiry: AB12 CDE: vehicle tax is due on 1 November 2027. |
  | 2027-10-31 | 10    | bob | email | servicing 1  | Service for TX20 DUE is due tomorrow, 1 November 2027 |
  | 2027-10-31 | 10    | bob | sms   | servicing 1  | Vehicle Enquiry: TX20 DUE: a service is due on 1 November 2027. |
  | 2027-11-02 | 10    | bob | email | servicing -1 | Service for TX20 DUE was due yesterday, 1 November 2027 |
  | 2027-11-02 | 10    | bob | sms   | servicing -1 | Vehicle Enquiry: TX20 DUE: a service was due on 1 November 2027. |
  | 2027-11-07 | 07–20 | bob | email | alert        | TX20 DUE is recorded as scrapped |
  | 2027-11-07 | 10–20 | bob | sms   | alert        | Vehicle Enquiry: TX20 DUE is now recorded as scrapped. If that is wrong, tell DVLA. |
  | 2027-11-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-11-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-11-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-11-20 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
  | 2027-12-11 | 10–20 | ann | email | membership   | Receipt: £8.90 paid |
  | 2027-12-11 | 10–20 | bob | email | membership   | Receipt: £8.90 paid |
  | 2027-12-11 | 10–20 | cat | email | membership   | Receipt: £8.90 paid |
  | 2027-12-20 | 10–20 | dan | email | membership   | Receipt: £8.90 paid |
`;

interface Entry {
  day: string;
  hours: string;
  who: string;
  by: string;
  what: string;
  words: string;
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const expected = calendar
  .trim()
  .split('\n')
  .slice(2)
  .map((line): Entry => {
    const [, day = '', hours = '', who = '', by = '', what = '', words = ''] = cellsOf(line);
    return { day, hours, who, by, what, words };
  })
  .filter(({ day }) => day <= end);

const lineOf = ({ day, hours, who, by, words }: Omit<Entry, 'what'>): string =>
  [day, hours, who, by, words].join(' | ');

/** True for a message that its reader has just requested: a sign-in link or a code. */
const isAskedFor = ({ words }: ArrivedMessage): boolean =>
  words === 'Your sign-in link' || /^\d{6} is your code/.test(words);

const londonHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' });

/** The arrived message as its calendar entry, or unchanged if there is none. */
const asEntry = ({ at, to, channel, words }: ArrivedMessage, nameOf: (to: string) => string): string => {
  const [day, hour, who] = [londonDate(at), londonHour.format(at), nameOf(to)];
  const entry = expected.find(({ hours, ...each }) => {
    const [from = '', until = from] = hours.split('–');
    const isSame = each.day === day && each.who === who && each.by === channel && words.startsWith(each.words);
    return isSame && hour >= from && hour <= until;
  });
  return lineOf(entry ?? { day, hours: hour, who, by: channel, words });
};

/** True if London is on summer time at noon of the day. */
const isSummer = (day: string): boolean => londonHour.format(new Date(`${day}T12:00:00Z`)) === '13';

const nightsOfChange = ['2027-03-28', '2027-10-31'];
const everyDay = Array.from({ length: 365 }, (_, n) => addDays(start, n)).filter((day) => day <= end);

/**
 * A stop travels, catches up and follows the story in a second or two, up to four times a day. A stop that hangs fails
 * by the limits of its own waits.
 */
const dayLimitMs = 10_000;

/** True on days with a DVLA check, for a membership that began on the first day. */
const isCheckDay = (day: string): boolean => daysBetween(start, day) % freeMonitorCheckIntervalDays.licensing === 0;

/**
 * The times of a day, in UTC, at which the schedules run. In a soak: at night, at eight and ten in London and in the
 * evening; otherwise only the times of the calendar and of the weekly DVLA checks. A message due at an hour that is
 * left out arrives at the next stop, and the comparison reports it as late.
 */
const stopsOn = (day: string, story: object): string[] => {
  const isDense = process.env.SOAK_RUNS !== undefined;
  const due = expected.filter((entry) => entry.day === day).map(({ hours }) => hours);
  const [eight, ten, evening] = isSummer(day) ? ['07:05', '09:05', '19:05'] : ['08:05', '10:05', '20:05'];
  return [
    ...(nightsOfChange.includes(day) ? ['00:30', '01:30'] : []),
    ...(isDense || due.includes('08') ? [eight] : []),
    ...(isDense || due.includes('10') ? [ten] : []),
    ...(day in story ? ['12:00'] : []),
    ...(isDense || isCheckDay(day) || due.some((hours) => hours.endsWith('20')) ? [evening] : []),
  ];
};

const move = (registration: string, moved: object) => stack.control('PUT', `cars/${registration}`, moved);
const taxed = (dueOn: string) => ({ tax: { status: 'Taxed', dueOn } });

it(
  'four members get every message of their year in its hour, and no other',
  async () => {
    // The sandbox's vehicle histories must end before the story, so that its tests are the newest.
    await stack.control('PUT', 'clock', { instant: '2025-06-01T10:00:00Z' });
    for (const registration of ['AB12CDE', 'TX20DUE', 'KP08KPR', 'MP14MPT', 'FN15FNC']) await move(registration, {});
    await stack.travelTo(`${start}T12:00:00Z`);
    const tested = (at: string, expiresOn: string) => ({ test: { result: 'PASSED', at, expiresOn }, value: 5_000 });
    await move('AB12CDE', { ...taxed('2027-11-01'), ...tested('2026-03-28T11:00:00Z', '2027-03-29') });
    await move('TX20DUE', { ...taxed('2028-06-01'), ...tested('2026-12-01T11:00:00Z', '2028-05-20') });
    await move('KP08KPR', { ...taxed('2027-05-01'), ...tested('2026-06-10T11:00:00Z', '2027-06-15') });
    await move('MP14MPT', { ...taxed('2027-09-01'), ...tested('2026-12-01T11:00:00Z', '2028-05-20') });
    await move('FN15FNC', { ...taxed('2027-07-01'), ...tested('2026-03-09T11:00:00Z', '2027-03-10') });

    // ann has tax and MOT by mail and text at the default leads, both due within two days after the clock change.
    const ann = createTimeTravelMember(stack, {
      name: 'ann',
      registration: 'AB12CDE',
      phone: '+447700900101',
      card: 'at',
    });
    // bob has insurance and a service, quiet hours until ten, and a pause; the car is marked for export by mistake, and
    // later scrapped.
    const bob = createTimeTravelMember(stack, {
      name: 'bob',
      registration: 'TX20DUE',
      phone: '+447700900102',
      card: 'be',
    });
    // cat has mail only: tax paid early, SORN, then another car, also taxed early.
    const cat = createTimeTravelMember(stack, { name: 'cat', registration: 'KP08KPR', phone: null, card: 'ch' });
    // dan sends STOP, unsubscribes from reminders and cancels; later joins again and re-enables everything.
    const dan = createTimeTravelMember(stack, {
      name: 'dan',
      registration: 'FN15FNC',
      phone: '+447700900104',
      card: 'de',
    });
    const members = [ann, bob, cat, dan];
    const nameOf = (to: string) => members.find(({ email, phone }) => email === to || phone === to)?.name ?? to;

    /** The events of the story by day, at noon UTC. */
    const story: Readonly<Record<string, () => unknown>> = {
      [start]: async () => {
        for (const member of members) await member.join();
        for (const member of [ann, bob, dan]) await member.confirmNumber();
      },
      '2027-01-20': async () => {
        await bob.set({ quiet: { from: 22, until: 10 } });
        await bob.giveDate('insurance', '2027-06-10');
        await bob.giveDate('servicing', '2027-11-01');
      },
      // The export marker was a mistake and is removed.
      '2027-02-16': () => move('TX20DUE', { exported: true }),
      '2027-02-20': () => dan.answerText('STOP'),
      '2027-03-02': () => move('TX20DUE', { exported: false }),
      '2027-03-03': () => dan.unsubscribe(),
      '2027-03-09': () => move('FN15FNC', { test: { result: 'PASSED', expiresOn: '2028-03-09' } }),
      '2027-03-31': () => move('AB12CDE', { test: { result: 'FAILED', failures: ['Tyre worn (5.2.3 (e))'] } }),
      '2027-04-02': () =>
        move('AB12CDE', {
          test: { result: 'PASSED', expiresOn: '2028-04-01', advisories: ['Brake pads worn (1.1.13)'] },
        }),
      '2027-04-10': () => move('KP08KPR', taxed('2028-05-01')),
      '2027-04-15': () => dan.cancel(),
      '2027-05-20': () => bob.set({ pause: { until: '2027-06-05' } }),
      '2027-06-03': () => move('KP08KPR', { tax: { status: 'SORN', dueOn: null } }),
      '2027-06-25': () => move('FN15FNC', taxed('2028-07-01')),
      '2027-07-01': () => move('TX20DUE', { recall: 'Yes' }),
      '2027-08-02': () => cat.changeCar('MP14MPT'),
      '2027-08-20': async () => {
        await dan.rejoin();
        await dan.answerText('START');
        await dan.set({ email: true });
        await dan.giveDate('insurance', '2027-10-05');
      },
      '2027-08-22': () => move('MP14MPT', taxed('2028-09-01')),
      '2027-10-31': () => move('AB12CDE', taxed('2028-11-01')),
      // Only UK Vehicle Data reports it, at its next check.
      '2027-11-03': () => move('TX20DUE', { scrapped: true }),
    };

    for (const day of everyDay) {
      for (const time of stopsOn(day, story)) {
        if (day === start && time < '12:00') continue;
        await stack.travelTo(`${day}T${time}:00Z`);
        await stack.catchUp();
        if (time !== '12:00') continue;
        await stack.untilSiteFollows();
        await story[day]?.();
        await stack.catchUp();
      }
    }

    const arrived = (await stack.arrived()).filter((message) => !isAskedFor(message));
    if (process.env.YEAR_CALENDAR) await writeFile(process.env.YEAR_CALENDAR, tableOf(arrived, nameOf));
    expect(arrived.map((message) => asEntry(message, nameOf)).toSorted()).toEqual(expected.map(lineOf).toSorted());
  },
  everyDay.length * dayLimitMs,
);

it('an address whose mails bounce later gets no reminders, and its member sees a notice', async () => {
  const [today, due] = [addDays(end, 1), addDays(end, 1 + 28)];
  await stack.travelTo(`${today}T12:00:00Z`);
  await stack.untilSiteFollows();
  const eve = createTimeTravelMember(stack, {
    name: 'bounces-later+eve',
    registration: 'CL10CKD',
    phone: null,
    card: 'dk',
  });
  await eve.join();
  await waitUntil('the address is refused', async () => (await eve.readWatch()).mailTo.refused, 180_000);
  await eve.giveDate('insurance', due);
  await stack.catchUp();
  const ofEve = async () => (await stack.arrived()).filter(({ to }) => to === eve.email).map(({ words }) => words);
  expect(await ofEve()).not.toContainEqual(expect.stringContaining('Insurance'));
  // Mails required by the contract are still sent.
  expect(await ofEve()).toContain('Receipt: £8.90 paid');
  await eve.set({ email: true });
  expect((await eve.readWatch()).mailTo.refused).toBe(false);
}, 300_000);

/** Formats the arrived messages as a readable table. */
const tableOf = (arrived: readonly ArrivedMessage[], nameOf: (to: string) => string): string =>
  [
    '| when, UK time | who | by | in the calendar | words |',
    '| --- | --- | --- | --- | --- |',
    ...arrived.map((message) => {
      const { at, to, channel, words } = message;
      const entry = expected.find((each) => lineOf(each) === asEntry(message, nameOf));
      const when = `${londonDate(at)} ${londonHour.format(at)}:${String(at.getUTCMinutes()).padStart(2, '0')}`;
      return `| ${when} | ${nameOf(to)} | ${channel} | ${entry?.what ?? 'no'} | ${words.replaceAll('|', '/')} |`;
    }),
    '',
  ].join('\n');

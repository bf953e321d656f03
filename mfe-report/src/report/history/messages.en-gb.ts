import { formatCount as count } from '@ve/domain/kernel/text/phrases';

export const historyMessages = {
  title: 'MOT history',
  testOn: (day: string, number: string | null) => `Test of ${day}${number === null ? '' : `, number ${number}`}`,
  firstTime: (passed: number, mots: number) =>
    `${passed} of ${mots} MOTs passed first time. A test and its retests within 30 days count as one MOT.`,
  onlyOne: {
    passed: 'It passed its only MOT first time.',
    failed: 'It did not pass its only MOT first time.',
  },
  repeats: {
    title: 'Repeat advisories',
    now: 'Still there at the latest MOT',
    before: 'Earlier',
    line: (mots: number, from: string, to: string) => `at ${mots} MOTs in a row, ${from} to ${to}`,
  },
  next: {
    title: 'Next MOT due',
    perhaps: 'Perhaps',
    left: 'It has left the road: no MOT is due.',
    unknown: 'No record says when it is due.',
  },
  firstDue: (date: string) => `Its first test is due by ${date}.`,
  earlier: (tests: string) => `Show ${tests}`,
  future: 'This date is in the future: the record must be wrong',
  mileage: 'Mileage',
  expiry: 'Expiry date',
  testNumber: 'Test number',
  unreadable: {
    UNREADABLE: 'The tester couldn’t read the odometer.',
    NO_ODOMETER: 'The vehicle has no odometer.',
    READ: 'Not recorded.',
  },
  noExpiry: 'A failed test gives no certificate.',
  noExpiryRecorded: 'The record gives no expiry date.',
  severities: {
    dangerous: 'Dangerous: do not drive until repaired',
    major: 'Major: repair immediately',
    fail: 'Reason for failure',
    prs: 'Repaired during the test',
    minor: 'Minor: repair soon',
    advisory: 'Advisory: monitor, repair if needed',
    other: 'Noted by the tester',
  },
  repeat: (mots: number) => `Advised at ${mots} MOTs in a row`,
  manual: (reference: string) => `Inspection manual ${reference}`,
} as const;

export const mileageMessages = {
  title: 'Mileage',
  chart: (from: string, to: string, first: string, last: string) =>
    `Mileage at each MOT test, from ${first} miles on ${from} to ${last} miles on ${to}.`,
  norm: 'The norm uses two averages: 10,377 miles a year for the first three years, then 7,134. From',
  newTab: '(opens in a new tab)',
  readings: (number: number) =>
    `${count(number, 'reading', 'readings')} in the chart; the arrow keys move between them`,
  pointed: 'Tap or point at the chart, or use the arrow keys, to read a value.',
  shaded: 'Shaded: readings in doubt.',
  table: 'Mileage at each MOT test',
  columns: { date: 'Date', miles: 'Miles', change: 'Change', note: 'Note' },
} as const;

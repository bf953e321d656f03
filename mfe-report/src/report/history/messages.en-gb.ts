import type { DefectSeverity } from '@ve/domain/vehicle/mot/defect-severity';
import { formatCountWithNoun as count } from '@ve/domain/kernel/text/phrases';

const failed = (day: string) => `Failed on ${day}, passed later`;

/** The severities of a test that another, passed, has followed. */
const past: Partial<Record<DefectSeverity, (day: string) => string>> = {
  dangerous: (day) => `Dangerous on ${day}, passed later`,
  major: failed,
  fail: failed,
  minor: (day) => `Minor on ${day}`,
  advisory: (day) => `Advised on ${day}`,
};

export const motHistoryMessages = {
  title: 'MOT history',
  testOn: (day: string, number: string | null) => `Test of ${day}${number === null ? '' : `, number ${number}`}`,
  firstTime: (passed: number, mots: number) =>
    `${passed} of ${mots} MOTs passed first time. A test and its retests within 30 days count as one MOT.`,
  onlyOne: {
    passed: 'It passed its only MOT first time.',
    failed: 'It did not pass its only MOT first time.',
  },
  years: {
    label: 'Passes and fails by year',
    of: (year: number, results: readonly ('PASSED' | 'FAILED')[]) =>
      `${year}: ${results.length === 0 ? 'no test' : results.map((result) => result.toLowerCase()).join(', then ')}`,
  },
  repeats: {
    title: 'Repeat advisories',
    before: (series: number) => `${count(series, 'earlier repeat advisory', 'earlier repeat advisories')}`,
    line: (mots: number, dates: string) => `at ${mots} MOTs in a row: ${dates}`,
  },
  elsewhere: (notes: number) => `${count(notes, 'note', 'notes')} of this test ${notes === 1 ? 'is' : 'are'} above.`,
  likely: {
    title: 'What the next MOT may find',
    lead: 'Based on the last MOT. No register shows what has been repaired since: ask for the invoices.',
    list: 'Likely items',
    inARow: (mots: number) => `Advised at ${mots} MOTs in a row`,
    failed: 'Failed, and not passed since',
    minor: 'Minor at the last MOT',
    once: 'Noted at the last MOT',
    none: {
      items: 'The last MOT gave no advisories.',
      failed:
        'It failed its last MOT and has not passed since. The record does not say why: ask for the test’s papers.',
      unusable: 'Its tests are dated in the future, so the record must be wrong.',
      'not-published': 'The record does not list the last test’s advisories: ask for the test’s papers.',
    },
  },
  next: {
    title: 'When its next MOT is due, by each rule',
    perhaps: 'Perhaps',
    left: 'It has left the road: no MOT is due.',
    unknown: 'No record says when it is due.',
  },
  firstDue: (date: string) => `Its first test is due by ${date}.`,
  latest: (day: string, badge: string, miles: string) => `Latest test: ${day}, ${badge}, ${miles}`,
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
  past,
  manual: (reference: string) => `Inspection manual ${reference}`,
} as const;

export const mileageMessages = {
  title: 'Mileage',
  chart: (first: string, last: string) => `Mileage at each MOT test, from ${first} to ${last}.`,
  milesOnDay: (miles: string, day: string) => `${miles} miles on ${day}`,
  norm: 'The norm uses two averages: 10,377 miles a year for the first three years, then 7,134. From',
  newTab: '(opens in a new tab)',
  readings: (number: number) =>
    `${count(number, 'reading', 'readings')} in the chart; the arrow keys move between them`,
  pointed: 'Tap or point at the chart, or use the arrow keys, to read a value.',
  shaded: 'Shaded: readings in doubt.',
  how: 'How we worked that out',
  fold: (readings: number, hasNorm: boolean) =>
    `${count(readings, 'reading', 'readings')} as a table${hasNorm ? ', and where the norm is from' : ''}`,
  table: 'Mileage at each MOT test',
  columns: { date: 'Date', miles: 'Miles', change: 'Change', note: 'Note' },
} as const;

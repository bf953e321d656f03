import type { PlannedCar, PlannedMotTestEvents } from './car.types.ts';
import { olderCarModels } from './models-older.data.ts';
import { hatchbackAndSaloonModels } from './models.data.ts';

const taxed = (dueInDays: number) => ({ status: 'Taxed', dueInDays }) as const;

/** Three failures before each of the last fourteen passes. */
const oftenFailed: Record<number, PlannedMotTestEvents> = Object.fromEntries(
  Array.from({ length: 14 }, (_, yearsBack) => [
    yearsBack,
    { advisories: ['sill-corroded'], failed: { for: ['headlamp-aim', 'spring-broken'], retestDays: 4, times: 3 } },
  ]),
);

/** Cars with valid but unusual responses of the vendors. */
export const unusualDataCars: readonly PlannedCar[] = [
  {
    registration: 'BF1909',
    is: 'Odd data: of 1909, and nearly every value is missing.',
    model: { ...olderCarModels.minor, make: 'FORD', name: 'MODEL T', range: 'Model T', variant: 'Tourer' },
    colour: 'BLACK',
    firstRegistered: '1909-05-03',
    tax: taxed(240),
    mot: { expires: { on: '2012-05-02' }, miles: { first: 4_100, yearly: 120 } },
    recall: 'Unknown',
    previousKeepers: 6,
    value: 21_000,
    unknownToSources: ['dvsa'],
    odd: ['nulls'],
  },
  {
    registration: 'FT06MNY',
    is: 'Odd data: forty previous keepers.',
    model: olderCarModels.fiesta,
    colour: 'RED',
    firstRegistered: '2006-04-12',
    tax: taxed(68),
    mot: { expires: { inDays: 156 }, miles: { first: 28_000, yearly: 5_100 } },
    recall: 'Unknown',
    previousKeepers: 40,
  },
  {
    registration: 'MT05SXT',
    is: 'Odd data: more than sixty MOT tests.',
    model: olderCarModels.peugeot206,
    colour: 'GREEN',
    firstRegistered: '2005-04-21',
    tax: taxed(115),
    mot: { expires: { inDays: 192 }, miles: { first: 31_000, yearly: 4_300 }, occasions: oftenFailed },
    recall: 'Unknown',
    previousKeepers: 4,
  },
  {
    registration: 'DB14DBL',
    is: 'Odd data: tests listed twice, a pass and a failure in one second, dates in the future, all in kilometres.',
    model: hatchbackAndSaloonModels.a3,
    colour: 'BLUE',
    firstRegistered: '2014-05-29',
    tax: taxed(83),
    mot: { expires: { inDays: 171 }, miles: { first: 29_000, yearly: 8_800 }, kilometresFrom: 0 },
    recall: 'No',
    previousKeepers: 2,
    odd: ['doubled', 'future'],
  },
  {
    registration: 'HT11TML',
    is: 'Odd data: HTML in texts, and words that no document names.',
    model: hatchbackAndSaloonModels.series3,
    colour: 'WHITE',
    firstRegistered: '2011-03-15',
    tax: taxed(99),
    mot: {
      expires: { inDays: 148 },
      miles: { first: 41_000, yearly: 10_600 },
      occasions: { 0: { advisories: ['oil-leak'], remark: '<b>Roof</b> <script>alert(1)</script>' } },
    },
    recall: 'No',
    previousKeepers: 3,
    markers: {
      writeOff: { on: '2013-01-21', category: 'D', lossType: 'ACCIDENTAL DAMAGE' },
      inspections: [{ on: '2013-04-18', result: 'PASS' }],
      finance: [
        {
          startedDaysAgo: 300,
          type: 'HIRE PURCHASE',
          months: 36,
          number: 'HP-<7>',
          lender: 'Marsh & <Sons> Ltd',
          phone: '0113 496 0201',
        },
      ],
    },
    odd: ['markup', 'new-words'],
  },
  {
    registration: 'ST13NGS',
    is: 'Odd data: strings for numbers, and counts above their lists.',
    model: hatchbackAndSaloonModels.octavia,
    colour: 'SILVER',
    firstRegistered: '2013-06-20',
    tax: taxed(126),
    mot: { expires: { inDays: 133 }, miles: { first: 36_000, yearly: 9_900 } },
    recall: 'No',
    previousKeepers: 3,
    plates: [{ previous: 'M4RSH', daysAgo: 900 }],
    colours: [{ previous: 'RED', daysAgo: 1_100 }],
    odd: ['strings', 'counts'],
  },
];

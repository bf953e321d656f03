import type { PlannedCar } from './car.types.ts';
import { olderCarModels } from './models-older.data.ts';
import { hatchbackAndSaloonModels } from './models.data.ts';

const taxed = (dueInDays: number) => ({ status: 'Taxed', dueInDays }) as const;

/** Cars with unusual records of insurers and lenders. */
export const insuranceAndFinanceCars: readonly PlannedCar[] = [
  {
    registration: 'NS19CAT',
    is: 'Insurance write-off: Category N, not structural.',
    model: hatchbackAndSaloonModels.focus,
    colour: 'GREY',
    firstRegistered: '2019-04-11',
    tax: taxed(132),
    mot: { expires: { inDays: 140 }, miles: { first: 26_300, yearly: 8_050 } },
    recall: 'No',
    previousKeepers: 2,
    markers: { writeOff: { daysAgo: 540, category: 'N', lossType: 'ACCIDENTAL DAMAGE' } },
  },
  {
    registration: 'VC06VCT',
    is: 'Write-off of 2011, Category C, that passed the vehicle identity check (VIC) it then needed.',
    model: olderCarModels.clio,
    colour: 'BLUE',
    firstRegistered: '2006-05-16',
    tax: taxed(91),
    mot: { expires: { inDays: 118 }, miles: { first: 19_700, yearly: 5_350 } },
    recall: 'Unknown',
    previousKeepers: 5,
    markers: {
      writeOff: { on: '2011-02-14', category: 'C', lossType: 'ACCIDENTAL DAMAGE' },
      inspections: [
        { on: '2011-06-20', result: 'PASS' },
        { on: '2011-05-23', result: 'FAIL' },
      ],
    },
  },
  {
    registration: 'CD09CTD',
    is: 'Write-off of 2012, Category D: the marker says so, no record is listed.',
    model: hatchbackAndSaloonModels.corsa,
    colour: 'SILVER',
    firstRegistered: '2009-03-27',
    tax: taxed(77),
    mot: { expires: { inDays: 163 }, miles: { first: 24_100, yearly: 6_200 } },
    recall: 'No',
    previousKeepers: 4,
    markers: { writeOff: { on: '2012-10-03', category: 'D', lossType: 'ACCIDENTAL DAMAGE', unlisted: true } },
  },
  {
    registration: 'MF15THF',
    is: 'Stolen according to an insurer (MIAFTR), without a police marker.',
    model: hatchbackAndSaloonModels.golf,
    colour: 'BLACK',
    firstRegistered: '2015-06-18',
    tax: taxed(58),
    mot: { expires: { inDays: 205 }, miles: { first: 21_900, yearly: 9_300 } },
    recall: 'No',
    previousKeepers: 2,
    markers: { insurerTheftDaysAgo: 260 },
  },
  {
    registration: 'FC12CNT',
    is: 'Outstanding finance: two agreements are counted, none is listed.',
    model: hatchbackAndSaloonModels.qashqai,
    colour: 'WHITE',
    firstRegistered: '2012-07-05',
    tax: taxed(109),
    mot: { expires: { inDays: 187 }, miles: { first: 33_800, yearly: 8_700 } },
    recall: 'No',
    previousKeepers: 3,
    markers: { unlistedAgreements: 2 },
  },
];

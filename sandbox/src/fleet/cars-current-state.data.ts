import type { PlannedCar } from './car.types.ts';
import { olderCarModels } from './models-older.data.ts';
import { otherCarModels } from './models-other.data.ts';

const taxed = (dueInDays: number) => ({ status: 'Taxed', dueInDays }) as const;

/** Cars that demonstrate a current tax or MOT state, and the slow and failing ones. */
export const carsWithCurrentStates: readonly PlannedCar[] = [
  {
    registration: 'TX20DUE',
    is: 'Tax due in 9 days, MOT due in 20.',
    model: otherCarModels.tucson,
    colour: 'GREY',
    firstRegistered: '2020-03-11',
    tax: taxed(9),
    mot: { expires: { inDays: 20 }, miles: { first: 23_700, yearly: 7_900 } },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'TX11EXP',
    is: 'Tax expired 23 days ago.',
    model: otherCarModels.fiat500,
    colour: 'CREAM',
    firstRegistered: '2011-06-30',
    tax: { status: 'Untaxed', dueInDays: -23 },
    mot: {
      expires: { inDays: 96 },
      miles: { first: 16_400, yearly: 4_850 },
      occasions: { 0: { advisories: ['tyre-cracked', 'disc-front'] } },
    },
    recall: 'No',
    previousKeepers: 3,
  },
  {
    registration: 'SR09SRN',
    is: 'SORN: declared off the road; its MOT ran out 71 days ago.',
    model: otherCarModels.mx5,
    colour: 'RED',
    firstRegistered: '2009-05-08',
    tax: { status: 'SORN' },
    mot: { expires: { inDays: -71 }, miles: { first: 14_900, yearly: 3_960 } },
    recall: 'No',
    previousKeepers: 4,
  },
  {
    registration: 'EV24ELE',
    is: 'Electric, never tested: first MOT due three years less a day after first registration.',
    model: otherCarModels.niro,
    colour: 'BLUE',
    firstRegistered: '2024-08-20',
    tax: taxed(270),
    mot: null,
    recall: 'No',
    previousKeepers: 0,
  },
  {
    registration: 'SL02WLY',
    is: 'Slow: every vendor answers after 20 seconds.',
    model: olderCarModels.peugeot206,
    colour: 'SILVER',
    firstRegistered: '2002-05-15',
    tax: taxed(166),
    mot: { expires: { inDays: 171 }, miles: { first: 22_100, yearly: 4_200 } },
    recall: 'Unknown',
    previousKeepers: 4,
  },
  {
    registration: 'DN02DWN',
    is: 'Down: every vendor fails.',
    model: olderCarModels.fiesta,
    colour: 'BLUE',
    firstRegistered: '2002-06-21',
    tax: taxed(130),
    mot: { expires: { inDays: 144 }, miles: { first: 25_800, yearly: 4_700 } },
    recall: 'Unknown',
    previousKeepers: 3,
  },
];

import type { PlannedCar } from './car.types.ts';
import { olderCarModels } from './models-older.data.ts';
import { otherCarModels } from './models-other.data.ts';
import { dvlaUatModels } from './models-uat.data.ts';
import { hatchbackAndSaloonModels } from './models.data.ts';

const taxed = (dueInDays: number) => ({ status: 'Taxed', dueInDays }) as const;
const year = 365;

const errorCar = (registration: string, is: string): PlannedCar => ({
  registration,
  is,
  model: dvlaUatModels.fabia,
  colour: 'BLACK',
  firstRegistered: '2019-05-02',
  tax: taxed(150),
  mot: { expires: { inDays: 162 }, miles: { first: 21_900, yearly: 7_020 } },
  recall: 'No',
  previousKeepers: 1,
});

/** DVLA's own test registrations: DVLA answers as documented; for the other vendors they are ordinary cars. */
export const dvlaUatCars: readonly PlannedCar[] = [
  {
    registration: 'AA19AAA',
    is: 'DVLA test: petrol, taxed, DVLA holds no MOT details; the MOT history knows its tests.',
    model: dvlaUatModels.uatFocus,
    colour: 'RED',
    firstRegistered: '2019-03-14',
    yearOfManufacture: 2019,
    tax: taxed(year),
    mot: {
      expires: { inDays: 117 },
      miles: { first: 29_400, yearly: 10_600 },
      occasions: { 1: { advisories: ['disc-front'], failed: { for: [], dangerous: ['tyre-cords'], retestDays: 1 } } },
    },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'AA19EEE',
    is: 'DVLA test: electric, MOT answer “No results returned”.',
    model: dvlaUatModels.leaf,
    colour: 'BLUE',
    firstRegistered: '2019-04-09',
    tax: taxed(year),
    mot: { expires: { inDays: 139 }, miles: { first: 18_300, yearly: 5_900 } },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'AA19PPP',
    is: 'DVLA test: an articulated lorry of 44 tonnes without an MOT status.',
    model: dvlaUatModels.tractor,
    colour: 'WHITE',
    firstRegistered: '2016-09-15',
    tax: taxed(year),
    mot: {
      expires: { inDays: 88 },
      firstAfterYears: 1,
      miles: { first: 188_000, yearly: 71_000 },
      occasions: { 0: { advisories: [] }, 1: { advisories: ['oil-leak'] } },
      dataSource: 'CVS',
    },
    recall: 'Unknown',
    previousKeepers: 2,
    value: 31_500,
  },
  {
    registration: 'AA19DSL',
    is: 'DVLA test: diesel.',
    model: dvlaUatModels.passat,
    colour: 'GREY',
    firstRegistered: '2019-03-27',
    tax: taxed(year),
    mot: { expires: { inDays: 126 }, miles: { first: 44_600, yearly: 15_300 } },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'AA19MOT',
    is: 'DVLA test: MOT valid for a year from today.',
    model: dvlaUatModels.astra,
    colour: 'SILVER',
    firstRegistered: '2019-06-18',
    tax: taxed(year),
    mot: { expires: { inDays: year }, miles: { first: 20_700, yearly: 8_800 } },
    recall: 'No',
    previousKeepers: 2,
  },
  {
    registration: 'AA19SRN',
    is: 'DVLA test: SORN.',
    model: otherCarModels.fiat500,
    colour: 'WHITE',
    firstRegistered: '2019-07-05',
    tax: { status: 'SORN' },
    mot: { expires: { inDays: -48 }, miles: { first: 12_900, yearly: 3_700 } },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'AA19AMP',
    is: 'DVLA test: an ordinary answer.',
    model: hatchbackAndSaloonModels.golf,
    colour: 'BLACK',
    firstRegistered: '2019-08-22',
    tax: taxed(year),
    mot: { expires: { inDays: 273 }, miles: { first: 26_100, yearly: 9_200 } },
    recall: 'No',
    previousKeepers: 1,
  },
  {
    registration: 'L2WPS',
    is: 'DVLA test: untaxed since a day in the past.',
    model: olderCarModels.rover214,
    colour: 'RED',
    firstRegistered: '1993-09-01',
    tax: { status: 'Untaxed', dueInDays: -210 },
    mot: { expires: { inDays: -185 }, miles: { first: 74_200, yearly: 2_900 } },
    recall: 'Unknown',
    previousKeepers: 6,
    value: 1_150,
  },
  errorCar('ER19THR', 'DVLA test: DVLA answers 429, too many requests; the others know the car.'),
  errorCar('ER19ERR', 'DVLA test: DVLA answers 500; the others know the car.'),
  errorCar('ER19MNT', 'DVLA test: DVLA answers 503, down for maintenance; the others know the car.'),
];

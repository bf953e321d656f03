import { parseRegistration } from '../kernel/registration/parse-registration.ts';
import {
  firstRegistrationCandidates,
  type FirstRegistrationDate,
} from '../vehicle/record/first-registration-candidates.ts';
import { isHeavyVehicle } from '../vehicle/record/heavy-vehicle.ts';
import { hasLeftTheRoad } from '../vehicle/record/road-status.ts';
import { taxiEvidence } from '../vehicle/taxi/taxi-evidence.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { addDays, addMonths } from '../kernel/time/london-date.ts';
import { earliestMotTestDay } from '../vehicle/mot/earliest-test-day.ts';
import { motExemptionText } from '../vehicle/mot/exemption-messages.ts';
import { type MotState, motState } from '../vehicle/mot/mot-state.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** A rule for the next due date of the MOT, as it applies to a vehicle. */
export interface MotDueDateRule {
  id: 'certificate' | 'dvsa-first' | 'three-years' | 'four-years' | 'one-year' | 'over-forty' | 'early';
  /** `perhaps`: the records do not show whether the rule applies. */
  applies: 'yes' | 'perhaps';
  date: IsoDate | null;
  /** One sentence. */
  words: string;
}

export interface NextMotDueDate {
  state: MotState;
  /** The first day of a test that keeps the due date; null if there is no date, or it has passed. */
  earliest: IsoDate | null;
  rules: MotDueDateRule[];
}

/**
 * The next due date of the MOT by every rule that may apply to the vehicle (GOV.UK, "Getting an MOT"; nidirect, "How
 * the MOT scheme works"). Null for a vehicle off the road.
 */
export function nextMotDueDate({ record, fullCheck, today }: ReportInput): NextMotDueDate | null {
  if (hasLeftTheRoad(record, fullCheck)) return null;
  const state = motState(record, today);
  const registered =
    firstRegistrationCandidates(record).find(({ value }) => value !== null && value.date <= today)?.value ?? null;
  const isFirst = state.basis === 'first-test-due' || state.basis === 'computed' || state.state === 'unknown';
  const due = state.expiryDate;
  const earliest = due !== null && due >= today ? earliestMotTestDay(due) : null;
  return {
    state,
    earliest,
    rules: [
      ...certificate(state, today),
      ...(isFirst && registered !== null && hasNoTest(record) ? firstTests(record, registered) : []),
      ...overForty(record, today),
      ...(earliest === null || due === null ? [] : [early(earliest, due)]),
    ],
  };
}

const hasNoTest = ({ testing }: VehicleRecord): boolean => testing.state === 'found' && testing.data.tests.length === 0;

function certificate({ basis, expiryDate }: MotState, today: IsoDate): MotDueDateRule[] {
  if (expiryDate === null) return [];
  const day = formatDate(expiryDate);
  if (basis === 'first-test-due') {
    return [
      { id: 'dvsa-first', applies: 'yes', date: expiryDate, words: `DVSA lists its first test as due by ${day}.` },
    ];
  }
  if (basis === 'computed') return [];
  const ends = expiryDate < today ? 'ended' : 'ends';
  return [
    {
      id: 'certificate',
      applies: 'yes',
      date: expiryDate,
      words: `Tests are yearly: the current certificate ${ends} on ${day}.`,
    },
  ];
}

function firstTests(record: VehicleRecord, registered: FirstRegistrationDate): MotDueDateRule[] {
  const { licensing, registration } = record;
  const typeApproval = licensing.state === 'found' ? (licensing.data.typeApproval ?? '') : '';
  const plate = parseRegistration(registration);
  const isNorthern = plate.ok && plate.era === 'northern-ireland';
  const isLightVan = /^N1/i.test(typeApproval);
  const isTaxi = taxiEvidence(record).some(({ kind }) => kind === 'body-type');
  const rule = ({
    id,
    applies,
    years,
    words,
  }: {
    id: MotDueDateRule['id'];
    applies: MotDueDateRule['applies'];
    years: number;
    words: string;
  }): MotDueDateRule => {
    const date = addDays(addMonths(registered.date, years * 12), -1);
    const by = registered.exact ? ` That is by ${formatDate(date)}.` : '';
    return { id, applies, date: registered.exact ? date : null, words: `${words}${by}` };
  };
  if (isHeavyVehicle(record)) {
    return [
      rule({ id: 'one-year', applies: 'yes', years: 1, words: 'Lorries and buses are first tested after one year.' }),
    ];
  }
  return [
    rule({
      id: 'three-years',
      applies: isNorthern && !isLightVan ? 'perhaps' : 'yes',
      years: 3,
      words: 'Cars, light vans and motorcycles are first tested three years after their first registration.',
    }),
    ...(isNorthern && !isLightVan
      ? [
          rule({
            id: 'four-years',
            applies: 'perhaps',
            years: 4,
            words:
              'In Northern Ireland, cars and motorcycles are first tested after four years. Its plate is from there. No record says where it is kept.',
          }),
        ]
      : []),
    ...(isTaxi
      ? [
          rule({
            id: 'one-year',
            applies: 'perhaps',
            years: 1,
            words: 'A taxi is first tested after one year. Its body type is on record as a taxi.',
          }),
        ]
      : []),
  ];
}

function overForty(record: VehicleRecord, today: IsoDate): MotDueDateRule[] {
  const words = motExemptionText(record, today);
  return words === null ? [] : [{ id: 'over-forty', applies: 'perhaps', date: null, words }];
}

function early(earliest: IsoDate, due: IsoDate): MotDueDateRule {
  return {
    id: 'early',
    applies: 'yes',
    date: earliest,
    words: `You can have it tested from ${formatDate(earliest)} and keep your expiry date: the new certificate runs from ${formatDate(due)}.`,
  };
}

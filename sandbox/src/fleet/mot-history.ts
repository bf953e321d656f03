import { addDays, addYears, isSunday, yearOf } from '../dates.ts';
import { seededNumber, seededDigits } from '../seeded-values.ts';
import type {
  PlannedCar,
  MotTestDefect,
  PlannedMotTests,
  SimulatedMotTest,
  PlannedMotTestEvents,
} from './car.types.ts';
import { motDefectText, commonMotAdvisoryKeys } from './defects.data.ts';

/** The first year of the tests in each public record. */
const recordsBegin = { DVSA: 2005, 'DVA NI': 2017, CVS: 2018 } as const;
const manual2018Start = '2018-05-20';
const kmPerMile = 1.609344;

/** The day on which the newest certificate expires. */
export const expiryOfNewestCertificate = (plan: PlannedMotTests, today: string): string =>
  'on' in plan.expires
    ? plan.expires.on
    : plan.expires.inDays === 365
      ? addYears(today, 1)
      : addDays(today, plan.expires.inDays);

/** The day of the yearly test, up to two weeks early and never a Sunday, in the same calendar year. */
function testDay(registration: string, expiry: string): string {
  const anniversary = addDays(addYears(expiry, -1), 1);
  const day = addDays(anniversary, -seededNumber(`${registration}/early/${anniversary.slice(0, 4)}`, 14));
  const within = yearOf(day) === yearOf(anniversary) ? day : anniversary;
  return isSunday(within) && !within.endsWith('-01-01') ? addDays(within, -1) : within;
}

const completedAt = (day: string, seed: string): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day}T${two(8 + seededNumber(`${seed}/h`, 8))}:${two(seededNumber(`${seed}/m`, 60))}:${two(seededNumber(`${seed}/s`, 60))}.000Z`;
};

function defectsOfPass(seed: string, day: string, occasion: PlannedMotTestEvents | undefined): MotTestDefect[] {
  const keys =
    occasion?.advisories ??
    commonMotAdvisoryKeys.filter((_, place) => seededNumber(`${seed}/advisory/${place}`, 6) === 0);
  return [
    ...(occasion?.minors ?? []).map((key): MotTestDefect => ({
      text: motDefectText(key, day),
      type: day < manual2018Start ? 'ADVISORY' : 'MINOR',
      dangerous: false,
    })),
    ...keys.map((key): MotTestDefect => ({ text: motDefectText(key, day), type: 'ADVISORY', dangerous: false })),
    ...(occasion?.remark === undefined
      ? []
      : [{ text: occasion.remark, type: 'USER ENTERED', dangerous: false } satisfies MotTestDefect]),
  ];
}

function defectsOfFail(day: string, failed: NonNullable<PlannedMotTestEvents['failed']>): MotTestDefect[] {
  const isNew = day >= manual2018Start;
  return [
    ...(failed.dangerous ?? []).map((key): MotTestDefect => ({
      text: motDefectText(key, day),
      type: isNew ? 'DANGEROUS' : 'FAIL',
      dangerous: true,
    })),
    ...failed.for.map((key): MotTestDefect => ({
      text: motDefectText(key, day),
      type: isNew ? 'MAJOR' : 'FAIL',
      dangerous: false,
    })),
  ];
}

/**
 * Every test of a planned car, newest first. Deterministic for a car and a day; the dates move with `today` because the
 * certificate expires a number of days from it.
 */
export function simulatedMotHistory(car: PlannedCar, firstUsedHere: string, today: string): SimulatedMotTest[] {
  const plan = car.mot;
  if (plan === null) return [];
  const dataSource = plan.dataSource ?? 'DVSA';
  const firstYear = Math.max(yearOf(firstUsedHere) + (plan.firstAfterYears ?? 3), recordsBegin[dataSource]);
  const newest = expiryOfNewestCertificate(plan, today);
  const expiries: string[] = [];
  for (let back = 0; yearOf(testDay(car.registration, addYears(newest, -back))) >= firstYear; back += 1) {
    expiries.unshift(addYears(newest, -back));
  }
  let shift = 0;
  const tests = expiries.flatMap((expiry, index) => {
    const yearsBack = expiries.length - 1 - index;
    const occasion = plan.occasions?.[yearsBack];
    const seed = `${car.registration}/${yearsBack}`;
    const planned = testDay(car.registration, expiry);
    const passDay = planned < today ? planned : addDays(today, -1);
    shift += occasion?.shift ?? 0;
    const wobble = Math.round((seededNumber(`${seed}/miles`, 100) / 100 - 0.5) * 0.3 * plan.miles.yearly);
    const miles = Math.max(1, plan.miles.first + plan.miles.yearly * index + wobble + shift);
    const base = { dataSource, odometerResult: occasion?.odometer ?? 'READ' } as const;
    const reading = (value: number): SimulatedMotTest['odometer'] => {
      if (base.odometerResult !== 'READ') return null;
      const inKilometres = plan.kilometresFrom !== undefined && yearsBack >= plan.kilometresFrom;
      return inKilometres ? { value: Math.round(value * kmPerMile), unit: 'KM' } : { value, unit: 'MI' };
    };
    const withDefects = (defects: MotTestDefect[]): MotTestDefect[] => (dataSource === 'DVA NI' ? [] : defects);
    const pass: SimulatedMotTest = {
      ...base,
      number: seededDigits(`${seed}/pass`, 12),
      completedAt: completedAt(passDay, seed),
      result: 'PASSED',
      expiryDate: expiry,
      odometer: reading(miles),
      defects: withDefects(defectsOfPass(seed, passDay, occasion)),
    };
    if (!occasion?.failed) return [pass];
    const { failed } = occasion;
    const sameDay = failed.retestDays === 0;
    const fails = Array.from({ length: failed.times ?? 1 }, (_, before): SimulatedMotTest => {
      const failDay = addDays(passDay, -failed.retestDays * (before + 1));
      const failSeed = before === 0 ? `${seed}/fail` : `${seed}/fail/${before}`;
      return {
        ...base,
        number: seededDigits(failSeed, 12),
        completedAt: sameDay ? `${failDay}T07:41:12.000Z` : completedAt(failDay, failSeed),
        result: 'FAILED',
        expiryDate: null,
        odometer: reading(miles - (sameDay ? 0 : 6 * (before + 1))),
        defects: withDefects([...defectsOfFail(failDay, failed), ...defectsOfPass(seed, failDay, occasion)]),
      };
    }).reverse();
    return occasion.neverRetested ? fails : [...fails, pass];
  });
  return tests.reverse();
}

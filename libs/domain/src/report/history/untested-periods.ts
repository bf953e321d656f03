import { formatCountWithNoun, formatEnumeration } from '../../kernel/text/phrases.ts';
import { parseRegistration } from '../../kernel/registration/parse-registration.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { isHeavyVehicle } from '../../vehicle/record/heavy-vehicle.ts';
import { importMarkers } from '../../vehicle/record/register-marks.ts';
import { roadStatusOf } from '../../vehicle/record/road-status.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { mileageOfRecord } from '../../vehicle/mileage/mileage-of-record.ts';
import { motExemptAfterYears } from '../../vehicle/mot/mot-exemption.ts';
import { motTestsUpTo } from '../../vehicle/mot/mot-tests-up-to.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { addDays, addMonths, daysBetween, isCalendarDay, londonDate } from '../../kernel/time/london-date.ts';
import { formatTimeBetween } from './time-between.ts';
import type { HistoryEvent } from './history-event.ts';
import { idsInEventOrder, type HistoryFinding } from './history-finding.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

/** A test that is booked late, or a garage without free slots, is not a gap. */
const minUntestedDays = 60;
/**
 * Certificates that ended between these days of 2020 were extended by six months (The Motor Vehicles (Tests)
 * (Amendment) (Coronavirus) (No. 1) Regulations 2020).
 */
const extended = { from: '2020-03-30', to: '2020-07-31', months: 6 };
/** DVSA has published tests in Great Britain since 2005. */
const publishedSince: IsoDate = '2005-01-01';

/** The end of a certificate's validity, and the day of its test. */
interface Covered {
  until: IsoDate;
  pass: IsoDate;
  isNorthern: boolean;
}

/**
 * The periods without a certificate of a previously tested vehicle, with the events during them. None next to a test in
 * Northern Ireland, where certificates of exemption were issued for whole years (from 2019 on) and are not recorded.
 */
export function untestedPeriods(
  events: readonly HistoryEvent[],
  { record, fullCheck, today }: ReportInput,
): HistoryFinding[] {
  const { testing } = record;
  if (testing.state !== 'found') return [];
  const tests = events.filter(({ kind }) => kind === 'test');
  const passes = motTestsUpTo(testing.data.tests, today)
    .filter(({ result }) => result === 'PASSED')
    .map(({ completedAt, expiryDate, dataSource }) => ({
      day: londonDate(new Date(completedAt)),
      expiryDate,
      isNorthern: dataSource === 'DVA NI',
    }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const registered = events.find(({ kind }) => kind === 'registration')?.date ?? null;
  const exemptFrom = registered === null ? null : addMonths(registered, motExemptAfterYears * 12);
  const gaps: HistoryFinding[] = [];
  let covered: Covered | null = firstDue(record, fullCheck, events);
  for (const { day, expiryDate, isNorthern } of passes) {
    if (covered !== null && day > covered.until && !isNorthern) gaps.push(...gap(covered, day));
    const until =
      expiryDate === null || !isCalendarDay(expiryDate) ? addDays(addMonths(day, 12), -1) : held(expiryDate);
    if (covered === null || until > covered.until) covered = { until, pass: day, isNorthern };
  }
  const isOffRoad = roadStatusOf(record, fullCheck) !== 'in-use';
  if (covered !== null && passes.length > 0 && !isOffRoad && covered.until < today) gaps.push(...gap(covered, null));
  return gaps;

  function gap({ until, pass, isNorthern }: Covered, next: IsoDate | null): HistoryFinding[] {
    const from = addDays(until, 1);
    const to = next ?? today;
    if (isNorthern || daysBetween(from, to) < minUntestedDays || (exemptFrom !== null && to >= exemptFrom)) return [];
    const isInside = ({ date, precision, dated }: HistoryEvent) =>
      precision === 'day' && dated === 'happened' && date >= from && date <= to;
    const before = events.findLast(({ date }) => date <= pass);
    const test = next === null ? undefined : tests.find(({ date }) => date === next);
    const inside = events.filter(
      (event) => isInside(event) && ['keeper', 'plate', 'colour', 'loss'].includes(event.kind),
    );
    const meanwhile = untestedPeriodText(inside, drivenBetween(pass, next));
    const offRoad =
      next === null && record.licensing.state === 'found' && record.licensing.data.taxStatus === 'SORN'
        ? '; it is declared off the road (SORN)'
        : '';
    const end = next === null ? 'to this day' : `to ${formatDate(next)}`;
    const rests = [before, ...inside, test].filter((event) => event !== undefined);
    return [
      {
        kind: 'gap',
        level: 'look',
        words: `No MOT for ${formatTimeBetween(from, to)}, from ${formatDate(from)} ${end}${meanwhile}${offRoad}`,
        rests: idsInEventOrder(events, rests),
      },
    ];
  }

  function drivenBetween(pass: IsoDate, next: IsoDate | null): number | null {
    const points = mileageOfRecord(record)?.points ?? [];
    const start = points.findLast(({ day, isOnLine }) => isOnLine && day === pass);
    const end = points.find(({ day, isOnLine, flag }) => isOnLine && flag === null && day === next);
    return start === undefined || end === undefined || end.miles <= start.miles ? null : end.miles - start.miles;
  }
}

/** The end of a certificate's validity, with extensions. */
function held(expiry: IsoDate): IsoDate {
  const isExtended = expiry >= extended.from && expiry <= extended.to;
  return isExtended ? addMonths(expiry, extended.months) : expiry;
}

/**
 * The day by which a first test was due, if that is certain: three years after the first registration of a car that was
 * registered new in Great Britain, at a time since which tests are published. Null otherwise.
 */
function firstDue(record: VehicleRecord, fullCheck: FullCheck | null, events: readonly HistoryEvent[]): Covered | null {
  const registration = events.find(({ kind }) => kind === 'registration');
  if (registration?.precision !== 'day' || isHeavyVehicle(record)) return null;
  const plate = parseRegistration(record.registration);
  if (!plate.ok || plate.era !== 'current') return null;
  if (importMarkers(record, fullCheck).some(({ value }) => value?.yes === true)) return null;
  const isNorthern =
    record.testing.state === 'found' && record.testing.data.tests.some(({ dataSource }) => dataSource === 'DVA NI');
  const until = held(addDays(addMonths(registration.date, 36), -1));
  return isNorthern || until < publishedSince ? null : { until, pass: registration.date, isNorthern: false };
}

function untestedPeriodText(inside: readonly HistoryEvent[], driven: number | null): string {
  const count = (kind: HistoryEvent['kind']) => inside.filter((event) => event.kind === kind).length;
  const times = (number: number) => (number === 1 ? '' : number === 2 ? ' twice' : ` ${number} times`);
  const parts = [
    ...(count('keeper') === 0 ? [] : [`it changed hands${times(count('keeper'))}`]),
    ...(count('plate') === 0 ? [] : [`its plate changed${times(count('plate'))}`]),
    ...(count('colour') === 0 ? [] : [`its colour changed${times(count('colour'))}`]),
    ...(count('loss') === 0 ? [] : ['an insurer recorded a loss']),
  ];
  const meanwhile = parts.length === 0 ? '' : `, while ${formatEnumeration(parts)}`;
  return driven === null
    ? meanwhile
    : `${meanwhile}; ${formatCountWithNoun(driven, 'mile')} were driven between the tests around it`;
}

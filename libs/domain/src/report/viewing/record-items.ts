import { isElectric } from '../../vehicle/electric/is-electric.ts';
import { colourHistory } from '../../full-check/colour-history.ts';
import { keeperHistory } from '../../full-check/keeper-history.ts';
import { plateHistory } from '../../full-check/plate-history.ts';
import { expectedMileageToday } from '../../vehicle/mileage/likely-mileage.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import { newestReading } from '../../vehicle/mileage/newest-reading.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import { formatCountWithNoun, truncateAtWord } from '../../kernel/text/phrases.ts';
import { firstRegistrationCandidates } from '../../vehicle/record/first-registration-candidates.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { v5cAdviceOf } from '../../vehicle/facts/v5c-advice.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { vehicleFacts } from '../../vehicle/facts/vehicle-facts.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { isCalendarDay, yearsBetween } from '../../kernel/time/london-date.ts';
import { viewingItemForThisCar, type ViewingItem } from './viewing-item.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

/** In months: a more recent change of keeper raises the question why the car is sold again. */
const soonMonths = 6;
/** In years: from this age on rubber and metal are inspected for ageing. */
const oldFrom = 12;

/** The minimum that the odometer should show. */
export function odometerViewingItems(
  { testing }: VehicleRecord,
  timeline: MileageTimeline | null,
  today: IsoDate,
): ViewingItem[] {
  if (timeline === null) return [];
  const { stands: newest, doubted } = newestReading(timeline);
  if (newest === null) return [];
  if (doubted !== null) {
    return [
      viewingItemForThisCar('dial', {
        from: testing,
        text: 'Read the odometer, not the trip counter, and compare it with the service book and with invoices.',
        why: `Its latest reading, ${formatCountWithNoun(doubted.miles, 'mile')} on ${formatDate(doubted.day)}, is itself in doubt: before it was ${formatThousands(newest.miles)} on ${formatDate(newest.day)}.`,
      }),
    ];
  }
  const expected = expectedMileageToday(timeline, today);
  const usual =
    expected === null
      ? ''
      : ` At its recent rate it would show ${formatThousands(expected.low)} to ${formatThousands(expected.high)} today.`;
  const again = timeline.mayRollOver ? ' A five-digit odometer, as on old cars, starts again after 99,999.' : '';
  return [
    viewingItemForThisCar('dial', {
      from: testing,
      text: `Read the odometer, not the trip counter: it should not show less than ${formatThousands(newest.miles)}.${again}${usual}`,
      why: `Its latest reading is ${formatCountWithNoun(newest.miles, 'mile')}, at the MOT test of ${formatDate(newest.day)}.`,
    }),
  ];
}

/** The VIN on the car, if the record has its end. */
export function vinViewingItems(record: VehicleRecord, today: IsoDate): ViewingItem[] {
  const vin = vehicleFacts(record, today).find(({ label }) => label === 'Last 5 of VIN');
  if (vin?.value == null) return [];
  return [
    viewingItemForThisCar('vin', {
      from: vin,
      text: 'Compare the VIN at the foot of the windscreen, on the door pillar and under the bonnet with the V5C and with each other.',
      why: `The record’s VIN ends in ${truncateAtWord(vin.value, 20)}.`,
    }),
  ];
}

export function v5cViewingItems(record: VehicleRecord): ViewingItem[] {
  const advice = v5cAdviceOf(record);
  if (advice === null) return [];
  return [
    viewingItemForThisCar('v5c', {
      from: record.licensing,
      text: `Read the V5C. ${advice.compare} Its name and address should be those of the seller.`,
      why: advice.why,
    }),
  ];
}

export function plateViewingItems(record: VehicleRecord, fullCheck: FullCheck | null): ViewingItem[] {
  const history = plateHistory(record, fullCheck);
  if (history.count === null || history.count === 0) return [];
  return [
    viewingItemForThisCar('plates', {
      from: history,
      text: 'Ask why its plate was changed, and check its earlier plate too.',
      why: reasonTextOf(
        history.changes[0]?.words,
        `Its plate was changed ${history.count === 1 ? 'once' : `${history.count} times`}`,
      ),
    }),
  ];
}

export function colourViewingItems(record: VehicleRecord, fullCheck: FullCheck | null): ViewingItem[] {
  const history = colourHistory(record, fullCheck);
  if (history.count === null || history.count === 0) return [];
  return [
    viewingItemForThisCar('colours', {
      from: history,
      text: 'Look for the old colour in the door shuts, under the bonnet and under the boot carpet. New paint can hide a repair.',
      why: reasonTextOf(
        history.changes[0]?.words,
        `Its colour was changed ${history.count === 1 ? 'once' : `${history.count} times`}`,
      ),
    }),
  ];
}

/** The question to a seller after a short time of ownership. */
export function shortOwnershipViewingItems(input: ReportInput): ViewingItem[] {
  const { record } = input;
  const history = keeperHistory(input);
  const [present] = history.changes;
  if (present?.months == null || present.months >= soonMonths || present.number === 1) return [];
  const { source, at } = history.source === null ? record.specification : history;
  return [
    viewingItemForThisCar('short-stay', {
      from: { source, at },
      text: 'Ask why it is for sale again so soon.',
      why: `${truncateAtWord(present.words, 160)}.`,
    }),
  ];
}

/** The checks specific to electric cars. */
export function electricCarViewingItems(record: VehicleRecord): ViewingItem[] {
  if (!isElectric(record)) return [];
  const from = [record.licensing, record.specification, record.testing].find(
    (section) => section.state === 'found' && (section.data.fuelType ?? '').trim() !== '',
  );
  return [
    viewingItemForThisCar('battery', {
      from: from ?? record.licensing,
      text: 'Read the battery’s state of health in its menu or with a tester, compare the range it shows at full charge with its handbook, and charge it with each of its cables.',
      why: 'It is electric, and no register that we ask knows about its battery.',
    }),
  ];
}

export function ageViewingItems(record: VehicleRecord, today: IsoDate): ViewingItem[] {
  const known = firstRegistrationCandidates(record).find(({ value }) => value !== null);
  if (known?.value == null || !isCalendarDay(known.value.date)) return [];
  const { date, exact } = known.value;
  const years = yearsBetween(date, today);
  if (years < oldFrom) return [];
  return [
    viewingItemForThisCar('age', {
      from: known.section,
      text: 'Look underneath for rust on sills, floor and brake pipes, and at hoses, belts and tyres for cracks: they age even when it is not driven.',
      why: `It was first registered ${exact ? `on ${formatDate(date)}` : `in ${date.slice(0, 4)}`}, ${formatCountWithNoun(years, 'year')} ago.`,
    }),
  ];
}

const reasonTextOf = (words: string | undefined, otherwise: string): string =>
  `${truncateAtWord(words ?? otherwise, 160)}.`;

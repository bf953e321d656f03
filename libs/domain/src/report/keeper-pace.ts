import { addMonths, daysBetween, isCalendarDay } from '../time/london-date.ts';
import { firstRegistered } from './first-registered.ts';
import type { FullCheck } from './full-check.ts';
import type { IsoDate, IsoInstant, SourceName, VehicleRecord } from './vehicle-record.ts';

/** Changes of keeper or plate that came thick and fast. */
export interface Pace {
  count: number;
  /** The days of the first and the last of them; null where only their number is known. */
  from: IsoDate | null;
  to: IsoDate | null;
  source: SourceName;
  at: IsoInstant;
}

export interface KeeperPace extends Pace {
  /** All previous keepers; at least `count`. */
  total: number;
}

/** Three keepers in under five years: what the specification's buying guide calls a red flag (section 9, blog copy). */
const manyChanges = 3;
const withinMonths = 60;
/** Where no dates are known: as many previous keepers as would keep a vehicle less than this each, and not below four. */
const shortStayYears = 2;
const manyKeepers = 4;
/** Without a date of first registration. */
const manyAtAnyAge = 6;

/**
 * Keepers who changed often: three or more changes within five years that end in the last five, by the dated list; else
 * many previous keepers for the vehicle's age. Null when neither.
 */
export function keeperPace(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): KeeperPace | null {
  const { specification } = record;
  if (specification.state === 'found') {
    const days = specification.data.keeperChanges
      // The first keeper is no change.
      .filter(({ previousKeepers }) => previousKeepers !== 0)
      .flatMap(({ date }) => (date !== null && isCalendarDay(date) && date <= today ? [date] : []));
    const cluster = densest(days, addMonths(today, -withinMonths));
    const total = Math.max(cluster?.count ?? 0, specification.data.previousKeepers ?? 0);
    if (cluster !== null) return { ...cluster, total, source: specification.source, at: specification.at };
  }
  const counts = [specification, ...(fullCheck === null ? [] : [fullCheck.vdi])].flatMap((section) =>
    section.state === 'found' && section.data.previousKeepers !== null
      ? [
          {
            count: section.data.previousKeepers,
            total: section.data.previousKeepers,
            source: section.source,
            at: section.at,
          },
        ]
      : [],
  );
  const most = counts.toSorted((a, b) => b.count - a.count)[0];
  if (most === undefined) return null;
  const born = firstRegistered(record).find(({ value }) => value !== null)?.value?.date;
  if (born === undefined) return most.count >= manyAtAnyAge ? { ...most, from: null, to: null } : null;
  const years = Math.max(0, daysBetween(born, today)) / 365.25;
  const isMany = most.count >= manyKeepers && years / (most.count + 1) < shortStayYears;
  return isMany ? { ...most, from: null, to: null } : null;
}

/** Most changes within five years of each other, the last of them not before `since`; null below three. */
function densest(days: readonly IsoDate[], since: IsoDate): Pick<Pace, 'count' | 'from' | 'to'> | null {
  const sorted = days.toSorted();
  const runs = sorted
    .filter((day) => day >= since)
    .map((to) => sorted.filter((day) => day <= to && day > addMonths(to, -withinMonths)));
  const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const [from] = longest;
  const to = longest.at(-1);
  if (longest.length < manyChanges || from === undefined || to === undefined) return null;
  return { count: longest.length, from, to };
}

/** Two plate changes within three years, or three at any time: each new plate makes an older history harder to find. */
const platesSoon = { changes: 2, months: 36 };
const manyPlates = 3;

/** Plates that changed often; null when they did not. */
export function platePace({ specification }: VehicleRecord, fullCheck: FullCheck | null): Pace | null {
  const sections = [specification, ...(fullCheck === null ? [] : [fullCheck.vdi])];
  const paces = sections.flatMap((section): Pace[] => {
    if (section.state !== 'found') return [];
    const { source, at } = section;
    const { plateChanges, plateChangeCount } = section.data;
    const days = plateChanges.flatMap(({ date }) => (date !== null && isCalendarDay(date) ? [date] : [])).toSorted();
    const count = Math.max(plateChangeCount ?? 0, plateChanges.length);
    const [first] = days;
    const last = days.at(-1);
    const known = days.length === count && first !== undefined && last !== undefined && count > 1;
    if (count >= manyPlates) return [{ count, from: known ? first : null, to: known ? last : null, source, at }];
    const isSoon = known && count >= platesSoon.changes && first > addMonths(last, -platesSoon.months);
    return isSoon ? [{ count, from: first, to: last, source, at }] : [];
  });
  return paces.toSorted((a, b) => b.count - a.count)[0] ?? null;
}

import type { RecordSection, SourceName } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { isCalendarDay } from '../../kernel/time/london-date.ts';

/** Kinds of events, in the order in which events of the same day are listed. */
const historyEventKinds = [
  'registration',
  'import',
  'test',
  'mileage',
  'loss',
  'theft',
  'inspection',
  'plate',
  'colour',
  'keeper',
  'finance',
  'log-book',
  'export',
  'scrapping',
] as const;

export type HistoryEventKind = (typeof historyEventKinds)[number];

/** A recorded event in a vehicle's history, with its source. */
export interface HistoryEvent {
  /** Unique within a vehicle's history, and stable for the same records. */
  id: string;
  kind: HistoryEventKind;
  /** The day; the first of the month if only the month is recorded. */
  date: IsoDate;
  precision: 'day' | 'month';
  /** `entered`: the day of the entry in a register; the event happened then or earlier. */
  dated: 'happened' | 'entered';
  /** End of a finance agreement with a term. */
  until: IsoDate | null;
  /** `Failed its MOT at 61,840 miles` */
  title: string;
  detail: string | null;
  /** `bad`: a reason not to buy the vehicle as it is. */
  level: 'plain' | 'look' | 'bad';
  source: SourceName;
  at: IsoInstant;
  /** Whether only a full check has it. */
  isFromCheck: boolean;
}

/** A recorded event without a day on the timeline. */
export interface UndatedEntry {
  /**
   * `no-date`: none is recorded. `future`: it is after today. `impossible`: the date does not exist, or is before the
   * first car.
   */
  why: 'no-date' | 'future' | 'impossible';
  words: string;
  source: SourceName;
}

/** A record's entry with its date as given. */
export interface SourcedHistoryEvent extends Pick<HistoryEvent, 'kind' | 'title'> {
  date: IsoDate | null;
  precision?: HistoryEvent['precision'];
  dated?: HistoryEvent['dated'];
  until?: HistoryEvent['until'];
  detail?: string | null;
  level?: HistoryEvent['level'];
  section: Pick<RecordSection<unknown>, 'source' | 'at'>;
  isFromCheck?: boolean;
}

/** The first motor car; registers write a missing date as the year 1 or 1753. */
const firstCar: IsoDate = '1885-01-01';

/** Orders entries with a possible day, oldest first, and separates the rest. */
export function toTimelineEvents(
  sourced: readonly SourcedHistoryEvent[],
  today: IsoDate,
): { events: HistoryEvent[]; undatedEntries: UndatedEntry[] } {
  const events: HistoryEvent[] = [];
  const undatedEntries: UndatedEntry[] = [];
  const seen = new Map<string, number>();
  for (const one of sourced.toSorted(earlierFirst)) {
    const { kind, date, title, section } = one;
    const why = whyNot(date, today);
    if (date === null || why !== null) {
      undatedEntries.push({ why: why ?? 'no-date', words: title, source: section.source });
      continue;
    }
    const prefix = `${kind}-${date}`;
    const number = (seen.get(prefix) ?? 0) + 1;
    seen.set(prefix, number);
    events.push({
      id: `${prefix}-${number}`,
      kind,
      date,
      precision: one.precision ?? 'day',
      dated: one.dated ?? 'happened',
      until: one.until ?? null,
      title,
      detail: one.detail ?? null,
      level: one.level ?? 'plain',
      source: section.source,
      at: section.at,
      isFromCheck: one.isFromCheck ?? false,
    });
  }
  return { events, undatedEntries };
}

function whyNot(date: IsoDate | null, today: IsoDate): UndatedEntry['why'] | null {
  if (date === null) return 'no-date';
  if (!isCalendarDay(date) || date < firstCar) return 'impossible';
  return date > today ? 'future' : null;
}

/** Orders by day, then as in `historyEventKinds`; events of one kind and day keep their input order. */
function earlierFirst(a: SourcedHistoryEvent, b: SourcedHistoryEvent): number {
  const [one, other] = [a.date ?? '', b.date ?? ''];
  if (one !== other) return one < other ? -1 : 1;
  return historyEventKinds.indexOf(a.kind) - historyEventKinds.indexOf(b.kind);
}

import type { Section, SourceName } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { isCalendarDay } from '../../kernel/time/london-date.ts';

/** Kinds of events, in the order in which those of one day are told. */
export const historyEventKinds = [
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

/** Something that a record says happened to a vehicle, with what it rests on. */
export interface HistoryEvent {
  /** Unique within a vehicle's life, and the same at each look at the same records. */
  id: string;
  kind: HistoryEventKind;
  /** The day; the first of the month where only that is recorded. */
  date: IsoDate;
  precision: 'day' | 'month';
  /** `entered`: the day is that of an entry in a register; it happened then, or at some time before. */
  dated: 'happened' | 'entered';
  /** Until when it runs, of a finance agreement with a term. */
  until: IsoDate | null;
  /** `Failed its MOT at 61,840 miles` */
  title: string;
  detail: string | null;
  /** `bad`: a reason not to buy as it stands. */
  level: 'plain' | 'look' | 'bad';
  source: SourceName;
  at: IsoInstant;
  /** Whether only a full check tells of it. */
  isFromCheck: boolean;
}

/** What a record says without a day that can be placed. */
export interface UndatedEntry {
  /** `no-date`: none is recorded. `future`: it is after today. `impossible`: no calendar has it, or no car was there yet. */
  why: 'no-date' | 'future' | 'impossible';
  words: string;
  source: SourceName;
}

/** A saying of a record, with the date it gives. */
export interface SourcedEvent extends Pick<HistoryEvent, 'kind' | 'title'> {
  date: IsoDate | null;
  precision?: HistoryEvent['precision'];
  dated?: HistoryEvent['dated'];
  until?: HistoryEvent['until'];
  detail?: string | null;
  level?: HistoryEvent['level'];
  section: Pick<Section<unknown>, 'source' | 'at'>;
  isFromCheck?: boolean;
}

/** Before the first motor car; registers write a missing date as the year 1 or 1753. */
const firstCar: IsoDate = '1885-01-01';

/** What was told, oldest first, each with a day that it can have happened on; and the rest. */
export function toTimelineEvents(
  told: readonly SourcedEvent[],
  today: IsoDate,
): { events: HistoryEvent[]; undatedEntries: UndatedEntry[] } {
  const events: HistoryEvent[] = [];
  const undatedEntries: UndatedEntry[] = [];
  const seen = new Map<string, number>();
  for (const one of told.toSorted(earlierFirst)) {
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

/** By day, then as `historyEventKinds` has them; those of one kind and day keep the order in which they were told. */
function earlierFirst(a: SourcedEvent, b: SourcedEvent): number {
  const [one, other] = [a.date ?? '', b.date ?? ''];
  if (one !== other) return one < other ? -1 : 1;
  return historyEventKinds.indexOf(a.kind) - historyEventKinds.indexOf(b.kind);
}

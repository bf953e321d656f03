import { type SourcedDatum, missingSourcedDatum } from './datum.ts';
import type { VdiCheck } from './full-check.ts';
import { sourceLabel } from './source-messages.ts';
import type { RecordSection, SpecificationData } from './vehicle-record.ts';
import type { ReportInput } from './report-input.ts';

/** A value with the register that gave it; `value` is null if that register has none. */
export interface SourcedValue<V> {
  section: RecordSection<unknown>;
  /** `UK Vehicle Data’s full check` */
  who: string;
  value: V | null;
}

/** The value of a section; `part` names it if one source responds twice. */
export function sourcedValue<T, V>(
  section: RecordSection<T>,
  read: (data: T) => V | null,
  part?: string,
): SourcedValue<V> {
  const name = sourceLabel(section.source);
  return {
    section,
    who: part === undefined ? name : `${name}’s ${part}`,
    value: section.state === 'found' ? read(section.data) : null,
  };
}

/** A fact in the vehicle record and, once made, also in the full check. */
export function recordAndCheckValues<V>(
  { record, fullCheck }: Pick<ReportInput, 'record' | 'fullCheck'>,
  inRecord: (data: SpecificationData) => V | null,
  inCheck: (data: VdiCheck) => V | null,
): SourcedValue<V>[] {
  const first = sourcedValue(record.specification, inRecord, 'vehicle record');
  return fullCheck === null ? [first] : [first, sourcedValue(fullCheck.vdi, inCheck, 'full check')];
}

export interface HighestReportedCount extends Omit<SourcedDatum, 'value'> {
  value: number | null;
  /**
   * The differing values with their sources: `UK Vehicle Data’s vehicle record says 2; UK Vehicle Data’s full check
   * says 3.`
   */
  disagreement: string | null;
}

/** The highest of several counts: a register may miss a change and seldom invents one. */
export function highestReportedCount(values: readonly SourcedValue<number>[]): HighestReportedCount {
  const known = values.flatMap(({ value, ...rest }) => (value === null ? [] : [{ value, ...rest }]));
  const best = known.toSorted((a, b) => b.value - a.value)[0];
  if (best === undefined)
    return { ...missingSourcedDatum(values.map(({ section }) => section)), value: null, disagreement: null };
  return {
    value: best.value,
    source: best.section.source,
    at: best.section.at,
    why: null,
    disagreement: known.every(({ value }) => value === best.value)
      ? null
      : `${known.map(({ who, value }) => `${who} says ${value}`).join('; ')}.`,
  };
}

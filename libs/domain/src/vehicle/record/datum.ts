import { cleanRegisterText } from '../../kernel/text/clean-register-text.ts';
import { missingReasonText } from './source-messages.ts';
import type { RecordSection, SourceName } from './vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';

/** One displayed fact: with its source and time, or with the reason why it is missing. */
export interface SourcedDatum {
  value: string | null;
  source: SourceName | null;
  at: IsoInstant | null;
  why: string | null;
  /** The pending sources that may still give it: it has no value yet. */
  asking?: SourceName[];
}

/** A datum without a value: with the reason, or the pending sources. */
export function missingSourcedDatum(sections: readonly RecordSection<unknown>[]): SourcedDatum {
  const asking = sections.flatMap(({ state, source }) => (state === 'asking' ? [source] : []));
  return {
    value: null,
    source: null,
    at: null,
    why: missingReasonText(sections),
    ...(asking.length === 0 ? {} : { asking }),
  };
}

/** One source of a datum: `read` extracts the value from the source's data, or null. */
export interface DatumCandidate<V> {
  section: RecordSection<unknown>;
  value: V | null;
}

/** Turns one section into a candidate; a section without data has no value. */
export function datumCandidateFrom<T, V>(section: RecordSection<T>, read: (data: T) => V | null): DatumCandidate<V> {
  return { section, value: section.state === 'found' ? read(section.data) : null };
}

/**
 * The first candidate with a value, formatted by `show`; the reason if there is none. Blank text counts as no value.
 */
export function firstSourcedDatum<V>(
  candidates: readonly DatumCandidate<V>[],
  show: (value: V) => string,
): SourcedDatum {
  for (const { section, value } of candidates) {
    if (value === null) continue;
    const shown = cleanRegisterText(show(value));
    if (shown !== null) return { value: shown, source: section.source, at: section.at, why: null };
  }
  return missingSourcedDatum(candidates.map(({ section }) => section));
}

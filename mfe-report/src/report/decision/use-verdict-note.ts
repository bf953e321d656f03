import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { useEffect, useState } from 'react';

type NoteOf = (input: ReportInput) => string | null;

let loaded: NoteOf | null = null;

/** Loads the rules of the note, so that they are there when the record arrives. Without them the note is left out. */
export const preloadVerdictNote = (): Promise<NoteOf | null> =>
  import('@ve/domain/verdict/verdict-note').then(
    ({ verdictNote }) => (loaded = verdictNote),
    () => null,
  );

/** The note of the verdict; undefined until its rules are loaded. */
export function useVerdictNote(input: ReportInput): string | null | undefined {
  const [noteOf, setNoteOf] = useState(() => loaded);
  useEffect(() => {
    if (noteOf === null) void preloadVerdictNote().then((rules) => setNoteOf(() => rules));
  }, [noteOf]);
  return noteOf?.(input);
}

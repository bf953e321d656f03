import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { useEffect, useState } from 'react';

type NotesOf = (input: ReportInput) => string[];

let loaded: NotesOf | null = null;

/** Loads the rules of the notes, so that they are there when the record arrives. Without them they are left out. */
export const preloadVerdictNotes = (): Promise<NotesOf | null> =>
  import('@ve/domain/verdict/verdict-notes').then(
    ({ verdictNotes }) => (loaded = verdictNotes),
    () => null,
  );

/** The notes of the verdict; none until their rules are loaded. */
export function useVerdictNotes(input: ReportInput): readonly string[] {
  const [notesOf, setNotesOf] = useState(() => loaded);
  useEffect(() => {
    if (notesOf === null) void preloadVerdictNotes().then((rules) => setNotesOf(() => rules));
  }, [notesOf]);
  return notesOf?.(input) ?? [];
}

/** Where in the wizard an address stands. Steps 3 and 4 are named in the progress bar and not open yet. */
export interface Position {
  step: 1 | 2;
  /** The registration as it was typed or sent, trimmed and upper-cased; empty where there is none. */
  typed: string;
}

/** Longer text is no registration and is not worth keeping in an address. */
const longestKept = 200;

/**
 * Reads the wizard's place from its address. `reg` or `reg_number` pre-fills and opens step 2; `step=1` goes back to the
 * search with what was typed; any other step falls back to the furthest that is open.
 */
export function positionOf(search: URLSearchParams): Position {
  const typed = [search.get('reg'), search.get('reg_number')]
    .map((value) => (value ?? '').trim().toUpperCase().slice(0, longestKept))
    .find((value) => value !== '');
  if (!typed) return { step: 1, typed: '' };
  return { step: search.get('step') === '1' ? 1 : 2, typed };
}

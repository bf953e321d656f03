/** The wizard's state in the URL. Steps 3 and 4 are shown in the progress bar but not available yet. */
export interface Position {
  step: 1 | 2;
  /** The registration as typed, trimmed and upper-cased; empty where there is none. */
  typed: string;
}

/** Longer input cannot be a registration and is truncated in the URL. */
const longestKept = 200;

/**
 * Reads the wizard's state from the URL. `reg` or `reg_number` pre-fills and opens step 2; `step=1` returns to the
 * search with the input; any other step falls back to the last available one.
 */
export function positionOf(search: URLSearchParams): Position {
  const typed = [search.get('reg'), search.get('reg_number')]
    .map((value) => (value ?? '').trim().toUpperCase().slice(0, longestKept))
    .find((value) => value !== '');
  if (!typed) return { step: 1, typed: '' };
  return { step: search.get('step') === '1' ? 1 : 2, typed };
}

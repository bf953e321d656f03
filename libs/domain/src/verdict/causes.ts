/** The verdict of a cause: do not buy without investigating, or proceed with caution. */
export type AdviceLevel = 'FAILED' | 'WARNING';

/**
 * Every cause of a verdict other than PASSED, most serious first (specification, section 2, buying advice). Both
 * reports and the page that explains them use this list.
 */
export const adviceCauses = [
  { cause: 'police-stolen', level: 'FAILED' },
  { cause: 'insurance-stolen', level: 'FAILED' },
  { cause: 'written-off', level: 'FAILED' },
  { cause: 'scrapped', level: 'FAILED' },
  { cause: 'unscrapped', level: 'FAILED' },
  { cause: 'identity-inspection', level: 'FAILED' },
  { cause: 'finance', level: 'WARNING' },
  { cause: 'exported', level: 'WARNING' },
  { cause: 'imported', level: 'WARNING' },
  { cause: 'mileage', level: 'WARNING' },
] as const satisfies readonly { cause: string; level: AdviceLevel }[];

export type AdviceCause = (typeof adviceCauses)[number]['cause'];

export function adviceCausesOfLevel(level: AdviceLevel): AdviceCause[] {
  return adviceCauses.filter((entry) => entry.level === level).map(({ cause }) => cause);
}

/** The most serious level among the causes found; null when there is none. */
export function adviceLevel(found: readonly AdviceCause[]): AdviceLevel | null {
  return adviceCauses.find(({ cause }) => found.includes(cause))?.level ?? null;
}

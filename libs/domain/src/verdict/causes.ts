/** The verdict of a cause: do not buy without investigating, or proceed with caution. */
export type AdviceLevel = 'FAILED' | 'WARNING';

/**
 * Every cause of the buying advice, most serious first (specification, section 2). Both reports and the page that
 * explains them use this list. `LOOK`: worth looking into, without effect on the verdict: an import is lawful.
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
  { cause: 'mileage', level: 'WARNING' },
  { cause: 'imported', level: 'LOOK' },
] as const satisfies readonly { cause: string; level: AdviceLevel | 'LOOK' }[];

export type AdviceCause = (typeof adviceCauses)[number]['cause'];

export function adviceCausesOfLevel(level: AdviceLevel | 'LOOK'): AdviceCause[] {
  return adviceCauses.filter((entry) => entry.level === level).map(({ cause }) => cause);
}

/** The most serious level among the causes found; null when there is none. */
export function mostSeriousAdviceLevel(found: readonly AdviceCause[]): AdviceLevel | null {
  const level = adviceCauses.find(({ cause }) => found.includes(cause))?.level;
  return level === undefined || level === 'LOOK' ? null : level;
}

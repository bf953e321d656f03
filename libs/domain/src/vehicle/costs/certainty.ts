/**
 * The certainty of a figure. `given`: a register states it. `worked-out`: a published rule applied to register data.
 * `estimated`: a rule applied to a substitute for missing register data.
 */
export type CostCertainty = 'given' | 'worked-out' | 'estimated';

export const costCertaintyLabels: Record<CostCertainty, string> = {
  given: 'Given',
  'worked-out': 'Worked out',
  estimated: 'Estimated',
};

/** The labels of the costs, for every list. */
export const costLabels = {
  yearlyTax: 'Tax for 12 months',
  supplement: 'Supplement for expensive cars',
  zones: 'Clean air zones',
} as const;

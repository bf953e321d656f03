/**
 * How sure a figure is. `given`: a register says it. `worked-out`: a published rule applied to what a register says.
 * `estimated`: a rule applied to something that stands in for what the register does not say.
 */
export type Certainty = 'given' | 'worked-out' | 'estimated';

/** The mark of a figure. */
export const certaintyLabels: Record<Certainty, string> = {
  given: 'Given',
  'worked-out': 'Worked out',
  estimated: 'Estimated',
};

/** What the costs are called, wherever they are listed. */
export const costLabels = {
  yearlyTax: 'Tax for 12 months',
  supplement: 'Supplement for expensive cars',
  zones: 'Clean air zones',
} as const;

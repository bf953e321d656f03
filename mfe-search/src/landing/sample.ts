/**
 * What the sample card shows of domain's sample record. The page must load fast, so it carries the outcome and not the
 * rules; the test beside it derives the same from the rules. No date: finished HTML lives longer than a date is true.
 */
export const sample = {
  registration: 'SA17MPL',
  name: 'SAMPLE MOTORS · EXAMPLE 1.6 · Green · 2017',
  verdict: 'NOTHING FOUND',
  mot: { state: 'valid', monthsLeft: 7 },
  tax: { state: 'valid', monthsLeft: 5 },
  miles: [22_864, 31_020, 39_377, 46_910, 54_205, 61_840],
  milesPerYear: 7_800,
} as const;

/**
 * What the sample card shows of the domain's sample record. The page must load fast, so it has the results without the
 * rules; a test derives them from the rules. No dates: in prerendered HTML they would go stale.
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

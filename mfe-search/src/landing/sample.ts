/**
 * The content of the sample card, from the domain's sample record and its full check. The page must load fast, so it
 * has the results without the rules; a test derives them from the rules. Without dates, which would become outdated in
 * prerendered HTML.
 */
export const sampleReportCardContent = {
  registration: 'SA17MPL',
  name: 'SAMPLE MOTORS · EXAMPLE 1.6 · Green · 2017',
  verdict: 'FAILED',
  found: ['1 finance agreement', 'A category S write-off', 'Mileage that goes back by 47,200 miles'],
  mot: { state: 'valid', monthsLeft: 7 },
  tax: { state: 'valid', monthsLeft: 5 },
  fall: 'Fell by 47,200',
  miles: [40_980, 54_310, 67_890, 81_270, 94_870, 47_670, 47_680, 56_120],
} as const;

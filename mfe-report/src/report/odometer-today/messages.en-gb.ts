import type { OdometerVerdict } from '@ve/domain/vehicle/mileage/odometer-verdict';

export const odometerMessages = {
  title: 'What does the odometer read?',
  titleWith: (low: string, high: string) =>
    `What does the odometer read? We would expect ${low} to ${high} miles today`,
  label: 'Miles on the odometer',
  hint: 'Read it off the car itself, not the advert.',
  compare: 'Compare with its history',
  /** For a car without a mileage from a test. */
  keep: 'Use in this report',
  kept: 'It stays in this browser until you close it. Other parts of this report use it.',
  notRetained: 'This is the sample: what you type here is not kept.',
  titles: {
    fits: 'It fits the history',
    'fits-newest': 'It fits only the latest reading',
    'little-lower': 'It nearly fits',
    lower: 'It does not fit',
    'more-than-usual': 'More than usual',
    'less-than-usual': 'Less than usual',
    'too-high': 'It does not fit',
    'in-doubt': 'Its history is unclear',
    nothing: 'Nothing to compare it with',
  } satisfies Record<OdometerVerdict['state'], string>,
} as const;

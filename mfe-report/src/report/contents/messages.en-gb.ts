/** Texts of the links to the report's parts, as short as possible. */
export const reportContentsMessages = {
  label: 'In this report',
  checks: 'Checks',
  tests: 'MOT history',
  mileage: 'Mileage',
  life: 'Timeline',
  picture: 'Appearance',
  costs: 'Costs and zones',
  viewing: 'At the viewing',
  takeAlong: 'Keep or share',
} as const;

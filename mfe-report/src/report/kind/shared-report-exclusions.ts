/** The labels of what a shared report leaves out, wherever a report lists it. */
export const sharedReportExclusions: ReadonlySet<string> = new Set([
  'Last 5 of VIN',
  'Engine number',
  'Agreement number',
  'VIN Check',
]);

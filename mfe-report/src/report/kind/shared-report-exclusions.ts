/** The labels of the rows that a shared report leaves out in all its lists. */
export const sharedReportExclusions: ReadonlySet<string> = new Set([
  'Last 5 of VIN',
  'Engine number',
  'Agreement number',
  'VIN Check',
]);

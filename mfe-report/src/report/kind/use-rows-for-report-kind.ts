import { sharedReportExclusions } from './shared-report-exclusions.ts';
import { useContext } from 'react';
import { ReportKindContext } from './report-kind.ts';

/** Filters the rows for this kind of report: a shared one leaves some out. */
export function useReportKindRowFilter(): <R extends { label: string }>(rows: readonly R[]) => R[] {
  const isShared = useContext(ReportKindContext) === 'shared';
  return (rows) => rows.filter(({ label }) => !isShared || !sharedReportExclusions.has(label));
}

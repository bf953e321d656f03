import { sharedReportExclusions } from './shared-report-exclusions.ts';
import { useContext } from 'react';
import { ReportKindContext } from './report-kind.ts';

/** Which of its rows this kind of report lists: a shared one has none of what it leaves out. */
export function useListedRows(): <R extends { label: string }>(rows: readonly R[]) => R[] {
  const isShared = useContext(ReportKindContext) === 'shared';
  return (rows) => rows.filter(({ label }) => !isShared || !sharedReportExclusions.has(label));
}

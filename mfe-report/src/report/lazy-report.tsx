import { lazy, type ReactNode, Suspense } from 'react';
import type { ReportProps } from './report.tsx';

/** Everything that needs the record. It loads while the sources are asked, so that the request does not wait for it. */
const loadReport = async () => ({ default: (await import('./report.tsx')).VehicleReportContent });

const Report = lazy(loadReport);

/** Starts loading it. A failure shows where the report is. */
export const preloadReport = (): void => {
  loadReport().catch(() => undefined);
};

export interface LazyReportProps extends ReportProps {
  /** Shown until the report's code has loaded. */
  loading: ReactNode;
}

/** A report whose code loads when it is shown, or before (`preloadReport`). */
export function LazyReport({ loading, ...report }: LazyReportProps) {
  return (
    <Suspense fallback={loading}>
      <Report {...report} />
    </Suspense>
  );
}

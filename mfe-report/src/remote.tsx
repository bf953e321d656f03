import { lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Queries } from '@ve/mfe-kit/queries';
import { Route, Routes } from '@ve/mfe-kit/router';
import { ReportPage } from './report/report.page.tsx';

const SampleReportPage = lazyPageWithQueries(
  async () => (await import('./report/sample/sample-report.page.tsx')).SampleReportPage,
);

const SharedReportPage = lazyPageWithQueries(
  async () => (await import('./report/shared/shared-report.page.tsx')).SharedReportPage,
);

/** The report is imported statically: a lazy chunk would cost one more request before its first paint. */
export default function ReportRemote() {
  return (
    <Queries>
      <Routes>
        <Route path="/report" element={<ReportPage />} />
        <Route path="/sample-report" element={<SampleReportPage />} />
        <Route path="/shared-report" element={<SharedReportPage />} />
      </Routes>
    </Queries>
  );
}

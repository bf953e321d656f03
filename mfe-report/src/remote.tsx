import { lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Queries } from '@ve/mfe-kit/queries';
import { Route, Routes } from '@ve/mfe-kit/router';
import { preloadReport } from './report/lazy-report.tsx';
import { ReportPage } from './report/report.page.tsx';

const SampleReportPage = lazyPageWithQueries(async () => {
  preloadReport();
  return (await import('./report/sample/sample-report.page.tsx')).SampleReportPage;
});

const SharedReportPage = lazyPageWithQueries(async () => {
  preloadReport();
  return (await import('./report/shared/shared-report.page.tsx')).SharedReportPage;
});

/** The page that asks for the record is imported statically: a lazy chunk would delay its request. */
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

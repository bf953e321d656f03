import { Queries } from '@ve/mfe-kit/queries';
import { Route, Routes } from '@ve/mfe-kit/router';
import { ReportPage } from './report/report.page.tsx';

/** The only page is imported statically: a lazy chunk would cost one more request before the first paint. */
export default function ReportRemote() {
  return (
    <Queries>
      <Routes>
        <Route path="/report" element={<ReportPage />} />
      </Routes>
    </Queries>
  );
}

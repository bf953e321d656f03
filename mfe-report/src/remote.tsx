import { Queries } from '@ve/mfe-kit/queries';
import { Route, Routes } from '@ve/mfe-kit/router';
import { ReportPage } from './report/report.page.tsx';

/** The only page is in the first file: a file of its own would cost one more request before anything is seen. */
export default function ReportRemote() {
  return (
    <Queries>
      <Routes>
        <Route path="/report" element={<ReportPage />} />
      </Routes>
    </Queries>
  );
}

import { Route, Routes } from '@ve/mfe-kit/router';
import { CancellationPage } from './cancellation/cancellation.page.tsx';
import { DashboardPage } from './dashboard/dashboard.page.tsx';
import { MyAccountPage } from './my-account/my-account.page.tsx';

/** The pages are small and imported statically: lazy chunks would cost one more request before the first paint. */
export default function AccountRemote() {
  return (
    <Routes>
      <Route path="/my-account" element={<MyAccountPage />} />
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/cancellation" element={<CancellationPage />} />
    </Routes>
  );
}

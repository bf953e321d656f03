import { lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';

const MyAccountPage = lazyPageWithQueries(async () => (await import('./my-account/my-account.page.tsx')).MyAccountPage);
const DashboardPage = lazyPageWithQueries(
  async () => (await import('./dashboard/dashboard.page.tsx')).MemberDashboardPage,
);
const CancellationPage = lazyPageWithQueries(
  async () => (await import('./cancellation/cancellation.page.tsx')).CancellationPage,
);
const MembershipLinkPage = lazyPageWithQueries(
  async () => (await import('./membership-link/membership-link.page.tsx')).CancelMembershipByLinkPage,
);
const MembershipChangePage = lazyPageWithQueries(
  async () => (await import('./membership-change/membership-change.page.tsx')).AgreeToMembershipChangePage,
);
const YourDataPage = lazyPageWithQueries(async () => (await import('./your-data/your-data.page.tsx')).YourDataPage);
const DataCopyPage = lazyPageWithQueries(async () => (await import('./your-data/data-copy.page.tsx')).DataCopyPage);
const ConfirmPage = lazyPageWithQueries(
  async () => (await import('./your-data/confirm-email-change.page.tsx')).ConfirmEmailChangePage,
);
const DeleteAccountPage = lazyPageWithQueries(
  async () => (await import('./delete-account/delete-account.page.tsx')).DeleteAccountByLinkPage,
);

/** Each page is a separate chunk: opening a cancel link does not load the account. */
export default function AccountRemote() {
  return (
    <Routes>
      <Route path="/my-account" element={<MyAccountPage />} />
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/cancellation" element={<CancellationPage />} />
      <Route path="/membership/cancel" element={<MembershipLinkPage />} />
      <Route path="/membership/change" element={<MembershipChangePage />} />
      <Route path="/your-data" element={<YourDataPage />} />
      <Route path="/your-data/copy" element={<DataCopyPage />} />
      <Route path="/your-data/confirm" element={<ConfirmPage />} />
      <Route path="/your-data/delete" element={<DeleteAccountPage />} />
    </Routes>
  );
}

import { Route, Routes } from '@ve/mfe-kit/router';
import { MyAccountPage } from './my-account/my-account.page.tsx';

/** The only page is in the first file: a file of its own would cost one more request before anything is seen. */
export default function AccountRemote() {
  return (
    <Routes>
      <Route path="/my-account" element={<MyAccountPage />} />
    </Routes>
  );
}

import { lazyPage, lazyQueryPage } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';

const DashboardPage = lazyQueryPage(async () => (await import('./dashboard/dashboard.page.tsx')).DashboardPage);
const SignInPage = lazyPage(async () => (await import('./sign-in/sign-in.page.tsx')).SignInPage);

export default function AdminRemote() {
  return (
    <Routes>
      <Route path="/admin" element={<DashboardPage />} />
      <Route path="/admin/signin" element={<SignInPage />} />
    </Routes>
  );
}

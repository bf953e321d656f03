import { lazyPage } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';
import { LandingPage } from './landing/landing.page.tsx';

const SignupPage = lazyPage(async () => (await import('./signup/signup.page.tsx')).SignupPage);

/** The landing page is in the first file: it is sent as finished HTML and must come alive without another request. */
export default function SearchRemote() {
  return (
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/signup" element={<SignupPage />} />
    </Routes>
  );
}

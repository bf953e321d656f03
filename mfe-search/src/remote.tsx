import { lazyPage, lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';
import { LandingPage } from './landing/landing.page.tsx';
import { loadSignUpPage } from './load-sign-up-page.ts';

const SignUpPage = lazyPageWithQueries(loadSignUpPage);
const SignInLinkPage = lazyPageWithQueries(async () => (await import('./sign-in/link.page.tsx')).SignInLinkPage);
const SignInPage = lazyPage(async () => (await import('./sign-in/sign-in.page.tsx')).SignInPage);

/** The landing page is imported statically: it is prerendered and must hydrate without another request. */
export default function SearchRemote() {
  return (
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/signup" element={<SignUpPage />} />
      <Route path="/signin" element={<SignInPage />} />
      <Route path="/signin/link" element={<SignInLinkPage />} />
    </Routes>
  );
}

import { PageTitle } from '@ve/mfe-kit/page-title';

export function SignupPage() {
  return (
    <main>
      <PageTitle title="Sign up" />
      <h1>Sign up</h1>
    </main>
  );
}

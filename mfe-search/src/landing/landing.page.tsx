import { PageTitle } from '@ve/mfe-kit/page-title';

export function LandingPage() {
  return (
    <main>
      <PageTitle title="Check a vehicle" />
      <h1>Check a vehicle</h1>
    </main>
  );
}

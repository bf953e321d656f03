import { PageTitle } from '@ve/mfe-kit/page-title';

export function ReportPage() {
  return (
    <main>
      <PageTitle title="Vehicle report" />
      <h1>Vehicle report</h1>
    </main>
  );
}

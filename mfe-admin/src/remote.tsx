import { lazyPage, lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';

const DashboardPage = lazyPageWithQueries(
  async () => (await import('./dashboard/dashboard.page.tsx')).StaffDashboardPage,
);
const ReportPage = lazyPageWithQueries(async () => (await import('./report/report.page.tsx')).StaffReportPage);
const SignInPage = lazyPageWithQueries(async () => (await import('./sign-in/sign-in.page.tsx')).StaffSignInPage);
const OperationsPage = lazyPageWithQueries(
  async () => (await import('./operations/operations.page.tsx')).StaffOperationsPage,
);
const SupportPage = lazyPageWithQueries(async () => (await import('./support/support.page.tsx')).CustomerSearchPage);
const CustomerPage = lazyPageWithQueries(async () => (await import('./support/customer.page.tsx')).CustomerPage);
const CasesPage = lazyPageWithQueries(async () => (await import('./cases/cases.page.tsx')).CasesPage);
const AuditPage = lazyPageWithQueries(async () => (await import('./audit/audit.page.tsx')).AuditLogPage);
const MailsPage = lazyPageWithQueries(async () => (await import('./mails/mails.page.tsx')).UnsentMailsPage);
const NewsletterPage = lazyPageWithQueries(
  async () => (await import('./newsletter/newsletter.page.tsx')).StaffNewsletterPage,
);
const WebhooksPage = lazyPageWithQueries(async () => (await import('./webhooks/webhooks.page.tsx')).StripeEventsPage);
const ReleasesPage = lazyPageWithQueries(async () => (await import('./releases/releases.page.tsx')).ReleasesPage);
const PageSpeedPage = lazyPageWithQueries(async () => (await import('./speed/speed.page.tsx')).PageSpeedPage);
const PasswordPage = lazyPage(async () => (await import('./password/password.page.tsx')).StaffPasswordPage);
const SecurityPage = lazyPageWithQueries(async () => (await import('./security/security.page.tsx')).StaffSecurityPage);

export default function AdminRemote() {
  return (
    <Routes>
      <Route path="/admin" element={<DashboardPage />} />
      <Route path="/admin/reports/:id" element={<ReportPage />} />
      <Route path="/admin/signin" element={<SignInPage />} />
      <Route path="/admin/password" element={<PasswordPage />} />
      <Route path="/admin/security" element={<SecurityPage />} />
      <Route path="/admin/support" element={<SupportPage />} />
      <Route path="/admin/support/:userId" element={<CustomerPage />} />
      <Route path="/admin/cases" element={<CasesPage />} />
      <Route path="/admin/audit" element={<AuditPage />} />
      <Route path="/admin/mails" element={<MailsPage />} />
      <Route path="/admin/newsletter" element={<NewsletterPage />} />
      <Route path="/admin/webhooks" element={<WebhooksPage />} />
      <Route path="/admin/releases" element={<ReleasesPage />} />
      <Route path="/admin/speed" element={<PageSpeedPage />} />
      <Route path="/admin/operations" element={<OperationsPage />} />
    </Routes>
  );
}

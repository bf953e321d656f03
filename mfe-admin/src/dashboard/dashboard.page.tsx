import { lazyPage } from '@ve/mfe-kit/lazy-page';
import { useSearchParams } from '@ve/mfe-kit/router';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Tabs } from '@ve/ui/tabs/tabs';
import { type ComponentType, Suspense } from 'react';
import { StaffArea } from '../platform/staff-area.tsx';
import { ServiceStatusBanner } from '../platform/service-status-banner.tsx';
import { messages } from './messages.en-gb.ts';
import { StatisticsOverview } from './statistics/statistics-overview.tsx';

/** The tabs of specification section 2, each a separate chunk. */
const tabs: readonly { id: string; label: string; Tab: ComponentType }[] = [
  {
    id: 'analytics',
    label: messages.analytics,
    Tab: lazyPage(async () => (await import('./analytics/analytics.tab.tsx')).AnalyticsTab),
  },
  {
    id: 'reports',
    label: messages.reports,
    Tab: lazyPage(async () => (await import('./reports/reports.tab.tsx')).ReportsTab),
  },
  {
    id: 'users',
    label: messages.users,
    Tab: lazyPage(async () => (await import('./users/users.tab.tsx')).UsersTab),
  },
  {
    id: 'errors',
    label: messages.errorLogs,
    Tab: lazyPage(async () => (await import('./error-logs/error-logs.tab.tsx')).ErrorLogsTab),
  },
];

/** `/admin`, with its tab, filters and pages in the URL. */
export function StaffDashboardPage() {
  const [params, setParams] = useSearchParams();
  const selected = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'analytics';
  return (
    <StaffArea title={messages.title}>
      <ServiceStatusBanner />
      <StatisticsOverview />
      <Tabs
        label={messages.tabs}
        selected={selected}
        // Filters and pages belong to one list: another tab starts without them.
        onSelect={(id) => setParams(id === 'analytics' ? {} : { tab: id })}
        items={tabs.map(({ id, label, Tab }) => ({
          id,
          label,
          content:
            id === selected ? (
              <Suspense
                fallback={
                  <LoadingSkeleton label={label}>
                    <Skeleton $height="6rem" />
                  </LoadingSkeleton>
                }
              >
                <Tab />
              </Suspense>
            ) : null,
        }))}
      />
    </StaffArea>
  );
}

import type { Watch } from '@ve/contracts/http/monitoring/watch';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { useMemberWatch } from '../dashboard/watch.query.ts';
import { WatchTabs } from '../dashboard/watch-tabs.tsx';
import './dashboard-parts.ts';

function Tabs({ userId }: { userId: string }) {
  const { data } = useMemberWatch(userId);
  return data === undefined ? null : <WatchTabs userId={userId} watch={data} />;
}

/** Renders a tab of the dashboard, as the page does when the watch was read. */
export const renderDashboardTab = (tab: string) => {
  const session = signedInSession();
  return renderPage(<Tabs userId={session.user?.id ?? ''} />, {
    session,
    queries: true,
    path: `/dashboard?tab=${tab}`,
  });
};

/** The response to a change that was saved. */
export const savedWatchAnswer = (watch: Watch) => ({ body: { outcome: 'set', watch } });

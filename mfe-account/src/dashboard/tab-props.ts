import type { Watch } from '@ve/contracts/http/monitoring/watch';

/** What each tab of the dashboard is given. */
export interface TabProps {
  userId: string;
  watch: Watch;
}

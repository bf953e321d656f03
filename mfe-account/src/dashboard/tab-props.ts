import type { Watch } from '@ve/contracts/http/monitoring/watch';

/** The props of each tab of the dashboard. */
export interface TabProps {
  userId: string;
  watch: Watch;
}

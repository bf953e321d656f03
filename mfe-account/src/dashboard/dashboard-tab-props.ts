import type { Watch } from '@ve/contracts/http/monitoring/watch';

export interface DashboardTabProps {
  userId: string;
  watch: Watch;
}

import type { Watch } from '@ve/contracts/http/monitoring/watch';

export interface TabProps {
  userId: string;
  watch: Watch;
}

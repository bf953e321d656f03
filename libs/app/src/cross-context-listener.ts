import type { JobContext } from './job-context.ts';
import { changeMailListener } from './membership/announced-change/notice-period.ts';
import { monitoringListener } from './monitoring/monitoring-listener.ts';
import { reportListener } from './report/report-listener.ts';

/** Everything that one context causes in another, within the same transaction: the one listener of both processes. */
export const crossContextListener: JobContext['listener'] = {
  ...monitoringListener,
  ...reportListener,
  ...changeMailListener,
};

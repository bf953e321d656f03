import type { JobContext } from './job-context.ts';
import { monitoringListener } from './monitoring/monitoring-listener.ts';
import { reportListener } from './report/report-listener.ts';

/** Everything that the jobs of one context cause in another, within the same transaction. */
export const crossContextListener: JobContext['listener'] = { ...monitoringListener, ...reportListener };

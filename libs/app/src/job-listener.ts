import { watchSubscriptionListener } from '@ve/data/monitoring/watch/follow-subscription';
import type { JobContext } from './job-context.ts';
import { reportListener } from './report/report-listener.ts';

/** Everything that the jobs of one context cause in another, within the same transaction. */
export const jobListener: JobContext['listener'] = { ...watchSubscriptionListener, ...reportListener };

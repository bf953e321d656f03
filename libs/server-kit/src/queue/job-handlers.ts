import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';

export interface JobRunContext {
  jobId: string;
  /** 1 for the first run. A run whose worker died is not counted. */
  attempt: number;
  /** True when the job is not retried if this run throws. */
  lastAttempt: boolean;
  /** Aborted when the process has to exit before the job ends; another worker then runs the job again. */
  signal: AbortSignal;
  /** Includes queue, job and correlation id. */
  logger: Logger;
}

export type JobHandler<N extends JobName> = (payload: JobPayload<N>, run: JobRunContext) => Promise<void>;

/** One handler per job: omitting one does not compile. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> };

import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';

/** One run of a job. */
export interface JobRun {
  jobId: string;
  /** 1 for the first. A run whose worker died is not counted. */
  attempt: number;
  /** If this run throws, the job is not retried. */
  lastAttempt: boolean;
  /** Aborted when the process has to exit before the job ends; the job is then run again elsewhere. */
  signal: AbortSignal;
  /** Includes queue, job and correlation id. */
  logger: Logger;
}

export type JobHandler<N extends JobName> = (payload: JobPayload<N>, run: JobRun) => Promise<void>;

/** A handler for each job: omitting one does not compile. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> };

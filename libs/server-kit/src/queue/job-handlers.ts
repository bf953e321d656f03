import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Logger } from '../log/logger.ts';

/** One run of a job, as its queue knows it. */
export interface JobRun {
  jobId: string;
  /** 1 for the first. A run that its worker did not survive counts as none. */
  attempt: number;
  /** If this run throws, there is no other. */
  lastAttempt: boolean;
  /** Aborted when the process has to end before the job did; the job is then run again elsewhere. */
  signal: AbortSignal;
  /** Carries queue, job and correlation id. */
  logger: Logger;
}

export type JobHandler<N extends JobName> = (payload: JobPayload<N>, run: JobRun) => Promise<void>;

/** A handler for each job: leaving one out does not compile. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> };

import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Context } from '@ve/data/kernel/context';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import type { FullCheckListener } from './full-check/end-check.ts';
import type { ServiceObjective } from '@ve/domain/jobs/service-objectives';
import type { UseCaseLogger } from './kernel/use-case-logger.ts';
import type { AccountOpeningListener } from './membership/sign-up/open-account.ts';
import type { MessageListener } from './messaging/queue-message.ts';
import type { VehicleListener } from './vehicle/store-vehicle-record.ts';

/** The context of one run of a job. */
export interface JobContext extends Context {
  jobId: string;
  /** 1 for the first run. A run whose worker died is not counted. */
  attempt: number;
  /** True when the job is not retried if this run throws. */
  lastAttempt: boolean;
  /** Aborted when the process has to exit before the job ends; another worker then runs the job again. */
  signal: AbortSignal;
  /** Includes queue, job and correlation id. */
  logger: UseCaseLogger;
  /** Notified of what causes something in a context that the job's own does not depend on. */
  listener: SubscriptionListener & AccountOpeningListener & VehicleListener & MessageListener & FullCheckListener;
  /** Counts an event as having met its objective or missed it; called once its transaction has committed. */
  recordObjective(objective: ServiceObjective, isMet: boolean): void;
  /**
   * Ends the job within the transaction of `em`, so that its writes and the end of the job are committed atomically.
   * Returns false when another run has already ended it: then the effects must not be repeated. A job whose handler
   * does not call it ends shortly after the handler returns; if the process dies in between, the job runs again.
   */
  complete(em: EntityManager): Promise<boolean>;
}

/**
 * Carries out a job. It may run twice, concurrently, or after it was done: a worker may die or lose its queue at any
 * point. It therefore first checks whether its work is already done, and owns the transaction that records it.
 */
export type JobUseCase<N extends JobName> = (payload: JobPayload<N>, context: JobContext) => Promise<void>;

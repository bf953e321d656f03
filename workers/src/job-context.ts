import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Context } from '@ve/data/context';
import { deleteFromOutbox, outboxIdOf } from '@ve/data/outbox/outbox.repository';
import type { Clock } from '@ve/domain/time/clock';
import type { JobHandlers, JobRun } from '@ve/server-kit/queue/job-handlers';
import type { FinishedJobs } from './outbox/finished-jobs.ts';

/** What one run of a job works with. */
export interface JobContext extends Context, JobRun {
  /**
   * Ends the job with the transaction of `em`: what is written there and the end of the job are committed together or
   * not at all. Answers false when another run has ended it before: what this one did must then not be done twice.
   * A handler that does not call it ends its job by returning, a moment later; should the process die in between, the
   * job runs again.
   */
  complete(em: EntityManager): Promise<boolean>;
}

/**
 * Does a job. It may run twice, also at once, and after it was done: a worker may die or lose its queue at any point. A
 * handler therefore looks first whether its work is done already, and owns the transaction that says so.
 */
export type Handler<N extends JobName> = (payload: JobPayload<N>, context: JobContext) => Promise<void>;

/** A handler for each job: leaving one out does not compile. */
export type Handlers = { readonly [N in JobName]: Handler<N> };

export interface ContextNeeds {
  orm: MikroORM;
  now: Clock;
  finished: Pick<FinishedJobs, 'add'>;
}

/** The handlers as the queues run them, each run with a context of its own. */
export const withContext = (handlers: Handlers, needs: ContextNeeds): JobHandlers => {
  const wrap =
    <N extends JobName>(name: N) =>
    async (payload: JobPayload<N>, run: JobRun): Promise<void> => {
      const { context, isCompleted } = contextOf(name, payload.correlationId, run, needs);
      await handlers[name](payload, context);
      if (!isCompleted()) needs.finished.add(run.jobId);
    };
  const wrapped = (Object.keys(handlers) as JobName[]).map((name) => [name, wrap(name)] as const);
  return Object.fromEntries(wrapped) as unknown as JobHandlers;
};

/** The context of one run. Entity manager and logger are made when they are first used: many runs need neither. */
const contextOf = (name: JobName, correlationId: string, run: JobRun, { orm, now }: ContextNeeds) => {
  let em: EntityManager | undefined;
  let completed = false;
  const context: JobContext = {
    get em() {
      return (em ??= orm.em.fork());
    },
    now,
    correlationId,
    actor: { kind: 'process', name },
    jobId: run.jobId,
    attempt: run.attempt,
    lastAttempt: run.lastAttempt,
    signal: run.signal,
    get logger() {
      return run.logger;
    },
    complete: async (transaction) => {
      completed = true;
      const id = outboxIdOf(run.jobId);
      return id === null || (await deleteFromOutbox(transaction, [id])) === 1;
    },
  };
  return { context, isCompleted: () => completed };
};

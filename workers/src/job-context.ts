import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { JobUseCase, JobContext } from '@ve/app/job-context';
import { crossContextListener } from '@ve/app/cross-context-listener';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { deleteFromOutbox, outboxIdOfQueueJob } from '@ve/data/jobs/outbox/outbox.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { JobHandlers, JobRunContext } from '@ve/server-kit/queue/job-handlers';
import type { FinishedJobCollector } from './jobs/outbox/finished-jobs.ts';
import { runSerially } from './jobs/outbox/run-serially.ts';

/** A handler for each job: omitting one does not compile. */
export type JobUseCasesByName = { readonly [N in JobName]: JobUseCase<N> };

export interface JobContextDeps {
  orm: MikroORM;
  now: Clock;
  finished: Pick<FinishedJobCollector, 'add'>;
  /** Counts events of the service objectives; omitted by tests that do not look at them. */
  recordObjective?: JobContext['recordObjective'];
}

/** Wraps the handlers for the queues, with a new context per run. */
export const wrapHandlersWithJobContext = (handlers: JobUseCasesByName, needs: JobContextDeps): JobHandlers => {
  const { orm, now } = needs;
  const wrap =
    <N extends JobName>(name: N) =>
    async (payload: JobPayload<N>, run: JobRunContext): Promise<void> => {
      const { context, isCompleted } = contextOf({ name, correlationId: payload.correlationId, run, deps: needs });
      await runSerially({ jobId: run.jobId, name, payload }, { fork: () => orm.em.fork(), now }, () =>
        handlers[name](payload, context),
      );
      if (!isCompleted()) needs.finished.add(run.jobId);
    };
  const wrapped = (Object.keys(handlers) as JobName[]).map((name) => [name, wrap(name)] as const);
  return Object.fromEntries(wrapped) as unknown as JobHandlers;
};

/** The context of one run. Entity manager and logger are created on first use: many runs need neither. */
const contextOf = ({
  name,
  correlationId,
  run,
  deps: { orm, now, recordObjective = () => undefined },
}: {
  name: JobName;
  correlationId: string;
  run: JobRunContext;
  deps: JobContextDeps;
}) => {
  let em: EntityManager | undefined;
  let completed = false;
  const context: JobContext = {
    get em() {
      return (em ??= orm.em.fork());
    },
    now,
    correlationId,
    actor: { kind: 'process', name },
    listener: crossContextListener,
    jobId: run.jobId,
    attempt: run.attempt,
    lastAttempt: run.lastAttempt,
    signal: run.signal,
    get logger() {
      return run.logger;
    },
    recordObjective,
    complete: async (transaction) => {
      completed = true;
      const id = outboxIdOfQueueJob(run.jobId);
      return id === null || (await deleteFromOutbox(transaction, [id])) === 1;
    },
  };
  return { context, isCompleted: () => completed };
};

import { Injectable } from '@nestjs/common';
import type { AnswerOf, QueryOf } from '@ve/contracts/endpoint';
import type { listGivenUpJobs } from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import {
  countGivenUpJobs,
  findGivenUpJobs,
  type GivenUpJobRow,
  leaveGivenUpJob,
} from '@ve/data/jobs/outbox/given-up-job.repository';
import { retryGivenUpJob } from '@ve/data/operations/run-again/retry-given-up-job';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '../../identity/staff/staff-audit.ts';

type Act = typeof retryGivenUpJob | typeof leaveGivenUpJob;

@Injectable()
export class GivenUpJobsService {
  async list(
    { em }: Context,
    { seen, ...query }: QueryOf<typeof listGivenUpJobs>,
  ): Promise<AnswerOf<typeof listGivenUpJobs>> {
    const which = { seen: seen !== undefined };
    const page = await findGivenUpJobs(em, placeOf(query), which);
    return toListPage(page, await countGivenUpJobs(em, which), ({ givenUpAt }) => givenUpAt, toGivenUpJob);
  }

  /**
   * Puts a job back into the outbox, with its audit row in one transaction. @throws ProblemError `not-found` when it is not
   * given up (any more)
   */
  retry(context: Context, id: string, reason: string): Promise<void> {
    return this.#act(context, { id, reason, action: 'job.retried' }, retryGivenUpJob);
  }

  /** Marks a job as seen. @throws ProblemError `not-found` when it does not wait for it */
  leave(context: Context, id: string, reason: string): Promise<void> {
    return this.#act(context, { id, reason, action: 'job.left' }, leaveGivenUpJob);
  }

  #act(context: Context, { id, reason, action }: { id: string; reason: string; action: string }, act: Act) {
    return context.em.transactional(async (transaction) => {
      const job = await act(transaction, id, context.now());
      if (job === null) throw new ProblemError('not-found');
      await auditStaff(transaction, context, { action, subject: id, details: { job }, reason });
    });
  }
}

const toGivenUpJob = ({ id, jobName, why, orderedAt, givenUpAt, seenAt }: GivenUpJobRow) => ({
  id,
  job: jobName,
  why,
  orderedAt: orderedAt.toISOString(),
  givenUpAt: givenUpAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
});

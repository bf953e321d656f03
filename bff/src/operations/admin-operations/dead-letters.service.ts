import { Injectable } from '@nestjs/common';
import type { AnswerOf, QueryOf } from '@ve/contracts/endpoint';
import type { listDeadLetters } from '@ve/contracts/http/operations/admin-operations';
import type { Context } from '@ve/data/kernel/context';
import {
  countDeadLetters,
  findDeadLetters,
  type DeadLetterRow,
  dismissDeadLetter,
} from '@ve/data/jobs/outbox/dead-letter.repository';
import { retryDeadLetter } from '@ve/data/operations/rerun/retry-dead-letter';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';

type Act = typeof retryDeadLetter | typeof dismissDeadLetter;

@Injectable()
export class DeadLettersService {
  async list(
    { em }: Context,
    { seen, ...query }: QueryOf<typeof listDeadLetters>,
  ): Promise<AnswerOf<typeof listDeadLetters>> {
    const which = { seen: seen !== undefined };
    const page = await findDeadLetters(em, placeOf(query), which);
    return toListPage(page, await countDeadLetters(em, which), ({ failedAt }) => failedAt, toDeadLetter);
  }

  /**
   * Puts a dead letter back into the outbox and audits it, in one transaction.
   * @throws ProblemError `not-found` when the job is not, or no longer, a dead letter
   */
  retry(context: Context, id: string, reason: string): Promise<void> {
    return this.#act(context, { id, reason, action: 'dead-letter.retried' }, retryDeadLetter);
  }

  /**
   * Marks a dead letter as seen.
   * @throws ProblemError `not-found` when it is not, or no longer, open
   */
  dismiss(context: Context, id: string, reason: string): Promise<void> {
    return this.#act(context, { id, reason, action: 'dead-letter.dismissed' }, dismissDeadLetter);
  }

  #act(context: Context, { id, reason, action }: { id: string; reason: string; action: string }, act: Act) {
    return context.em.transactional(async (transaction) => {
      const job = await act(transaction, id, context.now());
      if (job === null) throw new ProblemError('not-found');
      await auditStaff(transaction, context, { action, subject: id, details: { job }, reason });
    });
  }
}

const toDeadLetter = ({ id, jobName, why, enqueuedAt, failedAt, dismissedAt }: DeadLetterRow) => ({
  id,
  job: jobName,
  why,
  enqueuedAt: enqueuedAt.toISOString(),
  failedAt: failedAt.toISOString(),
  dismissedAt: dismissedAt?.toISOString() ?? null,
});

import { Injectable } from '@nestjs/common';
import type { AnswerOf, QueryOf } from '@ve/contracts/endpoint';
import type {
  ErrorGroupPage,
  ErrorOccurrencePage,
  listErrorGroups,
  reopenErrorGroup,
  solveErrorGroup,
} from '@ve/contracts/http/operations/admin-error-logs';
import type { PageQuery } from '@ve/contracts/http/kernel/admin-page';
import type { Context } from '@ve/data/kernel/context';
import {
  countErrorGroups,
  countOccurrences,
  type ErrorGroupFilter,
  fingerprintOf,
  listErrorGroups as readGroups,
  listOccurrences,
  markOpen,
  markSolved,
  separateWaitingReport,
} from '@ve/data/operations/error-log/error-group.repository';
import { totalOf } from '@ve/data/operations/lists/totals.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff, staffOf } from '@ve/app/identity/staff/staff-audit';
import { toErrorGroup, toErrorOccurrence } from './admin-error-logs.mapper.ts';

@Injectable()
export class AdminErrorLogsService {
  async list(
    { em, now }: Context,
    { search, state = 'open', type, ...place }: QueryOf<typeof listErrorGroups>,
  ): Promise<ErrorGroupPage> {
    const filter: ErrorGroupFilter = { search, state, type };
    const page = await readGroups(em, placeOf(place), filter);
    const isAll = search === undefined && state === 'all' && type === undefined;
    const total = isAll ? await totalOf(em, 'error-groups', now()) : await countErrorGroups(em, filter);
    return toListPage(page, total, ({ lastSeen }) => lastSeen, toErrorGroup);
  }

  /**
   * The occurrences of an error. If signed-in users are among them, the read is audited in the same transaction.
   * @throws ProblemError `not-found` for an unknown id
   */
  async occurrences(context: Context, id: string, place: PageQuery): Promise<ErrorOccurrencePage> {
    return context.em.transactional(async (transaction) => {
      const fingerprint = await this.#fingerprintOf(transaction, id);
      const page = await listOccurrences(transaction, placeOf(place), fingerprint);
      const userIds = [...new Set(page.rows.flatMap(({ userId }) => userId ?? []))];
      if (userIds.length > 0) {
        await auditStaff(transaction, context, { action: 'error.viewed', subject: id, details: { userIds } });
      }
      const total = await countOccurrences(transaction, fingerprint);
      return toListPage(page, total, ({ lastSeen }) => lastSeen, toErrorOccurrence);
    });
  }

  /** @throws ProblemError `not-found` for an unknown id */
  async solve(context: Context, id: string, reason: string): Promise<AnswerOf<typeof solveErrorGroup>> {
    return context.em.transactional(async (transaction) => {
      const fingerprint = await this.#fingerprintOf(transaction, id);
      await separateWaitingReport(transaction, fingerprint);
      // Read only now: reports received before this are in the group, or count as before it was solved.
      const now = context.now();
      const { userId } = staffOf(context.actor);
      if (!(await markSolved(transaction, id, { userId, now }))) return { outcome: 'was-solved' };
      await auditStaff(transaction, context, { action: 'error.solved', subject: id, reason });
      return { outcome: 'solved' };
    });
  }

  /** @throws ProblemError `not-found` for an unknown id */
  async reopen(context: Context, id: string, reason: string): Promise<AnswerOf<typeof reopenErrorGroup>> {
    return context.em.transactional(async (transaction) => {
      await this.#fingerprintOf(transaction, id);
      if (!(await markOpen(transaction, id))) return { outcome: 'was-open' };
      await auditStaff(transaction, context, { action: 'error.reopened', subject: id, reason });
      return { outcome: 'reopened' };
    });
  }

  async #fingerprintOf(em: Context['em'], id: string): Promise<string> {
    const fingerprint = await fingerprintOf(em, id);
    if (fingerprint === null) throw new ProblemError('not-found');
    return fingerprint;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { shareReport } from '@ve/app/report/share-report';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import {
  type createReportShareEndpoint,
  type listReportSharesEndpoint,
  type NewReportShare,
  type ReportShare,
  type SharedReportAnswer,
} from '@ve/contracts/http/report/report-shares';
import type { Context } from '@ve/data/kernel/context';
import {
  findShareableReport,
  listActiveReportShares,
  viewReportShare,
  type ReportShareRow,
  revokeReportShare,
} from '@ve/data/report/report-share.repository';
import { toSharedReport } from '@ve/domain/report/shared-report';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { BffConfig } from '../../config.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** Links with which the owner of a saved report shares it. */
@Injectable()
export class ReportSharesService {
  readonly #origin: string;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  /** The valid links to the user's own report. */
  async list(
    { em, now }: Context,
    userId: string,
    registration: string,
  ): Promise<EndpointAnswerBody<typeof listReportSharesEndpoint>> {
    const reportId = await findShareableReport(em, userId, registration);
    if (reportId === null) return { outcome: 'none' };
    return { outcome: 'found', shares: (await listActiveReportShares(em, reportId, now())).map(toShare) };
  }

  /** Creates a link to the user's own report. Only this response contains its URL. */
  async add(
    context: Context,
    { userId, registration, share }: { userId: string; registration: string; share: NewReportShare },
  ): Promise<EndpointAnswerBody<typeof createReportShareEndpoint>> {
    const answer = await shareReport(context, { userId, registration, ...share });
    if (answer.outcome !== 'made') return answer;
    const url = new URL(`/shared-report?token=${answer.token}`, this.#origin).href;
    return { outcome: 'made', share: toShare(answer.share), url };
  }

  /**
   * Revokes a link of the user.
   * @throws ProblemError `not-found` for an unknown link, and equally for another customer's
   */
  async end({ em, now }: Context, userId: string, id: string): Promise<void> {
    if (!(await revokeReportShare(em, { userId, id }, now()))) throw new ProblemError('not-found');
  }

  /** The report behind a link, for any client that has it. */
  async read({ em, now }: Context, token: string): Promise<SharedReportAnswer> {
    const hash = secretTokenHash(token);
    const at = now();
    const opened = hash === null ? null : await viewReportShare(em, hash, at);
    if (opened === null) return { outcome: 'unknown' };
    if (opened.state !== 'open') {
      return { outcome: 'ended', why: opened.state, endedAt: opened.endedAt.toISOString() };
    }
    const { record, fullCheck } = toSharedReport(opened.record, opened.fullCheck);
    return { outcome: 'found', record, fullCheck, asOf: londonDate(at), expiresAt: opened.expiresAt.toISOString() };
  }
}

const toShare = ({ id, name, createdAt, expiresAt, viewCount, lastViewedAt }: ReportShareRow): ReportShare => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  opens: viewCount,
  lastOpenedAt: lastViewedAt?.toISOString() ?? null,
});

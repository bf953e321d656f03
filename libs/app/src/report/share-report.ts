import type { NewReportShare } from '@ve/contracts/http/report/report-shares';
import type { Context } from '@ve/data/kernel/context';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import {
  addReportShare,
  countReportShares,
  findShareableReport,
  findReportShareByToken,
  listActiveReportShares,
  type ReportShareRow,
} from '@ve/data/report/report-share.repository';
import { maxLiveSharesPerReport, maxReportSharesPerDay } from '@ve/domain/report/share-limits';
import { deriveSecretToken, newSecretToken } from '../kernel/secret-token.ts';

const aDayMs = 86_400_000;

export type ShareReportOutcome =
  | { outcome: 'none' }
  | { outcome: 'refused'; reason: 'today' | 'live' }
  /** Only this outcome has the token: its hash is stored. */
  | { outcome: 'made'; share: ReportShareRow; token: string };

/**
 * Creates a link to the user's own report, within the limits per day and of links that work at once. A repeated key
 * returns the same link while it is valid: its token comes from the key, which only the browser has.
 */
export const shareReport = async (
  { em, now }: Context,
  { userId, registration, days, name, idempotencyKey }: NewReportShare & { userId: string; registration: string },
): Promise<ShareReportOutcome> => {
  // A refused request must not create a customer.
  if ((await findShareableReport(em, userId, registration)) === null) return { outcome: 'none' };
  return em.transactional(async (transaction) => {
    const at = now();
    // Two tabs must not both create the fifth.
    const customerId = await lockOrCreateCustomer(transaction, userId, at);
    const reportId = await findShareableReport(transaction, userId, registration);
    if (reportId === null) return { outcome: 'none' };
    const keyed = idempotencyKey === undefined ? newSecretToken() : deriveSecretToken(`${reportId} ${idempotencyKey}`);
    const known = await findReportShareByToken(transaction, { reportId, tokenHash: keyed.hash }, at);
    if (known?.isValid === true) return { outcome: 'made', share: known, token: keyed.token };
    const since = new Date(at.getTime() - aDayMs);
    if ((await countReportShares(transaction, { customerId, since }, at)) >= maxReportSharesPerDay) {
      return { outcome: 'refused', reason: 'today' };
    }
    if ((await listActiveReportShares(transaction, reportId, at)).length >= maxLiveSharesPerReport) {
      return { outcome: 'refused', reason: 'live' };
    }
    const { token, hash } = known === null ? keyed : newSecretToken();
    const share = await addReportShare(transaction, { reportId, tokenHash: hash, name, days }, at);
    return { outcome: 'made', share, token };
  });
};

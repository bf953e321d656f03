import type { NewShare } from '@ve/contracts/http/report/report-shares';
import type { Context } from '@ve/data/kernel/context';
import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import {
  addReportShare,
  countShares,
  findShareableReport,
  findShareByToken,
  listActiveShares,
  type ReportShareRow,
} from '@ve/data/report/report-share.repository';
import { maxLiveShares, sharesPerDay } from '@ve/domain/report/share-limits';
import { derivedToken, newSecretToken } from '../kernel/secret-token.ts';

const aDayMs = 86_400_000;

export type ShareOutcome =
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
  { userId, registration, days, name, idempotencyKey }: NewShare & { userId: string; registration: string },
): Promise<ShareOutcome> => {
  // A refused request must not create a customer.
  if ((await findShareableReport(em, userId, registration)) === null) return { outcome: 'none' };
  return em.transactional(async (transaction) => {
    const at = now();
    // Two tabs must not both create the fifth.
    const customerId = await lockCustomer(transaction, userId, at);
    const reportId = await findShareableReport(transaction, userId, registration);
    if (reportId === null) return { outcome: 'none' };
    const keyed = idempotencyKey === undefined ? newSecretToken() : derivedToken(`${reportId} ${idempotencyKey}`);
    const known = await findShareByToken(transaction, { reportId, tokenHash: keyed.hash }, at);
    if (known?.isValid === true) return { outcome: 'made', share: known, token: keyed.token };
    const since = new Date(at.getTime() - aDayMs);
    if ((await countShares(transaction, { customerId, since }, at)) >= sharesPerDay) {
      return { outcome: 'refused', reason: 'today' };
    }
    if ((await listActiveShares(transaction, reportId, at)).length >= maxLiveShares) {
      return { outcome: 'refused', reason: 'live' };
    }
    const { token, hash } = known === null ? keyed : newSecretToken();
    const share = await addReportShare(transaction, { reportId, tokenHash: hash, name, days }, at);
    return { outcome: 'made', share, token };
  });
};

import { buildEndpointPath } from '@ve/contracts/endpoint';
import { parseStoredFullCheck } from '@ve/contracts/full-check';
import {
  followFullCheckEndpoint,
  type FullCheckState,
  readFullCheckEndpoint,
  type SavedReport,
} from '@ve/contracts/http/report/reports';
import type { FullCheckRow } from '@ve/data/full-check/full-check.repository';
import type { SavedReportRow } from '@ve/data/report/report.repository';
import { fullCheckFailureMessage, fullCheckRetryTimingOf } from '@ve/domain/vehicle/record/check-failure';
import { fullCheckOnlyFactsOf } from '@ve/domain/vehicle/record/locked-facts';

/** A full check for its owner. */
export function toFullCheckState(row: FullCheckRow): FullCheckState {
  const { id, registration, status, record, vdi, valuation, finishedAt, failure } = row;
  if (status === 'failed') {
    const why = failure ?? 'interrupted';
    const creditReturned = row.creditReturnedAt !== null;
    const message = fullCheckFailureMessage(why);
    return {
      outcome: 'failed',
      checkId: id,
      registration,
      message,
      creditReturned,
      retry: fullCheckRetryTimingOf(why),
    };
  }
  if (status === 'done' && record && vdi && valuation && finishedAt) {
    const fullCheck = { checkedAt: finishedAt.toISOString(), vdi, valuation };
    return { outcome: 'done', checkId: id, registration, fullCheck, record, isRetrying: row.retryAt !== null };
  }
  return {
    outcome: 'pending',
    checkId: id,
    registration,
    requestedAt: row.requestedAt.toISOString(),
    steps: row.steps,
    self: buildEndpointPath(readFullCheckEndpoint, { id }),
    events: buildEndpointPath(followFullCheckEndpoint, { id }),
  };
}

/** Converts a customer's saved report, with the vehicle's current check. */
export function toSavedReport(row: SavedReportRow, check: FullCheckRow | null): SavedReport {
  return {
    outcome: 'found',
    id: row.id,
    registration: row.registration,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    fullCheck: parseStoredFullCheck(row.fullCheck, row.updatedAt),
    unlocked: row.record && fullCheckOnlyFactsOf(row.record),
    check: check && toFullCheckState(check),
  };
}

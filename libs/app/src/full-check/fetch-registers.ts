import type { FullCheck } from '@ve/contracts/full-check';
import {
  tryCountRegisterLookup,
  findFullCheck,
  type FullCheckRow,
  storeFullCheckRegisterResponse,
  undoRegisterLookupCount,
} from '@ve/data/full-check/full-check.repository';
import { type FullCheckFailure, isVdiCheckInconclusive } from '@ve/domain/vehicle/record/check-failure';
import { recordSectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { FullCheckDeps } from '../vehicle/vehicle-data-sources.ts';

/**
 * Look-ups that may have been charged for, per check. A second one is made only when the response to the first was
 * lost; after that the check fails.
 */
const maxRegisterLookups = 2;

/** A member is waiting: a vendor that requires a longer pause counts as down. */
const maxPauseMs = 60_000;

/** Failures that may pass within seconds. */
const passing: readonly FullCheckFailure[] = [
  'timeout',
  'rate-limited',
  'source-error',
  'unreadable-answer',
  'circuit-open',
];

/**
 * `again`: the registers may be called again, after `afterMs` if the vendor named a pause. `failed`: they must not be.
 * `ended`: the check ended in the meantime.
 */
export type PaidRegisterFetchOutcome =
  | { outcome: 'found'; vdi: FullCheck['vdi'] }
  | { outcome: 'again'; failure: FullCheckFailure; afterMs: number | null }
  | { outcome: 'failed'; failure: FullCheckFailure }
  | { outcome: 'ended' };

/**
 * Returns the registers' response: the stored one, else by a look-up, which is counted before it is made; its response
 * is stored before anything else. A look-up with an unknown outcome is repeated at most once.
 */
export const fetchPaidRegisters = async (
  { registers }: Pick<FullCheckDeps, 'registers'>,
  check: FullCheckRow,
  { em, now }: Pick<JobContext, 'em' | 'now'>,
): Promise<PaidRegisterFetchOutcome> => {
  const { id, registration } = check;
  if (check.vdi !== null) return { outcome: 'found', vdi: check.vdi };
  if (!(await tryCountRegisterLookup(em, id, maxRegisterLookups))) return reasonNotCounted(await findFullCheck(em, id));
  // Not aborted on shutdown: the response is paid for and may still arrive.
  const answer = await registers.find(registration);
  switch (answer.state) {
    case 'found': {
      if (isVdiCheckInconclusive(answer.data)) return { outcome: 'failed', failure: 'silent' };
      const vdi = recordSectionOf('UKVD', { answer, at: now() });
      await storeFullCheckRegisterResponse(em, id, vdi);
      return { outcome: 'found', vdi };
    }
    case 'not-held':
    case 'invalid':
      return { outcome: 'failed', failure: 'not-held' };
    case 'unavailable': {
      const { reason: failure, charged, retryAfterMs: afterMs = null } = answer;
      if (charged === 'no') await undoRegisterLookupCount(em, id);
      const spent = charged === 'no' ? check.vdiLookups : check.vdiLookups + 1;
      const again = passing.includes(failure) && spent < maxRegisterLookups && (afterMs ?? 0) <= maxPauseMs;
      return again ? { outcome: 'again', failure, afterMs } : { outcome: 'failed', failure };
    }
  }
};

/**
 * Explains a look-up that was not counted: another run has the response, the check ended, or all its look-ups are used.
 */
const reasonNotCounted = (present: FullCheckRow | null): PaidRegisterFetchOutcome => {
  if (present?.status !== 'running') return { outcome: 'ended' };
  return present.vdi === null ? { outcome: 'failed', failure: 'interrupted' } : { outcome: 'found', vdi: present.vdi };
};

import type { FullCheck } from '@ve/contracts/full-check';
import {
  countRegisterLookup,
  findFullCheck,
  type FullCheckRow,
  maxLookups,
  storeRegisters,
  undoLookupCount,
} from '@ve/data/full-check/full-check.repository';
import { type CheckFailure, isInconclusive } from '@ve/domain/vehicle/record/check-failure';
import { sectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { CheckDeps } from '../vehicle/check-sources.ts';

/** Somebody is watching: a vendor that asks for a longer pause is as good as down. */
const maxPauseMs = 60_000;

/** Reasons that may be gone in a few seconds. */
const passing: readonly CheckFailure[] = [
  'timeout',
  'rate-limited',
  'source-error',
  'unreadable-answer',
  'circuit-open',
];

/**
 * `again`: they may be asked again, after `afterMs` if the vendor named a pause. `failed`: they may not. `ended`: the check
 * was ended meanwhile.
 */
export type RegistersOutcome =
  | { outcome: 'found'; vdi: FullCheck['vdi'] }
  | { outcome: 'again'; failure: CheckFailure; afterMs: number | null }
  | { outcome: 'failed'; failure: CheckFailure }
  | { outcome: 'ended' };

/**
 * The registers' answer: the stored one, else of a look-up, which is counted before it is made and whose answer is stored
 * before anything else. A look-up whose outcome is not known is made at most once more.
 */
export const fetchRegisters = async (
  { registers }: Pick<CheckDeps, 'registers'>,
  check: FullCheckRow,
  { em, now }: Pick<JobContext, 'em' | 'now'>,
): Promise<RegistersOutcome> => {
  const { id, registration } = check;
  if (check.vdi !== null) return { outcome: 'found', vdi: check.vdi };
  if (!(await countRegisterLookup(em, id))) return reasonNotCounted(await findFullCheck(em, id));
  // Not given up when this process has to end: the answer may come in time, and it is paid for.
  const answer = await registers.find(registration);
  switch (answer.state) {
    case 'found': {
      if (isInconclusive(answer.data)) return { outcome: 'failed', failure: 'silent' };
      const vdi = sectionOf('UKVD', { answer, at: now() });
      await storeRegisters(em, id, vdi);
      return { outcome: 'found', vdi };
    }
    case 'not-held':
    case 'invalid':
      return { outcome: 'failed', failure: 'not-held' };
    case 'unavailable': {
      const { reason: failure, charged, retryAfterMs: afterMs = null } = answer;
      if (charged === 'no') await undoLookupCount(em, id);
      const spent = charged === 'no' ? check.vdiLookups : check.vdiLookups + 1;
      const again = passing.includes(failure) && spent < maxLookups && (afterMs ?? 0) <= maxPauseMs;
      return again ? { outcome: 'again', failure, afterMs } : { outcome: 'failed', failure };
    }
  }
};

/** Another run has the answer, or ended the check; else its look-ups are used up. */
const reasonNotCounted = (present: FullCheckRow | null): RegistersOutcome => {
  if (present?.status !== 'running') return { outcome: 'ended' };
  return present.vdi === null ? { outcome: 'failed', failure: 'interrupted' } : { outcome: 'found', vdi: present.vdi };
};

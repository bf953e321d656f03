import type { VendorAccess } from '@ve/providers/http/vendor-access';
import pTimeout, { TimeoutError } from 'p-timeout';

export type DoctorResult =
  | { state: 'passed'; detail?: string }
  | { state: 'failed'; problem: string; remedy: string }
  /** It cannot be decided from here, or does not apply. */
  | { state: 'not-checked'; reason: string };

export interface DoctorCheck {
  group: string;
  name: string;
  /** What to do if it throws or does not end in time. */
  remedy: string;
  run(signal: AbortSignal): Promise<DoctorResult>;
}

export type DoctorFinding = Pick<DoctorCheck, 'group' | 'name'> & DoctorResult;

export const passed = (detail?: string): DoctorResult => ({
  state: 'passed',
  ...(detail === undefined ? {} : { detail }),
});
export const failed = (problem: string, remedy: string): DoctorResult => ({ state: 'failed', problem, remedy });
export const notChecked = (reason: string): DoctorResult => ({ state: 'not-checked', reason });

/** A vendor's answer about our account as the result of a check. */
export const resultOfAccess = (access: VendorAccess, remedy: string): DoctorResult =>
  access.accepted ? passed(access.detail) : failed(access.problem, remedy);

const problemOf = (error: unknown, timeoutMs: number): string => {
  if (error instanceof TimeoutError) return `no answer within ${timeoutMs / 1_000} s`;
  return error instanceof Error ? error.message : String(error);
};

/**
 * Runs the checks side by side, each for `timeoutMs` at most: one that hangs or throws fails, and the others are not
 * affected. Returns the findings in the order of the checks.
 */
export const runDoctorChecks = (checks: readonly DoctorCheck[], timeoutMs: number): Promise<DoctorFinding[]> =>
  Promise.all(
    checks.map(async ({ group, name, remedy, run }): Promise<DoctorFinding> => {
      const ending = new AbortController();
      try {
        const result = await pTimeout(run(ending.signal), { milliseconds: timeoutMs });
        return { group, name, ...result };
      } catch (error) {
        return { group, name, ...failed(problemOf(error, timeoutMs), remedy) };
      } finally {
        ending.abort();
      }
    }),
  );

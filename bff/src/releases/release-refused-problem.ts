import { ProblemError } from '@ve/app/kernel/problem-error';

const maxReasons = 20;

/** A refusal with one reason per line. */
export const releaseRefusedProblem = (reasons: readonly string[]): ProblemError =>
  new ProblemError('release-refused', { detail: reasons.slice(0, maxReasons).join('\n') });

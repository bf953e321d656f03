import { ProblemError } from '@ve/server-kit/errors/problem-error';

const mostReasons = 20;

/** Each reason on a line of its own. */
export const releaseRefused = (reasons: readonly string[]): ProblemError =>
  new ProblemError('release-refused', { detail: reasons.slice(0, mostReasons).join('\n') });

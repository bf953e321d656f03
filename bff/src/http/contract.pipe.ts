import { StandardSchemaValidationPipe } from '@nestjs/common';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

type Issues = Parameters<
  NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory'] & object
>[0];
type Issue = Issues[number] & {
  code?: string;
  maximum?: unknown;
  minimum?: unknown;
  expected?: string;
  values?: unknown[];
};

const registrationFields = new Set(['reg', 'registration']);

const keyOf = (segment: PropertyKey | { key: PropertyKey }): string =>
  String(typeof segment === 'object' ? segment.key : segment);

const wordsOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be a ${issue.expected ?? 'value'}`;
    case 'invalid_value':
      return `Must be one of: ${(issue.values ?? []).map(String).join(', ')}`;
    case 'too_big':
      return `Must be at most ${String(issue.maximum)} long`;
    case 'too_small':
      return `Must be at least ${String(issue.minimum)} long`;
    default:
      return 'Is not in the form this service expects';
  }
};

/** What to tell of a request that does not fit its contract. The value given is not repeated. */
function contractFault(issues: readonly Issue[]): ProblemError {
  const fields = issues.slice(0, 20).map((issue) => ({
    path: (issue.path ?? []).map(keyOf).join('.').slice(0, 100),
    message: wordsOf(issue),
  }));
  const [only, ...more] = issues;
  if (only && more.length === 0 && registrationFields.has(fields[0]?.path ?? '')) {
    if (only.code === 'invalid_type') return new ProblemError('registration-required', { fields });
    if (only.code === 'too_big') return new ProblemError('registration-invalid', { fields });
  }
  return new ProblemError('request-invalid', { fields });
}

/** Holds every parameter that has a schema against it. A missing registration has its own words. */
export const contractPipe = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({ exceptionFactory: (issues) => contractFault(issues) });

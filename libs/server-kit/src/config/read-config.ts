import { type output, safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core';

/** All errors of a configuration, in plain words and without any configured value. */
export class ConfigError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(
      `The configuration has ${issues.length === 1 ? 'an error' : `${issues.length} errors`}:\n${issues.map((issue) => `  - ${issue}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.issues = issues;
  }
}

const messageOf = (issue: $ZodIssue, missing: boolean): string => {
  if (missing) return 'is not set';
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return `must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'invalid_format':
      // The pattern means nothing to an operator: the schema has its own message.
      if (issue.format === 'regex') return issue.message;
      return issue.format === 'url'
        ? 'must be a complete URL with an accepted scheme'
        : `must be written as ${issue.format}`;
    default:
      return 'is not valid';
  }
};

/**
 * Reads a configuration from environment variables. An empty variable counts as not set. @throws ConfigError with all
 * errors; it never repeats values, since they may be secret. A `custom` issue keeps its own message, so a schema's
 * refinements must not quote the value.
 */
export function readConfig<S extends $ZodType>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): output<S> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = safeParse(schema, variables);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'The configuration');
    return `${name} ${messageOf(issue, issue.path.length > 0 && variables[name] === undefined && issue.code !== 'custom')}`;
  });
  throw new ConfigError([...new Set(issues)]);
}

import type { output, ZodType } from 'zod';

/** A condition under which production refuses one variable. */
export interface ProductionConfigRule {
  name: string;
  /** Whether a parsed value is refused; called with a number as its digits, and with each value of a record. */
  refuses: (value: string) => boolean;
  /** Whether production refuses to start without a value. */
  needed?: boolean;
  /** The reason, printed after the variable's name. It must not quote the value. */
  words: string;
}

const textsOf = (value: unknown): string[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [value]).flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [String(each)] : [],
  );

/**
 * Adds rules for production to a schema. `REHEARSAL=true` turns them off, for a trial against the sandbox. Violations
 * are reported together with the errors of single variables.
 */
export const withProductionRules = <S extends ZodType>(schema: S, rules: readonly ProductionConfigRule[]): S =>
  rules.reduce<S>(
    (checked, { name, refuses, needed = false, words }) =>
      checked.refine(
        (config: output<S>) => {
          if (typeof config !== 'object' || config === null) return true;
          const { NODE_ENV: mode, REHEARSAL: rehearsal, [name]: value } = config as Record<string, unknown>;
          if (mode !== 'production' || rehearsal === true || rehearsal === 'true') return true;
          return !(needed && value === undefined) && !textsOf(value).some(refuses);
        },
        { path: [name], error: `${words} in production (REHEARSAL=true permits it in a trial)`, when: () => true },
      ),
    schema,
  );

/** Refuses a URL without TLS. */
export const httpsOnlyInProductionRule = (name: string): ProductionConfigRule => ({
  name,
  refuses: (value) => value.startsWith('http:'),
  words: 'must be an https address',
});

/** Refuses a key of the sandbox, which is public in this repository. */
export const noSandboxKeyInProductionRule = (name: string): ProductionConfigRule => ({
  name,
  refuses: (value) => value.startsWith('sandbox-'),
  words: "must not be the sandbox's",
});

import type { output, ZodType } from 'zod';

/** What one variable may not be in production. */
export interface ProductionRule {
  name: string;
  /** Whether a value is refused, given what the schema made of it: a text, where the variable is one. */
  refuses: (value: string) => boolean;
  /** Why, to follow the variable's name. It must not quote the value. */
  words: string;
}

/**
 * The same schema, refusing in production what would be careless there, unless `REHEARSAL=true` says that this is a
 * trial against stand-ins. Told together with the faults of single variables.
 */
export const withProductionRules = <S extends ZodType>(schema: S, rules: readonly ProductionRule[]): S =>
  rules.reduce<S>(
    (checked, { name, refuses, words }) =>
      checked.refine(
        (given: output<S>) => {
          if (typeof given !== 'object' || given === null) return true;
          const { NODE_ENV: mode, REHEARSAL: rehearsal, [name]: value } = given as Record<string, unknown>;
          if (mode !== 'production' || rehearsal === true || rehearsal === 'true') return true;
          return typeof value !== 'string' || !refuses(value);
        },
        { path: [name], error: `${words} in production (REHEARSAL=true permits it in a trial)`, when: () => true },
      ),
    schema,
  );

/** An address without TLS. */
export const notHttps = (name: string): ProductionRule => ({
  name,
  refuses: (value) => value.startsWith('http:'),
  words: 'must be an https address',
});

/** A key that the sandbox takes, and that is in this repository. */
export const sandboxKey = (name: string): ProductionRule => ({
  name,
  refuses: (value) => value.startsWith('sandbox-'),
  words: "must not be the sandbox's",
});

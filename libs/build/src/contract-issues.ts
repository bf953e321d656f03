import leven from 'leven';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;

/** The message of a library that was given no words. */
const wordless = 'Invalid input';

/** What the schema says about the value at the path; null where it says nothing. */
function schemaAt(schema: Schema, [key, ...rest]: readonly PropertyKey[]): Schema | null {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  if ('innerType' in def) return schemaAt(def.innerType, key === undefined ? [] : [key, ...rest]);
  if (key === undefined) return schema;
  const inner =
    def.type === 'object'
      ? def.shape[String(key)]
      : def.type === 'array'
        ? def.element
        : def.type === 'record'
          ? def.valueType
          : undefined;
  return inner === undefined ? null : schemaAt(inner, rest);
}

/** The most similar of the allowed texts; null if none is similar. */
function nearest(given: string, allowed: readonly string[]): string | null {
  const [best] = allowed
    .map((text) => ({ text, distance: leven(given.toLowerCase(), text.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= Math.max(2, given.length / 3) ? best.text : null;
}

const meant = (given: string, allowed: readonly string[]): string => {
  const found = nearest(given, allowed);
  return found === null ? '' : `; did you mean ${found}?`;
};

function unknownKeys(keys: readonly string[], schema: Schema | null): string {
  const def = schema?._zod.def as { shape?: object } | undefined;
  const allowed = Object.keys(def?.shape ?? {});
  return keys.map((key) => `${key} is unknown${meant(key, allowed) || `; there are ${allowed.join(', ')}`}`).join('. ');
}

/** An issue of a parse with `reportInput` as text: which values or keys are allowed, and which was probably meant. */
export function contractIssueMessage(issue: Issue, schema: Schema): string {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, schemaAt(schema, issue.path));
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const given = issue.input === undefined ? 'is missing' : `is ${JSON.stringify(issue.input)}`;
    return `${given}, and must be ${allowed.join(' or ')}${typeof issue.input === 'string' ? meant(issue.input, allowed) : ''}`;
  }
  if (issue.message !== wordless) return issue.message;
  const described = z.locales.en().localeError(issue as z.core.$ZodRawIssue);
  return (typeof described === 'string' ? described : described?.message) ?? issue.message;
}

import type { IsoDate, IsoInstant } from '@ve/domain/kernel/time/iso-date';
import { toPostgresText } from '@ve/domain/kernel/text/clean-text';
import * as z from 'zod/mini';
import { parseDay, parseFlag, parseInstant, parseNumber } from './parse-values.ts';

const plainObject = z.record(z.string(), z.unknown());
const text = z.string().check(z.overwrite(toPostgresText), z.trim(), z.minLength(1), z.maxLength(200));
/** Some texts are sent as numbers, such as the Euro standard 6. */
const textOrNumber = z.union([text, z.pipe(z.number(), z.transform(String))]);
const freeText = z.string().check(z.trim());
const number = z.union([z.number(), z.pipe(text, z.transform(parseNumber))]);
const flag = z.union([
  z.boolean(),
  z.pipe(text, z.transform(parseFlag)),
  z.pipe(
    z.union([z.literal(0), z.literal(1)]),
    z.transform((digit) => digit === 1),
  ),
]);
const list = z.array(z.unknown());

/**
 * Reads fields of a source's object one by one. A field that is absent, null or blank is null; an undocumented value is
 * null too and adds a note with its path (never its value).
 */
export interface FieldReader {
  text(key: string): string | null;
  /** Free text, truncated to the maximum of characters instead of rejected. */
  cutText(key: string, max: number): string | null;
  /** Integer within the range, inclusive. */
  whole(key: string, min: number, max: number): number | null;
  amount(key: string, min: number, max: number): number | null;
  day(key: string): IsoDate | null;
  instant(key: string): IsoInstant | null;
  /** `YYYY-MM` */
  month(key: string): string | null;
  flag(key: string): boolean | null;
  /** One of the documented values, case-insensitive. */
  oneOf<W extends string>(key: string, values: readonly W[]): W | null;
  /** Text, or a number as text, mapped by `convert`; null, with a note, when it returns null. */
  read<V>(key: string, convert: (value: string) => V | null): V | null;
  /** The object under a key; an empty one when there is none. */
  object(key: string): FieldReader;
  /** The objects in a list; null when there is no list. */
  list(key: string): FieldReader[] | null;
}

export interface FieldReadOptions {
  /** Path of `source` within the response; prefixed to the key in notes. */
  path?: string;
  /** Text that means that there is no value. */
  withheld?: RegExp;
}

/** Creates a reader of `source`, which appends to `notes`. */
export function createFieldReader(
  source: Record<string, unknown>,
  notes: string[],
  { path = '', withheld = /^$/ }: FieldReadOptions = {},
): FieldReader {
  const note = (key: string, what: string) => {
    // Enough to diagnose a source, and bounded against hostile responses.
    if (notes.length < 20) notes.push(`${path}${key}: ${what}`);
  };

  function take<V, R>(key: string, schema: z.ZodMiniType<V>, convert: (value: V) => R | null): R | null {
    const value = Object.hasOwn(source, key) ? source[key] : undefined;
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && (value.trim() === '' || withheld.test(value.trim()))) return null;
    const parsed = schema.safeParse(value);
    const result = parsed.success ? convert(parsed.data) : null;
    if (result === null) note(key, 'unreadable');
    return result;
  }

  const within = (min: number, max: number) => (value: number | null) =>
    value !== null && value >= min && value <= max ? value : null;

  return {
    text: (key) => take(key, textOrNumber, (value) => value),
    cutText: (key, max) => take(key, freeText, (value) => toPostgresText(value.slice(0, max))),
    amount: (key, min, max) => take(key, number, within(min, max)),
    whole: (key, min, max) =>
      take(key, number, (value) => (Number.isSafeInteger(value) ? within(min, max)(value) : null)),
    day: (key) => take(key, text, parseDay),
    instant: (key) => take(key, text, parseInstant),
    month: (key) => take(key, text, (value) => (parseDay(`${value}-01`) === null ? null : value)),
    flag: (key) => take(key, flag, (value) => value),
    oneOf: (key, values) =>
      take(key, text, (value) => values.find((word) => word.toLowerCase() === value.toLowerCase()) ?? null),
    read: (key, convert) => take(key, textOrNumber, convert),
    object: (key) =>
      createFieldReader(take(key, plainObject, (value) => value) ?? {}, notes, { path: `${path}${key}.`, withheld }),
    list: (key) =>
      take(key, list, (items) =>
        items.flatMap((item, index) => {
          const object = plainObject.safeParse(item);
          if (!object.success) note(`${key}.${index}`, 'unreadable');
          return object.success
            ? [createFieldReader(object.data, notes, { path: `${path}${key}.${index}.`, withheld })]
            : [];
        }),
      ),
  };
}

/** Describes how a value deviates from the shape, with paths; empty when it matches. */
export type Shape = (value: unknown, at: string) => string[];

const when =
  (right: (value: unknown) => boolean, expected: string): Shape =>
  (value, at) =>
    right(value) ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 60)}, not ${expected}`];

export const text = when((value) => typeof value === 'string' && value !== '', 'a text');
export const whole = when((value) => Number.isInteger(value), 'a whole number');
export const amount = when((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
export const flag = when((value) => typeof value === 'boolean', 'true or false');
export const nothing = when((value) => value === null, 'null');
export const matching = (pattern: RegExp): Shape =>
  when((value) => typeof value === 'string' && pattern.test(value), String(pattern));
export const oneOf = (...values: readonly string[]): Shape =>
  when((value) => typeof value === 'string' && values.includes(value), values.join(' or '));

const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
export const day = when((value) => typeof value === 'string' && isDay(value), 'a day');
export const midnight = when(
  (value) => typeof value === 'string' && value.endsWith('T00:00:00') && isDay(value.slice(0, 10)),
  'a day at midnight',
);
export const month = matching(/^\d{4}-(?:0[1-9]|1[0-2])$/);
export const instant = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

export const orNull =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? [] : shape(value, at);

export const listOf =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((item, index) => shape(item, `${at}[${index}]`)) : [`${at} is no list`];

/** Exactly these keys: required ones present, no unknown ones. */
export const record =
  (required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
    const missing = Object.keys(required).filter((key) => !(key in value));
    const known = { ...required, ...optional };
    return [
      ...missing.map((key) => `${at}.${key} is missing`),
      ...Object.entries(value).flatMap(
        ([key, item]) => known[key]?.(item, `${at}.${key}`) ?? [`${at}.${key} is not documented`],
      ),
    ];
  };

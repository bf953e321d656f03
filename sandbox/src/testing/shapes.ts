/** Describes how a value deviates from the shape, with paths; empty when it matches. */
export type ValueShapeCheck = (value: unknown, at: string) => string[];

const when =
  (right: (value: unknown) => boolean, expected: string): ValueShapeCheck =>
  (value, at) =>
    right(value) ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 60)}, not ${expected}`];

export const textShape = when((value) => typeof value === 'string' && value !== '', 'a text');
export const wholeNumberShape = when((value) => Number.isInteger(value), 'a whole number');
export const numberShape = when((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
export const booleanShape = when((value) => typeof value === 'boolean', 'true or false');
export const nullShape = when((value) => value === null, 'null');
export const patternShape = (pattern: RegExp): ValueShapeCheck =>
  when((value) => typeof value === 'string' && pattern.test(value), String(pattern));
export const oneOfShape = (...values: readonly string[]): ValueShapeCheck =>
  when((value) => typeof value === 'string' && values.includes(value), values.join(' or '));

const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
export const dayShape = when((value) => typeof value === 'string' && isDay(value), 'a day');
export const midnightTimestampShape = when(
  (value) => typeof value === 'string' && value.endsWith('T00:00:00') && isDay(value.slice(0, 10)),
  'a day at midnight',
);
export const monthShape = patternShape(/^\d{4}-(?:0[1-9]|1[0-2])$/);
export const utcInstantShape = patternShape(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

export const nullableShape =
  (shape: ValueShapeCheck): ValueShapeCheck =>
  (value, at) =>
    value === null ? [] : shape(value, at);

export const listShape =
  (shape: ValueShapeCheck): ValueShapeCheck =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((item, index) => shape(item, `${at}[${index}]`)) : [`${at} is no list`];

/** Exactly these keys: required ones present, no unknown ones. */
export const exactObjectShape =
  (required: Record<string, ValueShapeCheck>, optional: Record<string, ValueShapeCheck> = {}): ValueShapeCheck =>
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

/** Values drawn from a seed: equal for equal parts, so that any row can be generated without the others. */
export interface SeededRandomSource {
  /** Returns a whole number from 0 up to `end` (exclusive). */
  below(end: number): number;
  one<T>(of: readonly T[]): T;
  letters(length: number, of: string): string;
  chance(probability: number): boolean;
}

/** Mulberry32: 32 bits of state, sufficient for sample values. */
export const createSeededRandom = (...parts: readonly number[]): SeededRandomSource => {
  let state = 0x9e3779b9;
  for (const part of parts) state = mix(state ^ mix(part | 0));
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (end: number) => Math.floor((bits() / 2 ** 32) * end);
  return {
    below,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    letters: (length, of) => {
      let text = '';
      for (let left = length; left > 0; left -= 1) text += of.charAt(below(of.length));
      return text;
    },
    chance: (probability) => bits() < probability * 2 ** 32,
  };
};

/**
 * Returns an id in the format of a random UUID (RFC 9562, version 4). Ids of one seed never collide, as random ones of
 * 32 bits of state would: `index` is mapped to the first 32 bits and `number` to the last, both without loss.
 */
export const seededUuid = (seed: number, index: number, number: number): string => {
  const first = mix(index ^ mix(seed));
  const last = mix(number ^ first);
  const [b, c] = [mix(first + 1), mix(last + 1)];
  const [version, variant] = [(b & 0x0fff) | 0x4000, (c & 0x3fff) | 0x8000];
  return `${hex(first >>> 16)}${hex(first)}-${hex(b >>> 16)}-${hex(version)}-${hex(variant)}-${hex(c >>> 16)}${hex(last >>> 16)}${hex(last)}`;
};

const hexOf16Bits = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));
/** The lower 16 bits in hexadecimal. */
const hex = (value: number): string => hexOf16Bits[value & 0xffff] ?? '';

const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};

export interface SeededRandom {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True with this probability in percent. */
  happens(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An independent sequence: draws of one user do not affect another's. */
  fork(name: string): SeededRandom;
}

const hashOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return hash >>> 0;
};

/** A seeded random generator (mulberry32): the same seed gives the same sequence. */
export const createSeededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    happens: (percent) => next() * 100 < percent,
    pick: <T>(from: readonly T[]): T => from[between(0, from.length - 1)] as T,
    fork: (name) => createSeededRandom(hashOf(`${seed}/${name}`)),
  };
};

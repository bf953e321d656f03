import { expect, it } from '@jest/globals';
import { createSeededRandom, seededUuid } from './seeded-random.ts';

it('no two ids of a seed are equal, unlike two of 32 random bits', () => {
  const ids = new Set<string>();
  for (let index = 0; index < 100_000; index += 1) {
    for (const number of [0, 1, 100]) ids.add(seededUuid(1, index, number));
  }
  expect(ids.size).toBe(300_000);
  const [first = ''] = ids;
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('the same parts give the same values, other parts other values, all of a range about as often', () => {
  const draw = (...parts: number[]) => {
    const drawn = createSeededRandom(...parts);
    return Array.from({ length: 1_000 }, () => drawn.below(10));
  };
  expect(draw(1, 2)).toEqual(draw(1, 2));
  expect(draw(1, 2)).not.toEqual(draw(2, 1));
  for (let value = 0; value < 10; value += 1) {
    const times = draw(1, 2).filter((each) => each === value).length;
    expect(times).toBeGreaterThan(60);
    expect(times).toBeLessThan(140);
  }
});

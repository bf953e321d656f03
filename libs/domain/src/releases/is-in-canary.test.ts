import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isVisitorInCanary } from './is-in-canary.ts';

const id = fc.string({ minLength: 22, maxLength: 22 });
const name = fc.constantFrom('shell', 'mfe-report', 'mfe-search', 'mfe-account', 'mfe-content', 'mfe-admin');
const share = fc.integer({ min: 1, max: 100 });

/** Random ids, and consecutive ones, which differ least. */
const random = fc.sample(id, { numRuns: 5_000, seed: 14 });
const consecutive = Array.from({ length: 5_000 }, (_, index) => `visitor-${index}`);

const partIn = (ids: readonly string[], of: string, percent: number): number =>
  ids.filter((each) => isVisitorInCanary(each, of, percent)).length / ids.length;

describe('a visitor', () => {
  it('stays in the canary while its share grows, and gets the same result each time', () => {
    fc.assert(
      fc.property(id, name, share, share, (visitor, remote, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(isVisitorInCanary(visitor, remote, less)).toBe(isVisitorInCanary(visitor, remote, less));
        if (isVisitorInCanary(visitor, remote, less)) expect(isVisitorInCanary(visitor, remote, more)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('every visitor is in a canary for 100%, and none in one for 0%', () => {
    fc.assert(
      fc.property(id, name, (visitor, remote) => {
        expect([isVisitorInCanary(visitor, remote, 100), isVisitorInCanary(visitor, remote, 0)]).toEqual([true, false]);
      }),
    );
  });
});

describe.each([
  ['random', random],
  ['consecutive', consecutive],
])('of %s ids', (_how, ids) => {
  it.each([1, 5, 10, 50, 90])('%i in a hundred are in', (percent) => {
    for (const remote of ['shell', 'mfe-report', 'mfe-search']) {
      // Four standard deviations of a fair draw.
      const fair = percent / 100;
      const off = 4 * Math.sqrt((fair * (1 - fair)) / ids.length);
      expect(Math.abs(partIn(ids, remote, percent) - fair)).toBeLessThan(off);
    }
  });

  it('canaries of two names are independent', () => {
    const inOne = ids.filter((each) => isVisitorInCanary(each, 'mfe-report', 20));
    for (const remote of ['mfe-search', 'mfe-account', 'shell']) {
      expect(Math.abs(partIn(inOne, remote, 20) - 0.2)).toBeLessThan(4 * Math.sqrt(0.16 / inOne.length));
    }
  });
});

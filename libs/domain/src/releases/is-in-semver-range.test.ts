import fc from 'fast-check';
import { isInSemverRange } from './is-in-semver-range.ts';

test.each([
  ['19.3.1', '^19.3.1', true],
  ['19.3.2', '^19.3.1', true],
  ['19.4.0', '^19.3.1', true],
  ['19.3.0', '^19.3.1', false],
  ['19.2.9', '^19.3.1', false],
  ['20.0.0', '^19.3.1', false],
  ['18.9.9', '^19.3.1', false],
  // npm's table of caret ranges.
  ['0.2.5', '^0.2.3', true],
  ['0.3.0', '^0.2.3', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['0.0.0', '^0.0.0', true],
  ['0.0.1', '^0.0.0', false],
  ['1.0.0', '^0.2.3', false],
  ['19.3.1', '19.3.1', true],
  ['19.3.2', '19.3.1', false],
  ['20.0.0-rc.1', '20.0.0-rc.1', true],
  ['20.0.0-rc.1', '^19.3.1', false],
  ['20.0.0', '^20.0.0-rc.1', false],
  ['19.3.1', '~19.3.1', false],
  ['19.3.1', '*', false],
  ['19.3.1', '', false],
  ['', '^19.3.1', false],
  ['19.3', '^19.3.0', false],
])('%s is in %s: %s', (version, range, fits) => {
  expect(isInSemverRange(version, range)).toBe(fits);
});

const version = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(2)).map((parts) => parts.join('.'));

test('a version that fits a version of a range, fits that range', () => {
  let met = 0;
  fc.assert(
    fc.property(version, version, version, (first, second, third) => {
      if (!isInSemverRange(second, `^${first}`) || !isInSemverRange(third, `^${second}`)) return;
      met += 1;
      expect(isInSemverRange(third, `^${first}`)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(met).toBeGreaterThan(50);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { errorFingerprint } from './fingerprint.ts';

const report = (error_message: string, error_stack: string | null = null, error_type = 'JavaScript Error') =>
  errorFingerprint({ error_type, error_message, error_stack });

describe('an error fingerprint', () => {
  test.each([
    ['Row 17 of 20 is missing', 'Row 3 of 9 is missing'],
    ['No fetch 3f0c2b1a-9d4e-4c6b-8a2f-0123456789ab', 'No fetch aa0c2b1a-9d4e-4c6b-8a2f-0123456789ff'],
    ['Cannot read "AB12CDE"', 'Cannot read "FN15FNC"'],
    ['GET https://a.example/x?y=1 failed', 'GET https://b.example/z failed'],
    ['driver@example.com is taken', 'other@example.org is taken'],
  ])('%j and %j are the same error', (one, other) => {
    expect(report(one)).toBe(report(other));
  });

  test('errors differ by message, type and location', () => {
    const stack = (name: string) =>
      `Error: x\n    at ${name} (https://a.example/remotes/mfe-report/1/9.abcdef12.js:1:2)`;
    const all = [
      report('a'),
      report('b'),
      report('a', null, 'React Error'),
      report('a', stack('drawChart')),
      report('a', stack('openTab')),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('the same error in another release, on another host, line or column has the same fingerprint', () => {
    const before = 'Error: x\n    at draw (https://a.example/remotes/mfe-report/v1/55.0a1b2c3d4e.js:1:2000)';
    const after = 'Error: x\n    at draw (http://localhost:3000/remotes/mfe-report/v2/55.ffeeddccbb.js:3:17)';
    expect(report('x', before)).toBe(report('x', after));
  });

  test('frames of libraries and browser extensions are skipped', () => {
    const own = '    at load (https://a.example/remotes/mfe-report/v1/main.js:1:1)';
    const foreign = '    at f (chrome-extension://abc/x.js:1:1)\n    at g (https://a.example/node_modules/y.js:1:1)';
    expect(report('x', `Error: x\n${foreign}\n${own}`)).toBe(report('x', `Error: x\n${own}`));
  });

  test('contains no e-mail address and stays short for any input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), fc.string({ maxLength: 3_000 }), (message, stack) => {
        expect(report(message, stack).length).toBeLessThanOrEqual(400);
      }),
    );
    expect(report('Mail to driver@example.com failed')).not.toContain('driver');
  });
});

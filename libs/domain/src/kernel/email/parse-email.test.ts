import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maxEmailLength, parseEmail } from './parse-email.ts';

const x = (count: number) => 'x'.repeat(count);

describe('an e-mail address', () => {
  test.each([
    ['driver@example.com', 'driver@example.com'],
    ['  Driver@Example.COM\n', 'driver@example.com'],
    ['a/b@example.com', 'a/b@example.com'],
    ['a=b@example.com', 'a=b@example.com'],
    ['cost$@example.com', 'cost$@example.com'],
    ['hey!@example.com', 'hey!@example.com'],
    ['*@example.com', '*@example.com'],
    ['50%off@example.com', '50%off@example.com'],
    ['~ann@example.com', '~ann@example.com'],
    ['{ann}@example.com', '{ann}@example.com'],
    ['a&b@example.com', 'a&b@example.com'],
    ['no#1@example.com', 'no#1@example.com'],
    ["o'neill+car@example.co.uk", "o'neill+car@example.co.uk"],
    ['a`b|c^d?e_f-g@example.com', 'a`b|c^d?e_f-g@example.com'],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
    ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
    ['ann@a.b.c.d.example', 'ann@a.b.c.d.example'],
    ['a.b.c@example.com', 'a.b.c@example.com'],
    ['1@2.example', '1@2.example'],
    [`${x(64)}@example.com`, `${x(64)}@example.com`],
    [`a@${x(63)}.example`, `a@${x(63)}.example`],
    [`${x(64)}@${x(63)}.${x(63)}.${x(58)}.uk`, `${x(64)}@${x(63)}.${x(63)}.${x(58)}.uk`],
  ])('%s is parsed as %s', (typed, email) => {
    expect(parseEmail(typed)).toEqual({ ok: true, email });
  });

  test.each([
    ['', 'blank'],
    [' \t', 'blank'],
    ['driver', 'not-an-address'],
    ['@example.com', 'not-an-address'],
    ['driver@', 'not-an-address'],
    ['driver@gmail', 'not-an-address'],
    ['driver@example.', 'not-an-address'],
    ['driver@.example', 'not-an-address'],
    ['driver@exa..mple.com', 'not-an-address'],
    ['driver@-example.com', 'not-an-address'],
    ['driver@example-.com', 'not-an-address'],
    ['driver@example.com-', 'not-an-address'],
    ['driver@exa_mple.com', 'not-an-address'],
    [`driver@${x(64)}.com`, 'not-an-address'],
    ['driver@127.0.0.1', 'not-an-address'],
    ['driver@１２７.1', 'not-an-address'],
    ['driver@[127.0.0.1]', 'not-an-address'],
    ['driver@example.com:25', 'not-an-address'],
    ['driver@example.com/path', 'not-an-address'],
    ['driver@müller.example/path', 'not-an-address'],
    ['driver@müller.example:25', 'not-an-address'],
    ['dri ver@example.com', 'not-an-address'],
    ['driver@exam ple.com', 'not-an-address'],
    ['driver@example.com\nBcc: all@example.com', 'not-an-address'],
    ['"driver"@example.com', 'not-an-address'],
    ['a@b@example.com', 'not-an-address'],
    ['Ann <ann@example.com>', 'not-an-address'],
    ['ann@example.com,bob@example.com', 'not-an-address'],
    ['ann(comment)@example.com', 'not-an-address'],
    ['ann\u0000@example.com', 'not-an-address'],
    ['ann\u202e@example.com', 'not-an-address'],
    ['.ann@example.com', 'not-an-address'],
    ['ann.@example.com', 'not-an-address'],
    ['ann..b@example.com', 'not-an-address'],
    ['.@example.com', 'not-an-address'],
    ['josé.@example.com', 'not-an-address'],
    ['josé@example.com', 'local-not-ascii'],
    ['водитель@пример.рф', 'local-not-ascii'],
    [`${x(65)}@example.com`, 'too-long'],
    [`${x(64)}@${x(63)}.${x(63)}.${x(59)}.uk`, 'too-long'],
  ])('%j is refused: %s', (typed, reason) => {
    expect(parseEmail(typed)).toEqual({ ok: false, reason });
  });

  test('has no dot at either end of its local part, and no two in a row, wherever they are typed', () => {
    const piece = fc.stringMatching(/^[a-z0-9!+_-]{1,6}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.constant('.')), { minLength: 1, maxLength: 9 }), (pieces) => {
        const local = pieces.join('');
        const isDotString = local.split('.').every((part) => part !== '');
        expect(parseEmail(`${local}@example.com`).ok).toBe(isDotString);
      }),
    );
  });

  test('never throws, and what it accepts is plain, lower case and within the limits', () => {
    const odd = fc.string({ unit: 'binary', maxLength: 80 });
    const near = fc.tuple(fc.string({ maxLength: 70 }), odd).map(([local, domain]) => `${local}@${domain}.com`);
    fc.assert(
      fc.property(fc.oneof(odd, near, fc.emailAddress()), (typed) => {
        const parsed = parseEmail(typed);
        if (!parsed.ok) return;
        expect(parsed.email).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/);
        expect(parsed.email).toBe(parsed.email.toLowerCase());
        expect(parsed.email.length).toBeLessThanOrEqual(maxEmailLength);
        expect(parseEmail(parsed.email)).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });
});

import { createHash, randomInt } from 'node:crypto';

/** Crockford's base 32: no letter can be mistaken for another one or for a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 24;
const groupLength = 6;
const howMany = 10;

/** Ten codes of 120 random bits, in groups: too many to guess, so that a plain hash of them reveals nothing. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
    return (code.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
  });

/** The stored hash of a code as typed, in any letter case, with or without dashes; null if it is not a code. */
export function recoveryCodeHash(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== length || [...code].some((letter) => !letters.includes(letter))) return null;
  return createHash('sha256').update(code).digest('hex');
}

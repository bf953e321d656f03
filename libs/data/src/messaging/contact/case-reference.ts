import { randomInt } from 'node:crypto';

/**
 * Digits and letters without those that look like another: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V.
 */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/**
 * Returns a reference for a case that is easy to read out and type: `VE-7K3M9QXA`. Random, so it reveals nothing.
 */
export const newCaseReference = (): string =>
  `VE-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

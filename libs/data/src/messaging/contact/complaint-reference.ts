import { randomInt } from 'node:crypto';

/** Digits and letters without those that look like another: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V. */
const letters = '34679ACDEFGHJKMNPQRTWXY';

/** A reference for a complaint, to be read aloud and typed: `VE-7K3M9QXA`. Random; it tells nothing. */
export const newComplaintReference = (): string =>
  `VE-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`;

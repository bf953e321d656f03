import { cleanRegisterText } from '../text/clean-register-text.ts';

/** A number to ring: as the register writes it, and as a link where it is a UK number. */
export interface Telephone {
  text: string;
  /** `tel:+441512345678`; null when it is no number that can be rung. */
  href: string | null;
}

/** Geographic, non-geographic, freephone and mobile numbers: 10 digits after the 0, or 9 for some 01 and 0800 numbers. */
const national = /^(?:1\d{8,9}|2\d{9}|3\d{9}|7[1-9]\d{8}|8\d{8,9})$/;
/** The police's number for what is no emergency. */
const short = new Set(['101']);

/** A register's telephone; null when it holds none. Text around the digits makes it no number. */
export function ukTelephone(written: string | null): Telephone | null {
  const text = cleanRegisterText(written);
  if (text === null) return null;
  const plain = text.replace(/[\s().\-–]/g, '');
  if (short.has(plain)) return { text, href: `tel:${plain}` };
  const digits = /^(?:\+44|0044)0?(\d+)$/.exec(plain)?.[1] ?? /^0(\d+)$/.exec(plain)?.[1];
  return { text, href: digits !== undefined && national.test(digits) ? `tel:+44${digits}` : null };
}

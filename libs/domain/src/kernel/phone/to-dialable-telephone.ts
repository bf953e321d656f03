import { cleanRegisterText } from '../text/clean-register-text.ts';

/** A telephone number as the register writes it, with a link if it is a UK number. */
export interface DialableTelephone {
  text: string;
  /** `tel:+441512345678`; null if the number cannot be dialled. */
  href: string | null;
}

/**
 * Geographic, non-geographic, freephone and mobile numbers: 10 digits after the 0, or 9 for some 01 and 0800 numbers.
 */
const national = /^(?:1\d{8,9}|2\d{9}|3\d{9}|7[1-9]\d{8}|8\d{8,9})$/;
/** The police's non-emergency number. */
const short = new Set(['101']);

/** A register's telephone number; null if it has none. Text around the digits makes it undiallable. */
export function toDialableTelephone(written: string | null): DialableTelephone | null {
  const text = cleanRegisterText(written);
  if (text === null) return null;
  const plain = text.replace(/[\s().\-–]/g, '');
  if (short.has(plain)) return { text, href: `tel:${plain}` };
  const digits = /^(?:\+44|0044)0?(\d+)$/.exec(plain)?.[1] ?? /^0(\d+)$/.exec(plain)?.[1];
  return { text, href: digits !== undefined && national.test(digits) ? `tel:+44${digits}` : null };
}

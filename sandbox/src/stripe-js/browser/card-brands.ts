export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

interface BrandRule {
  brand: CardBrand;
  begins: RegExp;
  digits: number;
  cvcDigits: number;
  /** Positions after which the number has a gap. */
  gaps: readonly number[];
}

const fours = [4, 8, 12];
const other: BrandRule = { brand: 'unknown', begins: /^/, digits: 16, cvcDigits: 3, gaps: fours };

const rules: readonly BrandRule[] = [
  { ...other, brand: 'visa', begins: /^4/ },
  { ...other, brand: 'mastercard', begins: /^(5[1-5]|2[2-7])/ },
  { brand: 'amex', begins: /^3[47]/, digits: 15, cvcDigits: 4, gaps: [4, 10] },
  { ...other, brand: 'discover', begins: /^6(011|4[4-9]|5)/ },
  { brand: 'diners', begins: /^3[068]/, digits: 14, cvcDigits: 3, gaps: [4, 10] },
  { ...other, brand: 'jcb', begins: /^35/ },
  { ...other, brand: 'unionpay', begins: /^62/ },
];

/** The rule of the brand that a number, or its beginning, belongs to. */
export const cardBrandRuleOf = (digits: string): BrandRule => rules.find(({ begins }) => begins.test(digits)) ?? other;

/** Whether the check digit is valid (Luhn). */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Formats a complete or partial number: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatCardNumber(digits: string): string {
  const { gaps } = cardBrandRuleOf(digits);
  return [...digits].map((digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('');
}

/** Formats the digits of month and year: `1`, `12 / `, `12 / 3`, `12 / 34`. */
export function formatCardExpiry(digits: string): string {
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** The digits of a typed or filled-in month and year: `4` becomes `04`, `13` is `01 / 3`, `12/2034` is `12 / 34`. */
export function cardExpiryDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const padded = /^([2-9]|1[3-9])/.test(digits) ? `0${digits}` : digits;
  return padded.length >= 6 ? padded.slice(0, 2) + padded.slice(4, 6) : padded.slice(0, 4);
}

export type ParsedMiles =
  | { ok: true; miles: number }
  | { ok: false; reason: 'blank' | 'kilometres' | 'not-miles' | 'too-high'; message: string };

/** The maximum of an odometer with six digits. */
const maxMiles = 999_999;
const example = 'like 61,840';
const messages = {
  blank: `Enter the miles on the odometer, ${example}`,
  kilometres: `Enter miles, not kilometres: a kilometre is 0.62 miles`,
  'not-miles': `Enter the whole miles on the odometer, in digits, ${example}`,
  'too-high': 'Enter a mileage of 999,999 or less',
} as const;

/**
 * Parses a mileage as a buyer reads it off the odometer: `61840`, `61,840`, `61 840 miles`. Refuses ambiguous input
 * (`61.840`, `61,84`) and kilometres.
 */
export function parseMiles(typed: string): ParsedMiles {
  const refuse = (reason: keyof typeof messages): ParsedMiles => ({ ok: false, reason, message: messages[reason] });
  const text = typed.trim();
  if (text === '') return refuse('blank');
  if (/^[\d,. ]{1,12}\s?(?:km|kms|kilomet(?:re|er)s?)$/i.test(text)) return refuse('kilometres');
  const match = /^(\d{1,12}|\d{1,3}(?:[, ]\d{3}){1,3})\s?(?:mi|miles?)?$/i.exec(text);
  if (match === null) return refuse('not-miles');
  const miles = Number(match[1]?.replace(/[, ]/g, ''));
  return miles > maxMiles ? refuse('too-high') : { ok: true, miles };
}

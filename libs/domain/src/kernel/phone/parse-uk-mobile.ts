/**
 * The E.164 form of a UK mobile number as typed (`07700 900123`, `+44 (0)7700 900123`, `0044 7700 900123`); null for
 * anything else. Personal numbers (070) and pagers (076, except for 07624 of the Isle of Man) are excluded because they
 * cannot receive texts (Ofcom, National Telephone Numbering Plan).
 */
export function parseUkMobile(typed: string): string | null {
  const digits = typed.replace(/[\s().\u2010-\u2015-]/g, '');
  const national = /^(?:\+44|0044)?0?(7\d{9})$/.exec(digits)?.[1];
  if (national === undefined || !/^(?:\+44|0044|0)/.test(digits)) return null;
  return /^7(?:0|6(?!24))/.test(national) ? null : `+44${national}`;
}

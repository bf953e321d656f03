/** Characters of one unit in a text message (3GPP TS 23.038, default alphabet). */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters sent as an escape and another character: two units. */
const extended = '\f^{}\\[~]|€';

const unitsOf = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extended].map((character) => [character, 2] as const),
]);

const limits = { gsm7: { one: 160, each: 153 }, ucs2: { one: 70, each: 67 } } as const;

export interface SmsLength {
  /** `ucs2` if any character is outside the alphabet. */
  encoding: 'gsm7' | 'ucs2';
  /** Septets for `gsm7`, UTF-16 code units for `ucs2`. */
  units: number;
  /** The number of segments in which it is sent, and charged. */
  segments: number;
}

/** The length of a text as sent. A character of two units is never split between segments. */
export function smsLengthOf(text: string): SmsLength {
  const characters = [...text];
  const septets = characters.map((character) => unitsOf.get(character));
  const isGsm7 = septets.every((units) => units !== undefined);
  const sizes = isGsm7 ? septets.map((units) => units ?? 0) : characters.map((character) => character.length);
  const encoding = isGsm7 ? 'gsm7' : 'ucs2';
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { one, each } = limits[encoding];
  if (units <= one) return { encoding, units, segments: 1 };
  let segments = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > each) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, units, segments };
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\t': ' ',
};

/**
 * Converts a text to the GSM alphabet: typographic marks become plain ones, accents are removed, any other character
 * becomes `?`.
 */
export function toGsm7(text: string): string {
  return [...text]
    .map((character) => plain[character] ?? character)
    .flatMap((part) => [...part])
    .map((character) => {
      if (unitsOf.has(character)) return character;
      const plainCharacters = [...character.normalize('NFKD')].filter((each) => unitsOf.has(each)).join('');
      return plainCharacters === '' ? '?' : plainCharacters;
    })
    .join('');
}

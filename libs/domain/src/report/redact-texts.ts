/** Removes secrets from a text; a text without one is returned unchanged. */
export type TextRedaction = (text: string) => string;

/** The identifiers with which a vehicle's documents can be forged, as the sources have them. */
interface Secrets {
  /** The last characters of its VIN. */
  vins: readonly (string | null)[];
  /** Numbers of its engine and of agreements. */
  numbers: readonly (string | null)[];
  /** Never redacted, even if a secret has the same characters. */
  registration: string;
}

const removed = '…';
/**
 * A text in which secrets are nested more deeply is not a register's: it is left out completely, so that redaction
 * stays fast.
 */
const maxRedactionPasses = 5;
/** Shorter secrets occur in other texts by chance: they are redacted only as separate words. */
const minMatchLength = 4;

const sign = '[\\p{L}\\p{N}]';
const noSign = '[^\\p{L}\\p{N}]';
const [notAfterSign, notBeforeSign] = [`(?<!${sign})`, `(?!${sign})`];
/** I, O and Q are in no VIN (ISO 3779). */
const vinSign = '[A-HJ-NPR-Z0-9]';
/** Separators in a VIN that is written in groups; a comma or semicolon ends it. */
const vinGap = '[^\\p{L}\\p{N},;]{0,3}';

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const dayOfMonth = '(?:0?[1-9]|[12]\\d|3[01])';
const year = '(?:19|20)\\d{2}';
const distance = '(?:miles?|mi|kms?|kilomet(?:re|er)s?)';

/** Dates and mileages, which are kept even if they equal or contain a secret of digits alone. */
const kept = new RegExp(
  `${notAfterSign}(?:${[
    `${year}-(?:0[1-9]|1[0-2])-${dayOfMonth}`,
    `${dayOfMonth}[/.-](?:0?[1-9]|1[0-2])[/.-]${year}`,
    `${dayOfMonth}(?:st|nd|rd|th)? ${month}(?: ${year})?`,
    `${month} ${year}`,
    `(?:\\d{1,3}(?:[ ,]\\d{3})+|\\d{1,7}) ?${distance}`,
  ].join('|')})${notBeforeSign}`,
  'giu',
);

/** A whole VIN in one piece, with at least one digit, which words do not have. */
const wholeVin = new RegExp(`${notAfterSign}(?=[A-Z]*\\d)${vinSign}{17}${notBeforeSign}`, 'giu');
/** Seventeen VIN characters in groups; a VIN ends with at least four digits. */
const dividedVin = new RegExp(
  `${notAfterSign}(?:${vinSign}${vinGap}){13}(?:\\d${vinGap}){3}\\d${notBeforeSign}`,
  'giu',
);

/** Words that are followed by an identifying number. */
const label =
  '(?:agreements?|contracts?|accounts?|policy|policies|loans?|refs?|references?|numbers?|num|nos?|nr|engines?|chassis|vin)';
/** Units, which make a number a count, a size or a sum. */
const unit =
  '(?:%|p\\b|st\\b|nd\\b|rd\\b|th\\b|years?|yrs?|months?|mths?|weeks?|days?|hours?|payments?|instal?lments?|agreements?|keepers?|owners?|doors?|seats?|mm|cm|cc|kg|kw|bhp|hp|mph|litres?|series)';

/**
 * Builds the redactions for the secrets of a vehicle: `inAnyText` for any source, `inLendersText` for the full check's
 * registers, which also redacts agreement numbers of one to three characters.
 */
export function buildVehicleSecretRedactions({ vins, numbers, registration }: Secrets): {
  inAnyText: TextRedaction;
  inLendersText: TextRedaction;
} {
  const all = [...vins, ...numbers].flatMap((secret) => {
    const signs = signsOf(secret, registration);
    return signs === null ? [] : [signs];
  });
  const long = all.filter((signs) => signs.length >= minMatchLength);
  const short = all.filter((signs) => signs.length < minMatchLength);
  const isDigits = (signs: readonly string[]) => signs.every((each) => /\p{N}/u.test(each));
  const hasDigit = (signs: readonly string[]) => signs.some((each) => /\p{N}/u.test(each));
  const everywhere: TextRedaction[] = [
    (text) => text.replace(wholeVin, removed),
    ...vins.flatMap((vin) => withoutVinOf(signsOf(vin, registration)) ?? []),
    ...long.filter((signs) => !isDigits(signs)).map((signs) => replacing(spread(signs))),
  ];
  const outsideKept: TextRedaction[] = [
    withoutDividedVins,
    ...long.filter(isDigits).map((signs) => replacing(spread(signs))),
    ...short.map((signs) => replacing(labelled(signs), `$<label>${removed}`)),
  ];
  const separate = short.filter(hasDigit).map((signs) => replacing(alone(signs)));
  return {
    inAnyText: redaction(everywhere, outsideKept),
    inLendersText: redaction(everywhere, [...outsideKept, ...separate]),
  };
}

/** Letters and digits of a secret; null for an empty one, and for the registration. */
function signsOf(secret: string | null, registration: string): string[] | null {
  const signs = secret?.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];
  return signs.length === 0 || signs.join('').toUpperCase() === registration ? null : signs;
}

/** Matches the characters with any separators. */
const spread = (signs: readonly string[]): string => signs.join(`${noSign}*`);
const alone = (signs: readonly string[]): string =>
  `${notAfterSign}(?<!\\p{N}[.,:/-])(?<![£€$] ?)${spread(signs)}${notBeforeSign}(?![.,:/-]\\p{N})(?! ?${unit})`;
const labelled = (signs: readonly string[]): string =>
  `(?<label>${notAfterSign}${label}${noSign}{0,4})${spread(signs)}${notBeforeSign}(?![.,:/-]\\p{N})`;

function replacing(pattern: string, by = removed): TextRedaction {
  const compiled = new RegExp(pattern, 'giu');
  return (text) => text.replace(compiled, by);
}

/**
 * Redacts the VIN whose last five characters are known, with any separators: the characters before them are removed
 * too.
 */
function withoutVinOf(signs: readonly string[] | null): TextRedaction | null {
  if (signs?.length !== 5) return null;
  const ending = signs.join(vinGap);
  const pattern = new RegExp(`${notAfterSign}(?:${vinSign}${vinGap}){12}${ending}${notBeforeSign}`, 'giu');
  return (text) => text.replace(pattern, (vin) => (lettersIn(vin) < minLetters ? vin : removed));
}

/** The maker's code of a VIN alone has as many; dates and mileages have none. */
const minLetters = 3;
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

function withoutDividedVins(text: string): string {
  let left = text;
  dividedVin.lastIndex = 0;
  for (let match = dividedVin.exec(left); match !== null; match = dividedVin.exec(left)) {
    if (mayBeVin(match[0]))
      left = `${left.slice(0, match.index)}${removed}${left.slice(match.index + match[0].length)}`;
    // A match that began earlier by chance must not hide a VIN.
    dividedVin.lastIndex = match.index + 1;
  }
  return left;
}

/**
 * Whether groups of characters are a VIN rather than a sentence: groups of letters and digits, or short ones with many
 * digits.
 */
function mayBeVin(text: string): boolean {
  const groups = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const digits = text.match(/\d/g)?.length ?? 0;
  if (lettersIn(text) < minLetters) return false;
  const isMixed = groups.some((group) => /\d/.test(group) && /\p{L}/u.test(group));
  return isMixed ? digits >= 5 : digits >= 6 && groups.every((group) => group.length <= 3 || /^\d+$/.test(group));
}

const sequentially =
  (rules: readonly TextRedaction[]): TextRedaction =>
  (text) =>
    rules.reduce((left, rule) => rule(left), text);

function redaction(everywhere: readonly TextRedaction[], outsideKept: readonly TextRedaction[]): TextRedaction {
  const [first, then] = [sequentially(everywhere), sequentially(outsideKept)];
  return (text) => {
    // Normalises full-width letters and digits, ligatures and no-break spaces.
    const plain = text.normalize('NFKC');
    let now = plain;
    for (let pass = 0; pass <= maxRedactionPasses; pass += 1) {
      const next = redactBetweenMatches(first(now), then);
      if (next === now) return now === plain ? text : now;
      // The text around a removed secret may form another one.
      now = next;
    }
    return removed;
  };
}

/** Rewrites the text between dates and mileages. */
function redactBetweenMatches(text: string, rewrite: TextRedaction): string {
  let [left, from] = ['', 0];
  for (const match of text.matchAll(kept)) {
    left += rewrite(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return left + rewrite(text.slice(from));
}

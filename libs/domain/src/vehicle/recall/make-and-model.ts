/** Converts to capitals without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** The words of a model, split at spaces and punctuation. */
const wordsOf = (model: string): string[] => plain(model).match(/[A-Z0-9]+/g) ?? [];

const otherMakes: Readonly<Record<string, string>> = {
  VW: 'VOLKSWAGEN',
  MERCEDES: 'MERCEDES-BENZ',
  'MERCEDES BENZ': 'MERCEDES-BENZ',
  'ALFA-ROMEO': 'ALFA ROMEO',
  LANDROVER: 'LAND ROVER',
  'LAND-ROVER': 'LAND ROVER',
  'ROLLS-ROYCE': 'ROLLS ROYCE',
  'BMW MINI': 'MINI',
};

/** The form of a make for comparisons between registers: `Mercedes Benz` is `MERCEDES-BENZ`, `CITROËN` is `CITROEN`. */
export function canonicalMake(make: string): string {
  const written = plain(make).replace(/\s+/g, ' ').trim();
  return otherMakes[written] ?? written;
}

/** Engines and fuels that follow a model's name and are not part of it. */
const suffixes = new Set([
  ...['PETROL', 'DIESEL', 'HYBRID', 'ELECTRIC', 'EV', 'PHEV', 'MHEV', 'HEV', 'LPG'],
  ...['TDI', 'TDCI', 'HDI', 'BLUEHDI', 'DCI', 'CDTI', 'CRDI', 'JTD', 'MULTIJET', 'D4D', 'TSI', 'TFSI', 'GDI'],
]);

function withoutSuffixes(words: readonly string[]): string[] {
  const end = words.findLastIndex((word) => !suffixes.has(word));
  return words.slice(0, end + 1);
}

/** The models in a campaign's text: `A4, A5 AND Q5` has three; `ALL MODELS` has none in particular. */
function modelsOf(text: string): string[][] | 'all' {
  if (/^(ALL|VARIOUS)( MODELS?)?$/.test(plain(text).trim())) return 'all';
  return plain(text)
    .split(/[,;/&+]|\bAND\b/)
    .map((part) => withoutSuffixes(wordsOf(part)))
    .filter((words) => words.length > 0);
}

/** Separate words that turn a number into another model: `500 X` is not a `500`. */
const isAnotherModel = (model: string, next: string | undefined): boolean =>
  /\d$/.test(model) && next !== undefined && /^[LX]$/.test(next);

/**
 * Whether a campaign's model matches a car's. The name has to be the start of the car's, word by word: `FOCUS` matches
 * `FOCUS ZETEC TDCI`, `500` does not match `500X`. Hyphens and spaces within a name are ignored: `C-MAX` matches `C
 * MAX`.
 */
export function matchesCampaignModel(campaignModel: string, carModel: string): boolean {
  const models = modelsOf(campaignModel);
  if (models === 'all') return true;
  const car = wordsOf(carModel);
  const beginnings = car.map((_, index) => car.slice(0, index + 1).join(''));
  return models.some((words) => {
    const name = words.join('');
    const at = beginnings.indexOf(name);
    return at !== -1 && !isAnotherModel(name, car[at + 1]);
  });
}

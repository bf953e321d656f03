/** In capitals, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** Words of a model: what is between spaces and marks. */
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

/** A make as all our registers are compared by it: `Mercedes Benz` is `MERCEDES-BENZ`, `CITROËN` is `CITROEN`. */
export function canonicalMake(make: string): string {
  const written = plain(make).replace(/\s+/g, ' ').trim();
  return otherMakes[written] ?? written;
}

/** Engines and fuels that follow a model's name and are none of it. */
const suffixes = new Set([
  ...['PETROL', 'DIESEL', 'HYBRID', 'ELECTRIC', 'EV', 'PHEV', 'MHEV', 'HEV', 'LPG'],
  ...['TDI', 'TDCI', 'HDI', 'BLUEHDI', 'DCI', 'CDTI', 'CRDI', 'JTD', 'MULTIJET', 'D4D', 'TSI', 'TFSI', 'GDI'],
]);

function withoutSuffixes(words: readonly string[]): string[] {
  const end = words.findLastIndex((word) => !suffixes.has(word));
  return words.slice(0, end + 1);
}

/** The models of a campaign's text: `A4, A5 AND Q5` is three; `ALL MODELS` is none in particular. */
function modelsOf(text: string): string[][] | 'all' {
  if (/^(ALL|VARIOUS)( MODELS?)?$/.test(plain(text).trim())) return 'all';
  return plain(text)
    .split(/[,;/&+]|\bAND\b/)
    .map((part) => withoutSuffixes(wordsOf(part)))
    .filter((words) => words.length > 0);
}

/** Words that make another model of a number, written apart: `500 X` is no `500`. */
const isAnotherModel = (model: string, next: string | undefined): boolean =>
  /\d$/.test(model) && next !== undefined && /^[LX]$/.test(next);

/**
 * Whether a car's model is one that a campaign names. The name must be the beginning of the car's, word by word: `FOCUS`
 * is a `FOCUS ZETEC TDCI`, `500` is no `500X`. Hyphens and spaces within a name do not count: `C-MAX` is a `C MAX`.
 */
export function isModelOf(campaignModel: string, carModel: string): boolean {
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

/** The location of an advisory on the vehicle, as far as its text has it. */
export interface AdvisoryPlace {
  sides: ReadonlySet<'nearside' | 'offside'>;
  ends: ReadonlySet<'front' | 'rear'>;
  /** `inner`, `outer`, `upper`, `lower`, `centre`, sorted and joined; empty if none is named. */
  part: string;
}

/** Testers' abbreviations, expanded before the text is parsed: `NSF`, `N/S/R`, `O/S`. */
const shortForms: readonly (readonly [RegExp, string])[] = [
  [/\bn\/?s\/?f\b/g, 'nearside front'],
  [/\bn\/?s\/?r\b/g, 'nearside rear'],
  [/\bo\/?s\/?f\b/g, 'offside front'],
  [/\bo\/?s\/?r\b/g, 'offside rear'],
  [/\bn\/?s\b|\bnear ?side\b|\bleft(?: hand)?\b|\blh\b|\bpassengers?'?s? side\b/g, 'nearside'],
  [/\bo\/?s\b|\boff ?side\b|\bright(?: hand)?\b|\brh\b|\bdrivers?'?s? side\b/g, 'offside'],
  [/\bboth(?: sides)?\b|\bn\/?s ?(?:&|and|\+) ?o\/?s\b/g, 'nearside offside'],
];

const ends = { front: 'front', rear: 'rear', back: 'rear' } as const;
const partLabels = new Set(['inner', 'outer', 'upper', 'lower', 'centre']);
const isEnd = (word: string): word is keyof typeof ends => Object.hasOwn(ends, word);

/** Parts that exist once per wheel: ambiguous without both side and end. */
const oneAWheel = /\b(?:tyres?|wheels?|springs?|shock|damper|bearing|caliper|hose|boot|gaiter|joint|bush|arm)\b/;
/** Parts that exist at least twice: ambiguous without any location. */
const moreThanOne =
  /\b(?:brakes?|pads?|discs?|drums?|linings?|suspension|lamps?|headlamps?|lights?|mirrors?|belts?|doors?|sills?|wipers?|blades?|plates?|seats?|axle|rod|pipes?)\b/;

/** An advisory's text, split into location and the rest. */
export interface ParsedAdvisory {
  place: AdvisoryPlace;
  /** The other words of the text, without figures and punctuation. */
  rest: ReadonlySet<string>;
  /** Whether the location is precise enough to identify the part. */
  isPlaced: boolean;
}

/** Parses the location of an advisory. Left is the nearside, as on every UK road. */
export function parseAdvisory(words: string): ParsedAdvisory {
  const plain = shortForms.reduce((text, [short, long]) => text.replace(short, long), words.toLowerCase());
  const sides = new Set<'nearside' | 'offside'>();
  const found = new Set<'front' | 'rear'>();
  const part = new Set<string>();
  const rest = new Set<string>();
  for (const word of plain.match(/[a-z]+/g) ?? []) {
    if (word === 'nearside' || word === 'offside') sides.add(word);
    else if (isEnd(word)) found.add(ends[word]);
    else if (partLabels.has(word)) part.add(word);
    else rest.add(word);
  }
  const placed = oneAWheel.test(plain)
    ? sides.size > 0 && found.size > 0
    : !moreThanOne.test(plain) || sides.size > 0 || found.size > 0;
  return { place: { sides, ends: found, part: [...part].toSorted().join(' ') }, rest, isPlaced: placed };
}

const within = <T>(some: ReadonlySet<T>, all: ReadonlySet<T>): boolean =>
  some.size === 0 ? all.size === 0 : [...some].every((each) => all.has(each));

/**
 * Whether `earlier` and `later` are about the same part: the earlier one names at least the location of the later one,
 * and most other words match. False whenever either location is ambiguous.
 */
export function isSameAdvisedPart(later: ParsedAdvisory, earlier: ParsedAdvisory): boolean {
  if (!later.isPlaced || !earlier.isPlaced) return false;
  const { place } = later;
  if (!within(place.sides, earlier.place.sides) || !within(place.ends, earlier.place.ends)) return false;
  if (place.part !== earlier.place.part) return false;
  const shared = [...later.rest].filter((word) => earlier.rest.has(word)).length;
  return shared >= 0.6 * Math.min(later.rest.size, earlier.rest.size);
}

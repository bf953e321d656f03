import { sentenceCase } from '../../kernel/text/phrases.ts';
import { truncateAtWord } from '../../kernel/text/phrases.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { type AdvisoryPlace, parseAdvisory } from './advisory-place.ts';
import { inspectionManual2018StartDay } from './advisory-repeats.ts';

/** Parts by the terms of testers and of the inspection manual, checked in this order: a brake pipe is not a brake. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/\b(?:registration|number) plate lamp/, 'number plate lamp'],
  [/\b(?:stop|brake) lamp/, 'brake lamp'],
  [/\bheadlamp/, 'headlamp'],
  [/\blamp/, 'lamp'],
  [/\bbrake pipe/, 'brake pipe'],
  [/\bbrake hose/, 'brake hose'],
  [/\bpad(?:s|\(s\))?\b/, 'brake pads'],
  [/\bdiscs?\b/, 'brake disc'],
  [/\bdrums?\b/, 'brake drum'],
  [/\bcaliper/, 'brake caliper'],
  [/\b(?:parking brake|hand ?brake)/, 'parking brake'],
  [/\btyres?\b/, 'tyre'],
  [/\bwheel bearing/, 'wheel bearing'],
  [/\broad ?wheels?\b/, 'wheel'],
  [/\bsprings?\b/, 'spring'],
  [/\b(?:shock absorber|damper)/, 'shock absorber'],
  [/\b(?:suspension arm|wishbone)/, 'suspension arm'],
  [/\banti[ -]?roll bar/, 'anti-roll bar'],
  [/\btrack rod/, 'track rod end'],
  [/\bball joint/, 'ball joint'],
  [/\b(?:drive ?shaft|constant velocity|cv (?:joint|boot|gaiter))/, 'drive shaft'],
  [/\bsteering rack/, 'steering rack'],
  [/\bsills?\b/, 'sill'],
  [/\bsub-?frame/, 'subframe'],
  [/\bchassis/, 'chassis'],
  [/\bfloor/, 'floor'],
  [/\bexhaust/, 'exhaust'],
  [/\boil leak/, 'oil leak'],
  [/\bfuel (?:pipe|hose|line)/, 'fuel pipe'],
  [/\bseat ?belt/, 'seat belt'],
  [/\bwiper/, 'wiper'],
  [/\bwindscreen/, 'windscreen'],
  [/\bmirror/, 'mirror'],
  [/\bhorn\b/, 'horn'],
  [/\bdoors?\b/, 'door'],
];

/** The first level of DVSA's inspection manual for cars, since 20 May 2018. */
const sections: Record<string, string> = {
  '1': 'brakes',
  '2': 'steering',
  '3': 'view of the road',
  '4': 'lamps or electrics',
  '5': 'axles, wheels, tyres or suspension',
  '6': 'body or structure',
  '7': 'belts or other equipment',
  '8': 'exhaust, noise or leaks',
};

/**
 * The part of the vehicle that an advisory is about, with its side if the text has it: `Nearside front tyre`. If the
 * text names no known part, the manual's section, otherwise the text itself.
 */
export function partOfAdvisory(words: string, reference: string | null, day: IsoDate): string {
  const { place } = parseAdvisory(words);
  const plain = words.toLowerCase();
  const part = parts.find(([pattern]) => pattern.test(plain))?.[1] ?? sectionName(reference, day);
  return part === null ? truncateAtWord(words, 60) : sentenceCase(placed(place, part).toUpperCase());
}

function sectionName(reference: string | null, day: IsoDate): string | null {
  return reference === null || day < inspectionManual2018StartDay
    ? null
    : (sections[reference.split('.')[0] ?? ''] ?? null);
}

function placed({ sides, ends, part: inner }: AdvisoryPlace, part: string): string {
  const isBothSides = sides.size > 1;
  const where = [...(isBothSides ? [] : sides), ...(ends.size > 1 ? [] : ends), inner, part];
  const both = [isBothSides ? ', both sides' : '', ends.size > 1 ? ', front and rear' : ''].join('');
  return `${where.filter((word) => word !== '').join(' ')}${both}`;
}

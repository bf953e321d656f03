import { partOfAdvisory } from '../../vehicle/mot/part-of-advisory.ts';
import { type AdvisorySafetyArea, safetyAreaOfAdvisory } from '../../vehicle/mot/advisory-repeats.ts';
import { type MotHistoryTest, motHistory } from '../../vehicle/mot/mot-history.ts';
import { areAdvisoriesPublished } from '../next-mot-items.ts';
import { recurringAdvisories } from '../../vehicle/mot/recurring-advisories.ts';
import { motTestsUpTo } from '../../vehicle/mot/mot-tests-up-to.ts';
import { formatEnumeration, truncateAtWord } from '../../kernel/text/phrases.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { viewingItemForThisCar, type ViewingItem } from './viewing-item.ts';

/** A part about which the newest MOT advised. */
interface Advised {
  part: string;
  words: string;
  area: AdvisorySafetyArea | null;
  motsInARow: number;
  from: IsoDate;
  to: IsoDate;
}

const areas: readonly (AdvisorySafetyArea | null)[] = ['structure', 'brakes', 'steering', null];

/** How to inspect a part, by its name; checked in this order. */
const looking: readonly (readonly [RegExp, string])[] = [
  [
    /tyre/i,
    'look at its tread across the whole width and for cracks, and read its four-digit date code (week and year)',
  ],
  [/brake (?:pipe|hose)/i, 'look for rust, a chafed cover or a wet trace, and whether a new piece was fitted'],
  [/brake/i, 'look through the wheel for scoring and thin pads, and feel whether it pulls or grinds when it brakes'],
  [/sill|subframe|chassis|floor|structure/i, 'press it with a thumb where it is rusty, and look for fresh underseal'],
  [/bearing/i, 'listen for a hum that grows with speed'],
  [/spring|shock|suspension|wishbone|anti-roll|ball joint|track rod|steering/i, 'listen for knocks over a bump'],
  [/oil|leak|fuel/i, 'look under the engine and on the ground where it stood'],
  [/exhaust/i, 'listen for blowing when it is started cold'],
  [/lamp|electric/i, 'switch it on and look'],
];

/** Repeats first, then parts that are critical for safety. */
const byHarm = (a: Advised, b: Advised): number =>
  Number(b.motsInARow > 1) - Number(a.motsInARow > 1) ||
  areas.indexOf(a.area) - areas.indexOf(b.area) ||
  b.motsInARow - a.motsInARow;

/** `advised-nearside-front-tyre` */
const idOf = (part: string): string =>
  ['advised', ...(part.toLowerCase().match(/[a-z0-9]+/g) ?? [])].join('-').slice(0, 60);

/** The parts about which the newest MOT advised, and one question about all of them. */
export function viewingItemsForAdvisories(
  { testing }: VehicleRecord,
  today: IsoDate,
): Record<'checks' | 'questions', ViewingItem[]> {
  if (testing.state !== 'found') return { checks: [], questions: [] };
  const history = motHistory(motTestsUpTo(testing.data.tests, today));
  const repeated = recurringAdvisories(history).filter(({ isCurrent }) => isCurrent);
  const parts = new Map<string, Advised>();
  for (const { part, words, reference, motsInARow, from, to } of repeated) {
    keep(parts, { part, words, area: safetyAreaOfAdvisory(reference, to), motsInARow, from, to });
  }
  const newest = history.tests.filter(({ mot }) => mot === 0);
  for (const advised of newest.flatMap(advisedOnce)) keep(parts, advised);
  const all = [...parts.values()].toSorted(byHarm);
  const checks = all.map(({ part, words, motsInARow, from, to }) => {
    const how = looking.find(([pattern]) => pattern.test(part))?.[1] ?? 'check whether it was repaired, and how well';
    const when =
      motsInARow > 1
        ? `Advised at ${motsInARow} MOTs in a row, from ${formatDate(from)} to ${formatDate(to)}`
        : `Advised at its MOT of ${formatDate(to)}`;
    return viewingItemForThisCar(idOf(part), {
      from: testing,
      text: `${part}: ${how}.`,
      why: `${when}: “${truncateAtWord(words, 160)}”.`,
    });
  });
  const questions =
    all.length === 0 && !areAdvisoriesPublished(testing) ? [unpublished(testing)] : question(all, testing);
  return { checks, questions };
}

function keep(parts: Map<string, Advised>, advised: Advised): void {
  const id = idOf(advised.part);
  if (!parts.has(id)) parts.set(id, advised);
}

function advisedOnce({ day, defects }: MotHistoryTest): Advised[] {
  return defects.flatMap(({ type, words, reference, motsInARow }) =>
    (type === 'ADVISORY' || type === 'MINOR') && words !== ''
      ? [
          {
            part: partOfAdvisory(words, reference, day),
            words,
            area: safetyAreaOfAdvisory(reference, day),
            motsInARow: Math.min(motsInARow, 1),
            from: day,
            to: day,
          },
        ]
      : [],
  );
}

const unpublished = (from: VehicleRecord['testing']): ViewingItem =>
  viewingItemForThisCar('advised', {
    from,
    text: 'Ask for the last MOT certificate, and which advisories were repaired.',
    why: 'The record does not list the advisories of its last test.',
  });

const maxNamedItems = 4;

function question(all: readonly Advised[], from: VehicleRecord['testing']): ViewingItem[] {
  const [first] = all;
  if (first === undefined) return [];
  const day =
    all
      .map(({ to }) => to)
      .toSorted()
      .at(-1) ?? first.to;
  const named = all.slice(0, maxNamedItems).map(({ part }) => part);
  const rest = all.length - named.length;
  const what = formatEnumeration([...named, ...(rest > 0 ? [`${rest} more`] : [])]);
  return [
    viewingItemForThisCar('advised', {
      from,
      text: 'Ask which advisories of the last MOT were repaired, and for the invoices.',
      why: `The MOT of ${formatDate(day)} had ${all.length === 1 ? 'an advisory' : `${all.length} advisories`}: ${what}.`,
    }),
  ];
}

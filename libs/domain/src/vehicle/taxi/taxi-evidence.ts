import { firstUseDateOf } from '../mileage/first-used.ts';
import { motTestsAtQueryTime } from '../mot/mot-tests-up-to.ts';
import { addMonths, londonDate } from '../../kernel/time/london-date.ts';
import { truncateAtWord } from '../../kernel/text/phrases.ts';
import { isHeavyVehicle } from '../record/heavy-vehicle.ts';
import type { MotTest, SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';

/**
 * One sign that a vehicle was a taxi or private hire car. The absence of signs proves nothing: the councils' registers
 * are not available.
 */
export interface TaxiEvidence {
  kind: 'body-type' | 'tester-note' | 'yearly-tests';
  /** The day of the evidence: of the test, or of the second yearly test; null for a body type. */
  date: IsoDate | null;
  /** One sentence. */
  text: string;
  source: SourceName;
  at: IsoInstant;
}

/**
 * Terms of testers for a taxi's fittings. Not `meter` or `licence plate` alone, which are also a speedometer and a
 * number plate.
 */
const taxiKeywords =
  /\b(?:taxi(?:s|meter)?|hackney|private hire|roof sign|meter (?:bracket|fitted|mount\w*)|(?:council|taxi|hackney|hire) (?:licen[cs]e )?plate|licen[cs]e plate (?:bracket|holder))\b/i;
const denied = /\b(?:not|never|non)[\s-]+(?:been |used as |(?:a|an) )*(?:taxi|hackney|private hire)/i;

/** The evidence in a record that a vehicle was a taxi, strongest first; empty if there is none. */
export function taxiEvidence(record: VehicleRecord): TaxiEvidence[] {
  return [...bodyType(record), ...taxiNotesOfTesters(record), ...yearlyTests(record)];
}

function bodyType({ specification }: VehicleRecord): TaxiEvidence[] {
  if (specification.state !== 'found') return [];
  const { bodyStyle } = specification.data;
  if (bodyStyle === null || !/\b(?:taxi|hackney)\b/i.test(bodyStyle)) return [];
  const { source, at } = specification;
  return [{ kind: 'body-type', date: null, text: 'Its body type is on record as a taxi.', source, at }];
}

function taxiNotesOfTesters({ testing }: VehicleRecord): TaxiEvidence[] {
  if (testing.state !== 'found') return [];
  const { source, at } = testing;
  return newestFirst(motTestsAtQueryTime(testing)).flatMap(({ completedAt, defects }) => {
    const note = defects.find(({ text }) => taxiKeywords.test(text) && !denied.test(text));
    if (note === undefined) return [];
    const text = `A tester noted: “${truncateAtWord(note.text, 90)}”.`;
    return [{ kind: 'tester-note', date: londonDate(new Date(completedAt)), text, source, at }] as const;
  });
}

/**
 * A private car is first tested after three years (four in Northern Ireland), a taxi after one. Two yearly tests before
 * the third year of a car first used in the UK indicate a taxi; lorries, buses and imports are tested early too.
 */
function yearlyTests(record: VehicleRecord): TaxiEvidence[] {
  const { testing } = record;
  if (testing.state !== 'found' || isOtherwiseTestedEarly(record)) return [];
  const used = firstUseDateOf(testing.data);
  if (used === null) return [];
  const early = passDays(motTestsAtQueryTime(testing)).filter(
    (day) => day > addMonths(used, 6) && day < addMonths(used, 34),
  );
  const [first] = early;
  const second = early.find((day) => first !== undefined && day > addMonths(first, 9));
  if (first === undefined || second === undefined || first > addMonths(used, 15)) return [];
  const { source, at } = testing;
  return [
    {
      kind: 'yearly-tests',
      date: second,
      text: 'It was tested every year from its first, as taxis are and private cars are not.',
      source,
      at,
    },
  ];
}

function isOtherwiseTestedEarly(record: VehicleRecord): boolean {
  const { specification } = record;
  const imported =
    specification.state === 'found' &&
    (specification.data.imported === true || specification.data.importedFromOutsideEu === true);
  return imported || isHeavyVehicle(record);
}

function passDays(tests: readonly MotTest[]): IsoDate[] {
  return tests
    .filter(({ result }) => result === 'PASSED')
    .map(({ completedAt }) => londonDate(new Date(completedAt)))
    .toSorted();
}

function newestFirst(tests: readonly MotTest[]): MotTest[] {
  return tests.toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
}

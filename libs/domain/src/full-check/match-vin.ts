import { firstRegistrationCandidates } from '../vehicle/record/first-registration-candidates.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import { missingReasonText } from '../vehicle/record/source-messages.ts';
import type { SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';

/** The comparison of the last five characters of the VIN on the car with the record's. */
export interface VinMatch {
  /** `incomplete`: fewer than five comparable characters. `not-available`: no record has them. */
  state: 'match' | 'differs' | 'incomplete' | 'not-available';
  /** The characters that were compared, five or fewer. */
  typed: string;
  words: string;
  /** The advice: what to check again or to do. */
  hint: string | null;
  source: SourceName | null;
  at: IsoInstant | null;
}

/** The standard that forbids I, O and Q applies to vehicles from 1981 on. */
const standardSince = '1981-01-01';
const vinPrompt = 'Type the last five characters of the VIN stamped on the car';
const nextStep =
  'Do not pay yet. Read it again on the car itself: at the foot of the windscreen, on a door pillar or under the bonnet. If it still differs, ask the seller why, and do not buy until DVLA or the police have explained it.';

/**
 * Compares the buyer's input with the last five of every record; `fullCheck` is null before one was made. The letters
 * I, O and Q are pointed out and never replaced.
 */
export function matchVin(typed: string, record: VehicleRecord, fullCheck: FullCheck | null): VinMatch {
  const sections = fullCheck === null ? [record.specification] : [record.specification, fullCheck.vdi];
  const known = sections.flatMap((section) => {
    const last5 = section.state === 'found' ? lastFiveOfVin(section.data.vinLast5) : null;
    return last5 === null ? [] : [{ last5, source: section.source, at: section.at }];
  });
  const plain = (cleanRegisterText(typed) ?? '').normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  const five = plain.length === 17 ? plain.slice(-5) : plain;
  const answer = { typed: five, hint: null, source: null, at: null };
  const [first, second] = known;
  if (first === undefined) {
    return { ...answer, state: 'not-available', words: missingReasonText(sections) };
  }
  if (!/^[A-Z0-9]*$/.test(five)) {
    return { ...answer, state: 'incomplete', words: 'A VIN has only the letters A to Z and digits.' };
  }
  if (five.length < 5) return { ...answer, state: 'incomplete', words: `${vinPrompt}.` };
  if (five.length > 5) {
    return { ...answer, state: 'incomplete', words: `${vinPrompt}, or all 17. These are ${five.length}.` };
  }
  const compared = { ...answer, source: first.source, at: first.at };
  if (second !== undefined && second.last5 !== first.last5) {
    return {
      ...compared,
      state: 'differs',
      words: `The records disagree with each other: the vehicle record ends in ${first.last5}, the full check in ${second.last5}. You typed ${five}.`,
      hint: nextStep,
    };
  }
  if (five === first.last5) {
    return {
      ...compared,
      state: 'match',
      words: `${five} is what the record says.`,
      hint: 'Compare the whole VIN with the log book (V5C) as well, and look for marks around the stamped number.',
    };
  }
  const confusable = /[IOQ]/.exec(five)?.[0];
  if (confusable !== undefined && !isBeforeStandard(record)) {
    return {
      ...answer,
      state: 'incomplete',
      words: `VINs since 1981 have no I, O or Q. You typed ${confusable}.`,
      hint: `Look again: it is most likely ${confusable === 'I' ? 'the digit 1' : 'the digit 0'}.`,
    };
  }
  return { ...compared, state: 'differs', words: `You typed ${five}; the record says ${first.last5}.`, hint: nextStep };
}

/** A record's last five characters; null if it has text instead, as for a restricted VIN. */
export function lastFiveOfVin(written: string | null): string | null {
  const plain = written?.trim().toUpperCase() ?? '';
  return /^[A-Z0-9]{5}$/.test(plain) ? plain : null;
}

function isBeforeStandard(record: VehicleRecord): boolean {
  const registered = firstRegistrationCandidates(record).find(({ value }) => value !== null)?.value;
  return registered != null && registered.date < standardSince;
}

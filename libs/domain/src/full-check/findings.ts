import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import type { FullCheck, VdiCheck, WriteOff } from '../vehicle/record/full-check.ts';
import { missingReasonText } from '../vehicle/record/source-messages.ts';
import type { SourceName } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';
import { type SalvageCategoryInfo, salvageCategoryOf, type SalvageCategory } from './salvage-category.ts';

/** The result of a full check's registers for one question: `clear` only if at least one of them said no. */
export interface RegisterFinding {
  state: 'found' | 'clear' | 'unknown' | 'asking';
  source: SourceName | null;
  at: IsoInstant | null;
  why: string | null;
}

/** Yes if any value is yes, otherwise no if any is no. */
function finding({ vdi }: FullCheck, says: (data: VdiCheck) => (boolean | null)[]): RegisterFinding {
  if (vdi.state === 'asking') return { state: 'asking', source: null, at: null, why: missingReasonText([vdi]) };
  const values = vdi.state === 'found' ? says(vdi.data) : [];
  const state = values.includes(true) ? 'found' : values.includes(false) ? 'clear' : 'unknown';
  if (state === 'unknown') return { state, source: null, at: null, why: missingReasonText([vdi]) };
  return { state, source: vdi.source, at: vdi.at, why: null };
}

/** A count of zero is a register's no; a missing count is no answer. */
const some = (count: number | null): boolean | null => (count === null ? null : count > 0);
/** An entry is a yes; an empty list may only mean that details are missing. */
const listed = (list: readonly unknown[]): boolean | null => (list.length > 0 ? true : null);

/** A theft by police and by insurers; null if the answer has no value. */
export interface TheftByRegister {
  police: boolean | null;
  insurers: boolean | null;
  /** Thefts that insurers recorded. */
  insurerCount: number | null;
}

/**
 * Splits a vehicle's theft by who recorded it: the stolen marker itself can come from the insurers' register, MIAFTR.
 */
export function splitTheftByRegister({ stolen, stolenSource, insurerTheftCount }: VdiCheck): TheftByRegister {
  const isInsurers = stolen === true && /miaftr|insur/i.test(stolenSource ?? '');
  const insurerCount = isInsurers ? Math.max(insurerTheftCount ?? 0, 1) : insurerTheftCount;
  return { police: isInsurers ? null : stolen, insurers: some(insurerCount), insurerCount };
}

/** The section of a theft: the insurers' if they have an entry and the police have none. */
export function reportSectionOfTheft({ vdi }: FullCheck): 'stolen' | 'insurer-theft' {
  if (vdi.state !== 'found') return 'stolen';
  const { police, insurers } = splitTheftByRegister(vdi.data);
  return police !== true && insurers === true ? 'insurer-theft' : 'stolen';
}

/** Recorded as stolen by the police or an insurer; clear only if both deny it. */
export function theftFinding(fullCheck: FullCheck): RegisterFinding {
  return finding(fullCheck, (data) => {
    const { police, insurers } = splitTheftByRegister(data);
    if (police === true || insurers === true) return [true];
    return police === false && insurers === false ? [false] : [];
  });
}

/** Written off by an insurer, by the marker, the count or an entry. */
export function writeOffFinding(fullCheck: FullCheck): RegisterFinding {
  return finding(fullCheck, (data) => [data.writtenOff, some(data.writeOffCount), listed(data.writeOffs)]);
}

/** Finance agreements, by the count or an entry. */
export function financeFinding(fullCheck: FullCheck): RegisterFinding {
  return finding(fullCheck, (data) => [some(data.financeCount), listed(data.finance)]);
}

/** Notes on the register of vehicles at risk: third-party interests other than finance agreements. */
export function highRiskFinding(fullCheck: FullCheck): RegisterFinding {
  return finding(fullCheck, (data) => [some(data.highRiskCount), listed(data.highRisk)]);
}

/** Whether the mileage is marked as an anomaly: then it is doubtful, regardless of the readings at tests. */
export function hasMileageAnomalyMarker(fullCheck: FullCheck | null): boolean {
  return fullCheck?.vdi.state === 'found' && fullCheck.vdi.data.mileageAnomaly === true;
}

/** The losses that insurers recorded, newest first, undated ones last. */
export function reportedWriteOffs({ vdi }: FullCheck): WriteOff[] {
  if (vdi.state !== 'found') return [];
  const dayOf = ({ lossDate, enteredOn }: WriteOff) => lossDate ?? enteredOn ?? '';
  return vdi.data.writeOffs.toSorted((a, b) => (dayOf(a) < dayOf(b) ? 1 : dayOf(a) > dayOf(b) ? -1 : 0));
}

/** Most serious first: categories that may never return to the road, then structural damage. */
const bySeverity: readonly SalvageCategory[] = ['A', 'B', 'S', 'C', 'F', 'N', 'D'];

/** The loss of the most serious category, the newest of several; null if no loss has a known category. */
export function mostSeriousInsurerLoss(fullCheck: FullCheck): { loss: WriteOff; category: SalvageCategoryInfo } | null {
  const known = reportedWriteOffs(fullCheck).flatMap((loss) => {
    const category = salvageCategoryOf(loss.category);
    return category.letter === null ? [] : [{ loss, category, rank: bySeverity.indexOf(category.letter) }];
  });
  return known.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
}

/** `2 agreements are recorded; details of 1 are known.` Null if all have details. */
export function missingDetailsNote({
  count,
  listedCount,
  one,
  many,
}: {
  count: number | null;
  listedCount: number;
  one: string;
  many: string;
}): string | null {
  if (count === null || count <= listedCount) return null;
  const known = listedCount === 0 ? 'no details are given' : `details of ${listedCount} are given`;
  return `${formatCountWithNoun(count, `${one} is`, `${many} are`)} recorded; ${known}.`;
}

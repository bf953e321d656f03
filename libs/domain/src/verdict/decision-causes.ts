import { adviceCauses, type AdviceCause, type AdviceLevel } from './causes.ts';
import { reportedWriteOffs, splitTheftByRegister, mostSeriousInsurerLoss } from '../full-check/findings.ts';
import { salvageCategoryOf } from '../full-check/salvage-category.ts';
import type { MileagePoint, MileageTimeline } from '../vehicle/mileage/mileage-timeline.ts';
import { mileageOfRecord } from '../vehicle/mileage/mileage-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { formatThousands } from '../kernel/text/phrases.ts';
import {
  titleCaseName,
  formatCountWithNoun,
  inlineRegisterText,
  lowerCaseRegisterText,
  formatEnumeration,
  onDatePhrase,
  endWithFullStop,
  sinceDatePhrase,
  approximateDuration,
} from '../kernel/text/phrases.ts';
import { callAdviceText } from '../kernel/phone/call-advice-text.ts';
import type { DecisionFinding } from './decision.ts';
import type { FinanceAgreement, FullCheck, VdiCheck } from '../vehicle/record/full-check.ts';
import {
  plannedExportMarker,
  exportMarkers,
  importMarkers,
  type RegisterMarker,
  scrapMarkers,
  withdrawnScrapMarkers,
} from '../vehicle/record/register-marks.ts';
import { type SourcedValue, recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import type { RecordSection, SpecificationData, VehicleRecord } from '../vehicle/record/vehicle-record.ts';

/** The sources' answer to one cause of the buying advice. */
export interface AdviceCauseAnswer {
  cause: AdviceCause;
  /** `locked`: only the full check answers it, and none was made. `unknown`: no source that responded has an answer. */
  state: 'yes' | 'no' | 'unknown' | 'asking' | 'locked';
  /** Only with `yes`. */
  finding: DecisionFinding | null;
}

/** The messages of a cause, and the section that they come from. */
interface Yes extends Messages {
  from: RecordSection<unknown>;
}

type Messages = Pick<DecisionFinding, 'text' | 'phrase' | 'lead' | 'next'>;
type OtherState = Exclude<AdviceCauseAnswer['state'], 'yes'>;
type Answer = Yes | OtherState;

type Rule = (record: VehicleRecord, fullCheck: FullCheck | null, timeline: MileageTimeline | null) => Answer;

const rules: Record<AdviceCause, Rule> = {
  'police-stolen': (_, fullCheck) => inVdi(fullCheck, policeStolen),
  'insurance-stolen': (_, fullCheck) => inVdi(fullCheck, insurerTheft),
  'written-off': (_, fullCheck) => inVdi(fullCheck, writtenOff),
  scrapped,
  unscrapped,
  'identity-inspection': identityInspection,
  finance: (_, fullCheck) => inVdi(fullCheck, finance),
  exported,
  imported,
  mileage,
};

/**
 * Returns the answer to each cause of the buying advice, in order. The worst answer of any source counts; `no` requires
 * a source that states it.
 */
export function adviceCauseAnswers(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  timeline: MileageTimeline | null = mileageOfRecord(record),
): AdviceCauseAnswer[] {
  return adviceCauses.map(({ cause, level }) => answered(cause, level, rules[cause](record, fullCheck, timeline)));
}

function answered(cause: AdviceCause, level: AdviceLevel | 'LOOK', answer: Answer): AdviceCauseAnswer {
  if (typeof answer === 'string') return { cause, state: answer, finding: null };
  const { from, ...words } = answer;
  const { text, next } = words;
  return {
    cause,
    state: 'yes',
    finding: {
      ...words,
      id: cause,
      level,
      text: endWithFullStop(text),
      next: endWithFullStop(next),
      source: from.source,
      at: from.at,
    },
  };
}

/** A cause that only the full check can answer. */
function inVdi(
  fullCheck: FullCheck | null,
  read: (data: VdiCheck, fullCheck: FullCheck) => Messages | 'no' | 'unknown',
): Answer {
  if (fullCheck === null) return 'locked';
  const { vdi } = fullCheck;
  if (vdi.state !== 'found') return vdi.state === 'asking' ? 'asking' : 'unknown';
  const answer = read(vdi.data, fullCheck);
  return typeof answer === 'string' ? answer : { ...answer, from: vdi };
}

function policeStolen(data: VdiCheck): Messages | 'no' | 'unknown' {
  const { police } = splitTheftByRegister(data);
  if (police !== true) return police === null ? 'unknown' : 'no';
  const force = inlineRegisterText(data.stolenPoliceForce);
  const status = inlineRegisterText(data.stolenStatus);
  // A marker applies until the police remove it, regardless of its status.
  const noted =
    status === null || /^stolen$/i.test(status) ? '' : `, with the status “${lowerCaseRegisterText(status)}”`;
  const who = force === null ? 'the police' : titleCaseName(force);
  const source = inlineRegisterText(data.stolenSource);
  const register = source !== null && !/^pnc$/i.test(source) ? ` (${source})` : '';
  return {
    text: `${force === null ? 'The police have' : `${who} has`} it marked as stolen${register}${sinceDatePhrase(data.stolenDate)}${noted}`,
    phrase: 'a police stolen marker',
    next: `Do not buy it and do not pay anything: ring ${callAdviceText(who, data.stolenPhone ?? (force === null ? '101' : null))} and say where you saw it`,
  };
}

function insurerTheft(data: VdiCheck): Messages | 'no' | 'unknown' {
  const { police, insurers, insurerCount } = splitTheftByRegister(data);
  if (insurers !== true || insurerCount === null) return insurers === null ? 'unknown' : 'no';
  const count = insurerCount;
  const entered = data.stolen === true && police === null ? sinceDatePhrase(data.stolenDate) : '';
  const entries = count === 1 ? 'a theft' : formatCountWithNoun(count, 'theft');
  return {
    text: `Insurers have ${entries} of it in their register, MIAFTR${entered === '' ? '' : `,${entered}`}`,
    phrase: 'an insurer’s theft marker',
    next: 'Do not buy it until the insurer that made the entry has confirmed in writing that the seller may sell it',
  };
}

function writtenOff(data: VdiCheck, fullCheck: FullCheck): Messages | 'no' | 'unknown' {
  const count = Math.max(data.writeOffCount ?? 0, data.writeOffs.length);
  if (data.writtenOff !== true && count === 0) {
    return data.writtenOff === false || data.writeOffCount === 0 ? 'no' : 'unknown';
  }
  const worst = mostSeriousInsurerLoss(fullCheck)?.category;
  const all = reportedWriteOffs(fullCheck);
  const [latest] = all;
  const [name = '', meaning = ''] = worst?.title.split(': ') ?? [];
  const known = all.filter(({ category: letter }) => salvageCategoryOf(letter).letter !== null).length;
  // 'At worst' is claimed only if the category of every loss is known.
  const unknown = count - known;
  const among = count === 1 ? '' : unknown === 0 ? 'at worst ' : known === 1 ? 'one of them ' : 'the worst known ';
  const category = worst === undefined ? '' : `, ${among}${lowerCaseRegisterText(name)}`;
  const rest =
    worst === undefined || count === 1 || unknown === 0
      ? ''
      : unknown > 1
        ? `; the categories of the other ${unknown} are not known`
        : `; the category of ${known === 1 ? 'the other' : 'one'} is not known`;
  const lost = onDatePhrase(latest?.lossDate ?? null);
  const entered = onDatePhrase(latest?.enteredOn ?? null);
  const last = lost !== '' ? `, last${lost}` : entered === '' ? '' : `, last entered${entered}`;
  const happened =
    count > 1
      ? `An insurer wrote it off ${count} times${last}`
      : lost === '' && entered !== ''
        ? `An insurer entered it as written off${entered}`
        : `An insurer wrote it off${lost}`;
  const explained = meaning === '' ? '' : ` (${meaning})`;
  const contradiction = data.writtenOff === false ? '; the same answer also says that it was not written off' : '';
  return {
    text: `${happened}${category}${explained}${rest}${contradiction}`,
    ...(meaning.length > 40 ? { lead: `${happened}${category}${rest}` } : {}),
    phrase:
      worst === undefined
        ? 'an insurance write-off'
        : rest === ''
          ? `a category ${worst.letter} write-off`
          : `${formatCountWithNoun(count, 'write-off')}, one of category ${worst.letter}`,
    next:
      worst?.isRepairable === false
        ? `Do not buy it: a category ${worst.letter} vehicle may not be repaired and must never be on the road again`
        : `Ask the seller for ${rest === '' ? '' : 'the insurers’ papers on each loss, '}photographs of the damage and the repair invoices, and have the repair inspected before you pay`,
  };
}

/** The most informative yes: a dated one first. */
function yesOf(sourcedMarks: readonly SourcedValue<RegisterMarker>[]): SourcedValue<RegisterMarker> | undefined {
  const yes = sourcedMarks.filter(({ value }) => value?.yes === true);
  return yes.find(({ value }) => value?.date !== null) ?? yes[0];
}

function withoutYes(marks: readonly SourcedValue<RegisterMarker>[]): OtherState {
  if (marks.some(({ value }) => value?.yes === false)) return 'no';
  return marks.some(({ section }) => section.state === 'asking') ? 'asking' : 'unknown';
}

/** Names the source that says yes while another says no; empty if they agree. */
function disagreement({ who }: SourcedValue<RegisterMarker>, marks: readonly SourcedValue<RegisterMarker>[]): string {
  const no = marks.find(({ value }) => value?.yes === false);
  return no === undefined ? '' : `, says ${who}; ${no.who} says that it was not`;
}

function scrapped(record: VehicleRecord, fullCheck: FullCheck | null): Answer {
  const marks = scrapMarkers(record, fullCheck);
  const yes = yesOf(marks);
  if (yes === undefined) return withoutYes(marks);
  const certificate = ({ certificateOfDestruction }: Pick<SpecificationData, 'certificateOfDestruction'>) =>
    certificateOfDestruction;
  const certificates = recordAndCheckValues({ record, fullCheck }, certificate, certificate);
  const destroyed = certificates.some(({ value }) => value === true) ? ', with a certificate of destruction' : '';
  const day = onDatePhrase(yes.value?.date ?? null);
  // A date alone does not show whether the entry still applies.
  const entry = yes.value?.marker === true ? `It was scrapped${day}` : `A scrapping${day} is on record`;
  return {
    text: `${entry}${destroyed}${disagreement(yes, marks)}`,
    phrase: 'a scrapping record',
    next: 'Don’t buy it for the road. If it is still in one piece, ask DVLA whose plate this is',
    from: yes.section,
  };
}

/** A cause without a source field: the vehicle has a date of scrapping but is no longer marked as scrapped. */
function unscrapped(record: VehicleRecord, fullCheck: FullCheck | null): Answer {
  // As long as any source has it as scrapped, that is the answer.
  if (yesOf(scrapMarkers(record, fullCheck)) !== undefined) return 'no';
  const marks = withdrawnScrapMarkers(record, fullCheck);
  const yes = yesOf(marks);
  if (yes === undefined) return withoutYes(marks);
  return {
    text: `It was recorded as scrapped${onDatePhrase(yes.value?.date ?? null)} and is no longer marked so`,
    phrase: 'a scrapping record that was withdrawn',
    next: 'Ask the seller for DVLA’s letter about the scrapping record, and do not buy without it',
    from: yes.section,
  };
}

function identityInspection({ specification }: VehicleRecord, fullCheck: FullCheck | null): Answer {
  const free = specification.state === 'found' ? specification.data.identityInspections[0] : undefined;
  const vdi = fullCheck?.vdi ?? null;
  const bought = vdi?.state === 'found' ? vdi.data : null;
  const inspected = bought?.identityInspected === true || bought?.identityInspection != null;
  if (free !== undefined || inspected) {
    const result = free?.result ?? bought?.identityInspection?.result ?? null;
    const passed = result === null ? '' : result === 'PASS' ? ', passed' : ', failed';
    const unknown =
      free !== undefined && bought?.identityInspected === false
        ? '; UK Vehicle Data’s full check says that it had none'
        : '';
    return {
      text: `It had a vehicle identity check${onDatePhrase(free?.date ?? bought?.identityInspection?.date ?? null)}${passed}, which until 2015 followed a write-off${unknown}`,
      phrase: 'a vehicle identity check',
      next: 'Compare the VIN on the car with its V5C, and ask the seller what damage the identity check followed',
      from: free !== undefined || vdi === null ? specification : vdi,
    };
  }
  if (vdi === null) return specification.state === 'asking' ? 'asking' : 'locked';
  if (vdi.state === 'asking') return 'asking';
  return bought?.identityInspected === false ? 'no' : 'unknown';
}

function finance({ finance: agreements, financeCount }: VdiCheck): Messages | 'no' | 'unknown' {
  const count = Math.max(financeCount ?? 0, agreements.length);
  if (count === 0) return financeCount === null ? 'unknown' : 'no';
  const shown = agreements.slice(0, 2);
  const others = count - shown.length;
  const all = [...shown.map(agreementText), ...(others > 0 && shown.length > 0 ? [`${others} more`] : [])];
  const named = shown.filter(({ company }) => inlineRegisterText(company) !== null);
  const names = [...new Set(named.map(({ company }) => inlineRegisterText(company) ?? ''))];
  const whose =
    named.length === count
      ? `with ${formatEnumeration(names)}`
      : named.length === 1
        ? `one with ${formatEnumeration(names)}`
        : `with ${formatEnumeration(names)} among others`;
  return {
    text: `Money may be owed on it: ${formatCountWithNoun(count, 'finance agreement')}${all.length === 0 ? '' : `, ${formatEnumeration(all)}`}`,
    phrase: formatCountWithNoun(count, 'finance agreement'),
    ...(names.length === 0
      ? {}
      : { lead: `Money may be owed on it: ${formatCountWithNoun(count, 'finance agreement')}, ${whose}` }),
    next: financeNext(count, agreements),
  };
}

/** The lenders to call before paying; the buyer has to ask the seller for one that the check does not name. */
function financeNext(count: number, agreements: readonly FinanceAgreement[]): string {
  const lenders = agreements.flatMap(({ company, phone }) => {
    const name = inlineRegisterText(company);
    return name === null ? [] : [callAdviceText(name, phone)];
  });
  const unnamed = count - lenders.length;
  const settled = `together with the seller, and get it in writing whether ${count === 1 ? 'the agreement is' : 'the agreements are'} settled`;
  const who = (other: string) => `${other}${unnamed === 1 ? 'lender is' : 'lenders are'}`;
  if (lenders.length === 0) {
    return `Before you pay, ask the seller who the ${who('')}, ring ${unnamed === 1 ? 'the lender' : 'the lenders'} ${settled}`;
  }
  const first = [...new Set(lenders.slice(0, 2))];
  const more = lenders.length > 2 ? ['the other lenders in this report'] : [];
  const missing = unnamed === 0 ? '' : `; ask the seller who the ${who('other ')}`;
  return `Before you pay, ring ${formatEnumeration([...first, ...more])} ${settled}${missing}`;
}

function agreementText({ company, type, agreementDate }: FinanceAgreement): string {
  const lender = inlineRegisterText(company) ?? 'an unnamed lender';
  const kind = inlineRegisterText(type);
  return `${lender}${kind === null ? '' : ` (${lowerCaseRegisterText(kind)})`}${sinceDatePhrase(agreementDate)}`;
}

function exported(record: VehicleRecord, fullCheck: FullCheck | null): Answer {
  const recorded = exportMarkers(record, fullCheck);
  const marked = plannedExportMarker(record);
  const yes = yesOf(recorded);
  if (yes !== undefined) {
    const withdrawn = yes.value?.marker === false ? ' and is no longer marked so' : '';
    return {
      text: `It was exported${onDatePhrase(yes.value?.date ?? null)}${withdrawn}${disagreement(yes, recorded)}`,
      phrase: 'an export record',
      next: 'Ask the seller for a V5C that DVLA issued after the export, and do not pay without it',
      from: yes.section,
    };
  }
  if (marked.value?.yes === true) {
    return {
      text: 'DVLA has it marked for export',
      phrase: 'an export marker',
      next: 'Ask the seller why it is marked for export and is still here, and do not pay until DVLA has taken the marker off',
      from: marked.section,
    };
  }
  // DVLA's marker is for a future export: without one the vehicle may have been exported long ago.
  return withoutYes(recorded);
}

function imported(record: VehicleRecord, fullCheck: FullCheck | null): Answer {
  const marks = importMarkers(record, fullCheck);
  const yes = yesOf(marks);
  if (yes === undefined) return withoutYes(marks);
  const fromOutsideEu = ({ importedFromOutsideEu }: Pick<SpecificationData, 'importedFromOutsideEu'>) =>
    importedFromOutsideEu;
  const outside = recordAndCheckValues({ record, fullCheck }, fromOutsideEu, fromOutsideEu).some(
    ({ value }) => value === true,
  );
  const used = fullCheck?.vdi.state === 'found' && fullCheck.vdi.data.usedBeforeImport === true;
  const contradiction =
    yes.value?.marker === false ? '; the same answer also says that it was not imported' : disagreement(yes, marks);
  return {
    text: `It was imported${outside ? ' from outside the EU' : ''}${onDatePhrase(yes.value?.date ?? null)}${used ? ', already used' : ''}${contradiction}`,
    phrase: 'an import',
    next: 'Ask the seller for the import papers and its history abroad, and get an insurance quote for it before you pay',
    from: yes.section,
  };
}

function mileage({ testing }: VehicleRecord, fullCheck: FullCheck | null, timeline: MileageTimeline | null): Answer {
  const vdi = fullCheck?.vdi ?? null;
  const anomaly = vdi?.state === 'found' ? vdi.data.mileageAnomaly : null;
  if (timeline?.confidence === 'inconsistent') return { ...lowerReading(timeline.points), from: testing };
  if (anomaly === true && vdi !== null) {
    const others = timeline?.confidence === 'consistent' ? '; its MOT readings agree with each other' : '';
    return {
      text: `UK Vehicle Data’s full check marks its mileage as an anomaly${others}`,
      phrase: 'a mileage anomaly',
      next: 'Ask the seller for service invoices that show its mileage over the years',
      from: vdi,
    };
  }
  // A single reading could not be compared with any other.
  if (anomaly === false || (timeline !== null && timeline.confidence !== 'too-few')) return 'no';
  return testing.state === 'asking' || vdi?.state === 'asking' ? 'asking' : 'unknown';
}

/** The largest drop, with both readings. */
function lowerReading(points: readonly MileagePoint[]): Messages {
  const drops = points.flatMap((point, index) =>
    point.flag === 'drop' && point.change !== null ? [{ point, index, change: point.change }] : [],
  );
  const mileageDecreases = 'mileage that goes back';
  const largest = drops.toSorted((a, b) => a.change - b.change)[0];
  if (largest === undefined) {
    const next = 'Ask the seller for service invoices that show its mileage over the years';
    return { text: 'Its recorded mileage goes back', phrase: mileageDecreases, next };
  }
  const { point, index, change } = largest;
  const before = points.slice(0, index).findLast(({ miles }) => miles === point.miles - change);
  const than =
    before === undefined || before.day === point.day
      ? 'than before'
      : `than ${approximateDuration(before.day, point.day)} before`;
  const readings = `${formatThousands(point.miles - change)}, then ${formatThousands(point.miles)}`;
  const more = drops.length > 1 ? `, one of ${drops.length} such readings` : '';
  const when =
    before === undefined
      ? `before ${formatDate(point.day)}`
      : `between ${formatDate(before.day)} and ${formatDate(point.day)}`;
  return {
    text: `On ${formatDate(point.day)} its mileage was ${formatCountWithNoun(-change, 'mile')} lower ${than} (${readings})${more}`,
    phrase: `${mileageDecreases} by ${formatCountWithNoun(-change, 'mile')}`,
    next: `Ask the seller for service invoices that show its mileage ${when}`,
  };
}

import { adviceCauses, type AdviceCause, type AdviceLevel } from '../buying-advice/causes.ts';
import { formatDate } from '../time/format-date.ts';
import { firstUsed } from '../mileage/first-used.ts';
import { type MileagePoint, mileageTimeline } from '../mileage/mileage-timeline.ts';
import { grouped, sentenceCase } from './datum.ts';
import { asName, counted, type Finding, listed, onDay, sentenceOf, since, span } from './decision-finding.ts';
import type { FinanceAgreement, FullCheck, VdiCheck } from './full-check.ts';
import type { IsoDate, Section, Specification, VehicleRecord } from './vehicle-record.ts';

/** What the sources say to one cause of the buying advice. */
export interface CauseAnswer {
  cause: AdviceCause;
  /** `locked`: only the full check answers it, and none was made. `unknown`: no source that answered says. */
  state: 'yes' | 'no' | 'unknown' | 'asking' | 'locked';
  finding: Finding | null;
}

/**
 * The answer to each cause of the buying advice, in its order. The worst answer of any source counts; no only from a
 * source that said so.
 */
export function causeAnswers(record: VehicleRecord, fullCheck: FullCheck | null): CauseAnswer[] {
  const vdi = fullCheck?.vdi ?? null;
  const answers: Record<AdviceCause, Answer> = {
    'police-stolen': inVdi(vdi, policeStolen),
    'insurance-stolen': inVdi(vdi, insurerTheft),
    'written-off': inVdi(vdi, writtenOff),
    scrapped: scrapped(record, vdi),
    unscrapped: unscrapped(record, vdi),
    'identity-inspection': identityInspection(record, vdi),
    finance: inVdi(vdi, finance),
    exported: exported(record, vdi),
    imported: imported(record, vdi),
    mileage: mileage(record, vdi),
  };
  return adviceCauses.map(({ cause, level }) => answered(cause, level, answers[cause]));
}

/** A cause's words, and the section that they are from. */
interface Yes {
  text: string;
  phrase: string;
  next: string;
  from: Section<unknown>;
}

type Answer = Yes | Exclude<CauseAnswer['state'], 'yes'>;

function answered(cause: AdviceCause, level: AdviceLevel, answer: Answer): CauseAnswer {
  if (typeof answer === 'string') return { cause, state: answer, finding: null };
  const { text, phrase, next, from } = answer;
  const finding: Finding = {
    id: cause,
    level,
    text: sentenceOf(text),
    phrase,
    next: sentenceOf(next),
    source: from.source,
    at: from.at,
  };
  return { cause, state: 'yes', finding };
}

type Words = Omit<Yes, 'from'>;

/** A cause that only the full check answers. */
function inVdi(vdi: Section<VdiCheck> | null, read: (data: VdiCheck) => Words | 'no' | 'unknown'): Answer {
  if (vdi === null) return 'locked';
  if (vdi.state !== 'found') return vdi.state === 'asking' ? 'asking' : 'unknown';
  const answer = read(vdi.data);
  return typeof answer === 'string' ? answer : { ...answer, from: vdi };
}

function policeStolen(data: VdiCheck): Words | 'no' | 'unknown' {
  if (isInsurers(data)) return data.stolen === null ? 'unknown' : 'no';
  if (data.stolen !== true) return data.stolen === null ? 'unknown' : 'no';
  const force = data.stolenPoliceForce?.trim() ? asName(data.stolenPoliceForce) : null;
  const status = data.stolenStatus?.trim() ?? '';
  // A marker stands until the police remove it, whatever its status says.
  const noted = status === '' || /^stolen$/i.test(status) ? '' : `, with the status “${sentenceCase(status)}”`;
  const who = force === null ? 'The police have' : `${force} has`;
  const ring = data.stolenPhone?.trim()
    ? `${force ?? 'the police'} on ${data.stolenPhone.trim()}`
    : (force ?? 'the police on 101');
  return {
    text: `${who} it marked as stolen${since(data.stolenDate)}${noted}`,
    phrase: 'a police stolen marker',
    next: `Do not buy it and do not pay anything: ring ${ring} and say where the vehicle is`,
  };
}

/** The stolen marker itself can come from the insurers' register. */
function isInsurers({ stolen, stolenSource }: VdiCheck): boolean {
  return stolen === true && /miaftr|insur/i.test(stolenSource ?? '');
}

function insurerTheft(data: VdiCheck): Words | 'no' | 'unknown' {
  const count = Math.max(data.insurerTheftCount ?? 0, isInsurers(data) ? 1 : 0);
  if (count === 0) return data.insurerTheftCount === null ? 'unknown' : 'no';
  const entries = count === 1 ? 'a theft' : counted(count, 'theft');
  return {
    text: `Insurers have ${entries} of it in their register (MIAFTR)${isInsurers(data) ? since(data.stolenDate) : ''}`,
    phrase: "an insurer's theft marker",
    next: 'Do not buy it until the insurer that made the entry has said in writing that the vehicle is the seller’s to sell',
  };
}

const categoryWords: Record<string, string> = {
  A: 'scrap only',
  B: 'body shell to be crushed',
  C: 'repair cost more than its value',
  D: 'repairable, not repaired by the insurer',
  S: 'structural damage',
  N: 'non-structural damage',
};

function writtenOff(data: VdiCheck): Words | 'no' | 'unknown' {
  const count = Math.max(data.writeOffCount ?? 0, data.writeOffs.length);
  if (data.writtenOff !== true && count === 0) {
    return data.writtenOff === false || data.writeOffCount === 0 ? 'no' : 'unknown';
  }
  const [latest] = data.writeOffs;
  const letters = data.writeOffs.map(({ category }) => category?.trim().toUpperCase() ?? '');
  const letter = letters.toSorted((a, b) => severity(a) - severity(b))[0] ?? '';
  const words = categoryWords[letter];
  const category = letter === '' ? '' : `, category ${letter}${words === undefined ? '' : ` (${words})`}`;
  const times = count > 1 ? ` ${count} times, last` : '';
  const contradiction = data.writtenOff === false ? '; the same answer also says that it was not' : '';
  return {
    text: `An insurer wrote it off${times}${onDay(latest?.lossDate ?? latest?.enteredOn ?? null)}${category}${contradiction}`,
    phrase: letter === '' ? 'an insurance write-off' : `a category ${letter} write-off`,
    next:
      letter === 'A' || letter === 'B'
        ? `Do not buy it: a category ${letter} vehicle cannot be repaired and must not go back on the road`
        : 'Ask the seller for photographs of the damage and the repair invoices, and have the repair inspected before you pay',
  };
}

/** A before B before S before the rest: what may never drive again first. */
function severity(letter: string): number {
  const place = ['A', 'B', 'S', 'C', 'N', 'D'].indexOf(letter);
  return place === -1 ? 9 : place;
}

/** One source's yes or no, and what it calls itself. */
interface Voice {
  section: Section<unknown>;
  who: string;
  says: boolean | null;
  date: IsoDate | null;
}

/** Both packages of the vendor name these fields alike. */
function voices(
  record: VehicleRecord,
  vdi: Section<VdiCheck> | null,
  bySpecification: (data: Specification) => Pick<Voice, 'says' | 'date'>,
  byVdi: (data: VdiCheck) => Pick<Voice, 'says' | 'date'>,
): Voice[] {
  const { specification } = record;
  const nothing = { says: null, date: null };
  return [
    {
      section: specification,
      who: 'UK Vehicle Data’s vehicle record',
      ...(specification.state === 'found' ? bySpecification(specification.data) : nothing),
    },
    ...(vdi === null
      ? []
      : [{ section: vdi, who: 'the full check', ...(vdi.state === 'found' ? byVdi(vdi.data) : nothing) }]),
  ];
}

function without(all: readonly Voice[]): Exclude<CauseAnswer['state'], 'yes'> {
  if (all.some(({ says }) => says === false)) return 'no';
  return all.some(({ section }) => section.state === 'asking') ? 'asking' : 'unknown';
}

/** Who says yes where another says no; empty where they agree. */
function disagreement(yes: Voice, all: readonly Voice[]): string {
  const no = all.find(({ says }) => says === false);
  return no === undefined ? '' : `, says ${yes.who}; ${no.who} says that it is not`;
}

function scrapped(record: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const all = voices(
    record,
    vdi,
    (data) => ({ says: data.certificateOfDestruction === true ? true : data.scrapped, date: data.dateScrapped }),
    (data) => ({ says: data.certificateOfDestruction === true ? true : data.scrapped, date: data.scrapDate }),
  );
  const yes = all
    .filter(({ says }) => says === true)
    .toSorted((a, b) => Number(a.date === null) - Number(b.date === null))[0];
  if (yes === undefined) return without(all);
  const destroyed = [record.specification, ...(vdi === null ? [] : [vdi])].some(
    (section) => section.state === 'found' && section.data.certificateOfDestruction === true,
  );
  return {
    text: `It was scrapped${onDay(yes.date)}${destroyed ? ', with a certificate of destruction' : ''}${disagreement(yes, all)}`,
    phrase: 'a scrapping record',
    next: 'Do not buy it to drive; if it stands in front of you whole, ask DVLA which vehicle this plate belongs to',
    from: yes.section,
  };
}

/** No source has a field for it: a vehicle with a date of scrapping that is no longer marked as scrapped. */
function unscrapped(record: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const withdrawn = (scrappedNow: boolean | null, date: IsoDate | null) => ({
    says: scrappedNow === null ? null : !scrappedNow && date !== null,
    date,
  });
  const all = voices(
    record,
    vdi,
    (data) => withdrawn(data.scrapped, data.dateScrapped),
    (data) => withdrawn(data.scrapped, data.scrapDate),
  );
  // While one source has it as scrapped, that is the answer.
  if (typeof scrapped(record, vdi) !== 'string') return 'no';
  const yes = all.find(({ says }) => says === true);
  if (yes === undefined) return without(all);
  return {
    text: `It was recorded as scrapped${onDay(yes.date)} and is no longer marked so`,
    phrase: 'a scrapping record that was withdrawn',
    next: 'Ask the seller for DVLA’s letter about the scrapping record, and do not buy without it',
    from: yes.section,
  };
}

function identityInspection({ specification }: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const free = specification.state === 'found' ? (specification.data.identityInspections[0] ?? null) : null;
  const inVdiAnswer = vdi?.state === 'found' ? vdi.data : null;
  const bought = inVdiAnswer?.identityInspection ?? null;
  if (free !== null || bought !== null || inVdiAnswer?.identityInspected === true) {
    const date = free?.date ?? bought?.date ?? null;
    const result = free?.result ?? bought?.result ?? null;
    const passed = result === null ? '' : result === 'PASS' ? ' and passed' : ' and failed';
    const from = free !== null || vdi === null ? specification : vdi;
    const contradiction =
      free !== null && inVdiAnswer?.identityInspected === false ? '; the full check does not mention it' : '';
    return {
      text: `It had a vehicle identity check${onDay(date)}${passed}, which vehicles needed after a write-off${contradiction}`,
      phrase: 'a vehicle identity check',
      next: 'Compare the VIN on the car with its V5C, and ask the seller what damage the identity check followed',
      from,
    };
  }
  if (vdi === null) return specification.state === 'asking' ? 'asking' : 'locked';
  if (vdi.state === 'asking') return 'asking';
  return inVdiAnswer?.identityInspected === false ? 'no' : 'unknown';
}

function finance(data: VdiCheck): Words | 'no' | 'unknown' {
  const count = Math.max(data.financeCount ?? 0, data.finance.length);
  if (count === 0) return data.financeCount === null ? 'unknown' : 'no';
  const named = data.finance.slice(0, 2).map(agreement);
  const others = count - named.length;
  const all = [...named, ...(others > 0 && named.length > 0 ? [`${others} more`] : [])];
  return {
    text: `Money may be owed on it: ${counted(count, 'finance agreement')}${all.length === 0 ? '' : `, ${listed(all)}`}`,
    phrase: counted(count, 'finance agreement'),
    next: financeTask(data.finance, count),
  };
}

function agreement({ company, type, agreementDate }: FinanceAgreement): string {
  const kind = type?.trim()
    ? sentenceCase(type.trim()).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    : '';
  const lender = company?.trim() ?? '';
  const words = lender === '' ? kind : kind === '' ? lender : `${lender} (${kind})`;
  return `${words === '' ? 'one with an unnamed lender' : words}${since(agreementDate)}`;
}

function financeTask(agreements: readonly FinanceAgreement[], count: number): string {
  const lenders = agreements.slice(0, 2).flatMap(({ company, phone }) => {
    if (!company?.trim()) return [];
    return [phone?.trim() ? `${company.trim()} on ${phone.trim()}` : company.trim()];
  });
  const whom = lenders.length === 0 ? 'the lender' : listed([...new Set(lenders)]);
  const what = count === 1 ? 'whether its agreement is settled' : 'whether the agreements are settled';
  return `Before you pay, ring ${whom} and ask for it in writing ${what}`;
}

function exported(record: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const { licensing } = record;
  const recorded = voices(
    record,
    vdi,
    (data) => ({ says: data.exported, date: data.dateExported }),
    (data) => ({ says: data.exported, date: data.exportDate }),
  );
  const words = {
    phrase: 'an export record',
    next: 'Ask the seller for a V5C that DVLA has issued since the export, and do not pay without it',
  };
  const yes = recorded.find(({ says }) => says === true);
  if (yes !== undefined) {
    return { ...words, text: `It was exported${onDay(yes.date)}${disagreement(yes, recorded)}`, from: yes.section };
  }
  if (licensing.state === 'found' && licensing.data.markedForExport === true) {
    return { ...words, text: 'DVLA has it marked for export', from: licensing };
  }
  const marked = licensing.state === 'found' ? licensing.data.markedForExport : null;
  return without([...recorded, { section: licensing, who: 'DVLA', says: marked, date: null }]);
}

function imported(record: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const all = voices(
    record,
    vdi,
    (data) => ({ says: data.importedFromOutsideEu === true ? true : data.imported, date: null }),
    (data) => ({ says: data.importedFromOutsideEu === true ? true : data.imported, date: data.importDate }),
  );
  const yes = all
    .filter(({ says }) => says === true)
    .toSorted((a, b) => Number(a.date === null) - Number(b.date === null))[0];
  if (yes === undefined) return without(all);
  const data = [record.specification, ...(vdi === null ? [] : [vdi])].flatMap((section) =>
    section.state === 'found' ? [section.data] : [],
  );
  const outside = data.some(({ importedFromOutsideEu }) => importedFromOutsideEu === true)
    ? ' from outside the EU'
    : '';
  const used = vdi?.state === 'found' && vdi.data.usedBeforeImport === true ? ', used before' : '';
  return {
    text: `It was imported${outside}${onDay(yes.date)}${used}${disagreement(yes, all)}`,
    phrase: 'an import record',
    next: 'Ask the seller for the import papers and its history abroad, and get an insurance quote for it before you pay',
    from: yes.section,
  };
}

function mileage({ testing }: VehicleRecord, vdi: Section<VdiCheck> | null): Answer {
  const anomaly = vdi?.state === 'found' ? vdi.data.mileageAnomaly : null;
  const timeline = testing.state === 'found' ? mileageTimeline(testing.data.tests, firstUsed(testing.data)) : null;
  if (timeline?.confidence === 'inconsistent') {
    const { points } = timeline;
    return { ...lowerReading(points), from: testing };
  }
  if (anomaly === true && vdi !== null) {
    const others = timeline?.confidence === 'consistent' ? '; the MOT readings agree with each other' : '';
    return {
      text: `The full check marks its mileage as an anomaly${others}`,
      phrase: 'a mileage anomaly',
      next: 'Ask the seller for service invoices that show its mileage over the years',
      from: vdi,
    };
  }
  if (timeline !== null || anomaly === false) return 'no';
  if (testing.state === 'asking' || vdi?.state === 'asking') return 'asking';
  return 'unknown';
}

function lowerReading(points: readonly MileagePoint[]): Words {
  const drops = points.flatMap((point, index) =>
    point.flag === 'drop' && point.change !== null ? [{ point, index, change: point.change }] : [],
  );
  const goesBack = 'mileage that goes back';
  const largest = drops.toSorted((a, b) => a.change - b.change)[0];
  if (largest === undefined) {
    return {
      text: 'Its recorded mileage goes back',
      phrase: goesBack,
      next: 'Ask the seller for service invoices that show its mileage',
    };
  }
  const { point, index, change } = largest;
  const before = points.slice(0, index).findLast(({ miles }) => miles === point.miles - change);
  const than = before === undefined ? 'than before' : `than ${span(before.day, point.day)} before`;
  const readings = `${grouped(point.miles - change)}, then ${grouped(point.miles)}`;
  const more = drops.length > 1 ? `, one of ${drops.length} such readings` : '';
  return {
    text: `On ${formatDate(point.day)} its mileage was ${grouped(-change)} miles lower ${than} (${readings})${more}`,
    phrase: `${goesBack} by ${counted(-change, 'mile')}`,
    next: `Ask the seller for service invoices that show its mileage ${before === undefined ? 'before' : `between ${formatDate(before.day)} and`} ${formatDate(point.day)}`,
  };
}

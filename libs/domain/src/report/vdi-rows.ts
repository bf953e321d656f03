import { motState, type MotState } from '../mot/mot-state.ts';
import { recordTax, type RecordTax } from '../tax/record-tax.ts';
import { formatDate } from '../time/format-date.ts';
import { keeperHistory } from '../full-check/keeper-history.ts';
import { plateHistory } from '../full-check/plate-history.ts';
import { recallTask } from '../full-check/recall-task.ts';
import { dated } from '../full-check/register-values.ts';
import { type Datum, missing } from './datum.ts';
import type { FullCheck } from './full-check.ts';
import { saying, type Saying, saysTwice } from './sayings.ts';
import type { IsoDate, Section, VehicleRecord } from './vehicle-record.ts';

export type Tone = 'pass' | 'warn' | 'fail' | 'unknown' | 'info';

export interface VdiRow extends Datum {
  label: FreeVdiLabel;
  tone: Tone;
  /** More about the value, a line each; who says what, where sources differ. */
  details: string[];
}

export type FreeVdiLabel =
  'Imported' | 'Exported' | 'Scrapped' | 'Safety Recalls' | 'Previous Keepers' | 'Plate Changes' | 'MOT' | 'Road Tax';

/**
 * The eight rows of the VDI Check Report that need no full check, in the specification's order (section 2). A full check
 * that was made adds its dates, and its disagreements.
 */
export function freeVdiRows(record: VehicleRecord, today: IsoDate, fullCheck: FullCheck | null = null): VdiRow[] {
  return [
    { label: 'Imported', ...marker(importMarks(record, fullCheck), 'warn') },
    { label: 'Exported', ...marker(exportMarks(record, fullCheck), 'warn', exportMarker(record)) },
    { label: 'Scrapped', ...marker(scrapMarks(record, fullCheck), 'fail') },
    { label: 'Safety Recalls', ...recalls(record) },
    { label: 'Previous Keepers', ...keepers(record, fullCheck, today) },
    { label: 'Plate Changes', ...plates(record, fullCheck) },
    { label: 'MOT', ...motRow(record, today) },
    { label: 'Road Tax', ...taxRow(record, today) },
  ];
}

/** The tax card's words (specification, section 2); null when nothing is known. */
export function taxLabel({ state }: Pick<RecordTax, 'state'>): string | null {
  const labels = { valid: 'Taxed', 'due-soon': 'Tax Due Soon', expired: 'Tax Expired', sorn: 'SORN', unknown: null };
  return labels[state];
}

/** The MOT card's words; null when nothing is known. */
export function motLabel({ state, basis }: Pick<MotState, 'state' | 'basis'>): string | null {
  const isFirst = basis === 'first-test-due' || basis === 'computed';
  const labels = {
    valid: 'MOT Valid',
    'due-soon': isFirst ? 'First MOT Due Soon' : 'MOT Due Soon',
    expired: isFirst ? 'First MOT Overdue' : 'MOT Expired',
    'not-due': 'Not Yet Due',
    exempt: 'May Be Exempt',
    unknown: null,
  };
  return labels[state];
}

/** The tone of a tax or MOT state. */
export function stateTone(state: RecordTax['state'] | MotState['state']): Tone {
  const tones = {
    valid: 'pass',
    'not-due': 'pass',
    'due-soon': 'warn',
    expired: 'fail',
    sorn: 'info',
    exempt: 'info',
    unknown: 'unknown',
  } as const;
  return tones[state];
}

interface Mark {
  yes: boolean;
  /** When and from where, as far as it is recorded. */
  details: (string | null)[];
}

type Row = Omit<VdiRow, 'label'>;

function mark(yes: boolean | null, ...details: (string | null)[]): Mark | null {
  return yes === null ? null : { yes, details };
}

function importMarks(record: VehicleRecord, fullCheck: FullCheck | null): Saying<Mark>[] {
  const outside = (flag: boolean | null) => (flag === true ? 'from outside the EU' : null);
  return saysTwice(
    record,
    fullCheck,
    ({ imported, importedFromOutsideEu }) =>
      mark(importedFromOutsideEu === true || imported, outside(importedFromOutsideEu)),
    ({ imported, importedFromOutsideEu, importDate, usedBeforeImport }) =>
      mark(
        importedFromOutsideEu === true || imported,
        outside(importedFromOutsideEu),
        dated(importDate),
        usedBeforeImport === true ? 'used abroad before' : null,
      ),
  );
}

function exportMarks(record: VehicleRecord, fullCheck: FullCheck | null): Saying<Mark>[] {
  return saysTwice(
    record,
    fullCheck,
    (data) => mark(data.exported, dated(data.dateExported)),
    (data) => mark(data.exported, dated(data.exportDate)),
  );
}

/** DVLA's marker is set for an export to come: none does not deny one that was recorded. */
function exportMarker({ licensing }: VehicleRecord): Saying<Mark> {
  return saying(licensing, (data) => mark(data.markedForExport, 'marked for export'));
}

/** A certificate of destruction says that it was scrapped, whatever the marker says. */
function scrapMarks(record: VehicleRecord, fullCheck: FullCheck | null): Saying<Mark>[] {
  const certificate = (flag: boolean | null) => (flag === true ? 'certificate of destruction issued' : null);
  return saysTwice(
    record,
    fullCheck,
    ({ scrapped, dateScrapped, certificateOfDestruction: flag }) =>
      mark(flag === true || scrapped, dated(dateScrapped), certificate(flag)),
    ({ scrapped, scrapDate, certificateOfDestruction: flag }) =>
      mark(flag === true || scrapped, dated(scrapDate), certificate(flag)),
  );
}

/**
 * A yes from any source is a yes, with all that the others know of it; a no does not need confirmation. `besides` counts
 * where none of the others says yes, and contradicts none.
 */
function marker(
  sayings: readonly Saying<Mark>[],
  toneOfYes: 'warn' | 'fail',
  besides: Saying<Mark> | null = null,
): Row {
  const all = besides === null ? sayings : [...sayings, besides];
  const said = all.flatMap(({ value, ...by }) => (value === null ? [] : [{ ...by, ...value }]));
  const compared = said.filter(({ section }) => section !== besides?.section);
  const recorded = compared.filter(({ yes }) => yes);
  const yeses = recorded.length > 0 ? recorded : said.filter(({ yes }) => yes);
  const first = yeses[0] ?? said[0];
  if (first === undefined) return unknown(all.map(({ section }) => section));
  const { source, at } = first.section;
  if (yeses.length === 0) return { value: 'No', tone: 'pass', source, at, why: null, details: [] };
  const known = new Set(yeses.flatMap(({ details }) => details.filter((detail) => detail !== null)));
  const isDisputed = recorded.length > 0 && recorded.length < compared.length;
  return {
    value: known.size === 0 ? 'Yes' : `Yes — ${[...known].join(', ')}`,
    tone: toneOfYes,
    source,
    at,
    why: null,
    details: isDisputed ? compared.map(({ who, yes }) => `${who} says ${yes ? 'Yes' : 'No'}.`) : [],
  };
}

function unknown(sections: readonly Section<unknown>[]): Row {
  return { ...missing(sections), tone: 'unknown', details: [] };
}

function recalls(record: VehicleRecord): Row {
  const { state, source, at, why } = recallTask(record);
  if (state === 'outstanding') return { value: 'Yes — outstanding', tone: 'fail', source, at, why, details: [] };
  if (state === 'none') return { value: 'No', tone: 'pass', source, at, why, details: [] };
  if (record.testing.state !== 'found') return unknown([record.testing]);
  return { value: null, tone: 'unknown', source, at, why, details: [] };
}

function keepers(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): Row {
  const { previousKeepers, changes, disagreement, ...by } = keeperHistory(record, fullCheck, today);
  const latest = changes.find(({ number, since }) => since !== null && number !== 1);
  return counted(previousKeepers, by, [latest?.words ?? null, disagreement]);
}

function plates(record: VehicleRecord, fullCheck: FullCheck | null): Row {
  const { count, changes, disagreement, ...by } = plateHistory(record, fullCheck);
  return counted(count, by, [...changes.map(({ words }) => words), disagreement]);
}

/** Zero is an answer: 0 keepers or plates is shown as 0. */
function counted(count: number | null, by: Omit<Datum, 'value'>, details: readonly (string | null)[]): Row {
  const { source, at, why, asking } = by;
  return {
    value: count === null ? null : String(count),
    tone: count === null ? 'unknown' : 'info',
    source,
    at,
    why,
    ...(asking === undefined ? {} : { asking }),
    details: details.filter((line) => line !== null),
  };
}

function motRow(record: VehicleRecord, today: IsoDate): Row {
  const mot = motState(record, today);
  const tone = stateTone(mot.state);
  const label = motLabel(mot);
  if (label === null) return unknown([record.testing, record.licensing]);
  return { value: withDate(label, mot), tone, source: mot.source, at: mot.at, why: null, details: [] };
}

function taxRow(record: VehicleRecord, today: IsoDate): Row {
  const tax = recordTax(record, today);
  const tone = stateTone(tax.state);
  const label = taxLabel(tax);
  if (label === null) return unknown([record.licensing, record.specification]);
  const value = tax.state === 'sorn' ? label : withDate(label, { ...tax, expiryDate: tax.dueDate });
  return { value, tone, source: tax.source, at: tax.at, why: null, details: [] };
}

/** `MOT Valid — until 3 March 2027`; a past date of something still valid is left out as meaningless. */
function withDate(label: string, { state, expiryDate }: { state: string; expiryDate: IsoDate | null }): string {
  if (expiryDate === null) return label;
  const words: Record<string, string> = { valid: 'until', expired: 'on', 'due-soon': 'by', 'not-due': 'due by' };
  const word = words[state];
  return word === undefined ? label : `${label} — ${word} ${formatDate(expiryDate)}`;
}

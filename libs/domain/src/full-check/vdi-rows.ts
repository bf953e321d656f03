import { motState } from '../vehicle/mot/mot-state.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { keeperHistory } from './keeper-history.ts';
import { plateHistory } from './plate-history.ts';
import { recallNextStep } from './recall-next-step.ts';
import { formatDateOrNull } from './register-values.ts';
import type { CorrectableSection } from '../membership/who-can-correct.ts';
import { type SourcedDatum, missingSourcedDatum } from '../vehicle/record/datum.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import {
  plannedExportMarker,
  exportMarkers,
  importMarkers,
  type RegisterMarker,
  scrapMarkers,
  withdrawnScrapMarkers,
} from '../vehicle/record/register-marks.ts';
import type { SourcedValue } from '../vehicle/record/sourced-values.ts';
import { motStateLabel, taxOrMotStateTone, taxStateLabel, type DatumTone } from '../vehicle/facts/state-labels.ts';
import type { RecordSection, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

export interface FreeVdiRow extends SourcedDatum {
  label: FreeVdiLabel;
  /** Its subject, which determines who can correct it. */
  section: CorrectableSection;
  tone: DatumTone;
  /** Further lines about the value, such as the sources' differing values. */
  details: string[];
}

export type FreeVdiLabel =
  'Imported' | 'Exported' | 'Scrapped' | 'Safety Recalls' | 'Previous Keepers' | 'Plate Changes' | 'MOT' | 'Road Tax';

/**
 * The eight rows of the VDI Check Report that need no full check, in the specification's order (section 2). A full
 * check adds its dates and disagreements.
 */
export function freeVdiRows(input: ReportInput): FreeVdiRow[] {
  const { record, fullCheck, today } = input;
  return [
    { label: 'Imported', section: 'history', ...marker(importMarkers(record, fullCheck), 'warn') },
    { label: 'Exported', section: 'history', ...exports(record, fullCheck) },
    { label: 'Scrapped', section: 'history', ...scrapping(record, fullCheck) },
    { label: 'Safety Recalls', section: 'recall', ...recalls(record) },
    { label: 'Previous Keepers', section: 'history', ...keepers(input) },
    { label: 'Plate Changes', section: 'history', ...plates(record, fullCheck) },
    { label: 'MOT', section: 'mot', ...motRow(record, today) },
    { label: 'Road Tax', section: 'tax', ...taxRow(record, today) },
  ];
}

type Row = Omit<FreeVdiRow, 'label' | 'section'>;

/** The export row. If no register has an export, DVLA's marker may announce one. */
function exports(record: VehicleRecord, fullCheck: FullCheck | null): Row {
  const recorded = exportMarkers(record, fullCheck);
  const { section, value } = plannedExportMarker(record);
  if (recorded.every((entry) => entry.value?.yes !== true)) {
    if (value?.yes === true) {
      const { source, at } = section;
      return { value: 'Yes — marked for export', tone: 'warn', source, at, why: null, details: [] };
    }
    // A vehicle without a marker may have been exported long ago.
    const isSilent = recorded.every((entry) => entry.value === null);
    if (isSilent && value !== null) {
      return { ...unknown(recorded.map((entry) => entry.section)), details: ['DVLA has no export marker.'] };
    }
  }
  return marker(recorded, 'warn');
}

function scrapping(record: VehicleRecord, fullCheck: FullCheck | null): Row {
  const marks = scrapMarkers(record, fullCheck);
  const withdrawn = withdrawnScrapMarkers(record, fullCheck).find(({ value }) => value?.yes === true);
  if (withdrawn === undefined || marks.some(({ value }) => value?.yes === true)) return marker(marks, 'fail');
  const { source, at } = withdrawn.section;
  const day = formatDateOrNull(withdrawn.value?.date ?? null);
  const value = day === null ? 'Withdrawn' : `Withdrawn — recorded on ${day}`;
  return { value, tone: 'fail', source, at, why: null, details: ['It is no longer marked as scrapped.'] };
}

/** A yes from any source is a yes, with all details of the others; a no needs no confirmation. */
function marker(values: readonly SourcedValue<RegisterMarker>[], toneOfYes: 'warn' | 'fail'): Row {
  const present = values.flatMap(({ value, ...by }) => (value === null ? [] : [{ ...by, ...value }]));
  const yeses = present.filter(({ yes }) => yes);
  const first = yeses[0] ?? present[0];
  if (first === undefined) return unknown(values.map(({ section }) => section));
  const { source, at } = first.section;
  if (yeses.length === 0) return { value: 'No', tone: 'pass', source, at, why: null, details: [] };
  const known = new Set(
    yeses.flatMap(({ date, notes }) => [formatDateOrNull(date), ...notes].filter((detail) => detail !== null)),
  );
  return {
    value: known.size === 0 ? 'Yes' : `Yes — ${[...known].join(', ')}`,
    tone: toneOfYes,
    source,
    at,
    why: null,
    details: yeses.length === present.length ? [] : present.map(({ who, yes }) => `${who} says ${yes ? 'Yes' : 'No'}.`),
  };
}

function unknown(sections: readonly RecordSection<unknown>[]): Row {
  return { ...missingSourcedDatum(sections), tone: 'unknown', details: [] };
}

function recalls(record: VehicleRecord): Row {
  const { state, source, at, why } = recallNextStep(record);
  if (state === 'outstanding') return { value: 'Yes — outstanding', tone: 'fail', source, at, why, details: [] };
  if (state === 'none') return { value: 'No', tone: 'pass', source, at, why, details: [] };
  if (record.testing.state !== 'found') return unknown([record.testing]);
  return { value: null, tone: 'unknown', source, at, why, details: [] };
}

function keepers(input: ReportInput): Row {
  const { previousKeepers, changes, disagreement, ...by } = keeperHistory(input);
  const latest = changes.find(({ number, since }) => since !== null && number !== 1);
  return counted(previousKeepers, by, [latest?.words ?? null, disagreement]);
}

function plates(record: VehicleRecord, fullCheck: FullCheck | null): Row {
  const { count, changes, disagreement, ...by } = plateHistory(record, fullCheck);
  return counted(count, by, [...changes.map(({ words }) => words), disagreement]);
}

/** Zero is a value: 0 keepers or plates is shown as 0. */
function counted(count: number | null, by: Omit<SourcedDatum, 'value'>, details: readonly (string | null)[]): Row {
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
  const tone = taxOrMotStateTone(mot.state);
  const label = motStateLabel(mot);
  if (label === null) return unknown([record.testing, record.licensing]);
  return { value: withDate(label, mot), tone, source: mot.source, at: mot.at, why: null, details: [] };
}

function taxRow(record: VehicleRecord, today: IsoDate): Row {
  const tax = taxOfRecord(record, today);
  const tone = taxOrMotStateTone(tax.state);
  const label = taxStateLabel(tax);
  if (label === null) return unknown([record.licensing, record.specification]);
  const value = tax.state === 'sorn' ? label : withDate(label, { ...tax, expiryDate: tax.dueDate });
  return { value, tone, source: tax.source, at: tax.at, why: null, details: [] };
}

/** `MOT Valid — until 3 March 2027`; a past date of a state that is still valid is left out as meaningless. */
function withDate(label: string, { state, expiryDate }: { state: string; expiryDate: IsoDate | null }): string {
  if (expiryDate === null) return label;
  const words: Record<string, string> = { valid: 'until', expired: 'on', 'due-soon': 'by', 'not-due': 'due by' };
  const word = words[state];
  return word === undefined ? label : `${label} — ${word} ${formatDate(expiryDate)}`;
}

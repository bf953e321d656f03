import { motState, type MotState } from '../mot/mot-state.ts';
import { recordTax, type RecordTax } from '../tax/record-tax.ts';
import { formatDate } from '../time/format-date.ts';
import { type Candidate, type Datum, firstOf, from, missing } from './datum.ts';
import { sourceLabel } from './source-words.ts';
import type { IsoDate, VehicleRecord } from './vehicle-record.ts';

export type Tone = 'pass' | 'warn' | 'fail' | 'unknown' | 'info';

export interface VdiRow extends Datum {
  label: FreeVdiLabel;
  tone: Tone;
}

export type FreeVdiLabel =
  'Imported' | 'Exported' | 'Scrapped' | 'Safety Recalls' | 'Previous Keepers' | 'Plate Changes' | 'MOT' | 'Road Tax';

/** The eight rows of the VDI Check Report that need no full check, in the specification's order (section 2). */
export function freeVdiRows(record: VehicleRecord, today: IsoDate): VdiRow[] {
  const { specification } = record;
  return [
    {
      label: 'Imported',
      ...marker(
        [
          from(specification, ({ imported, importedFromOutsideEu }) =>
            importedFromOutsideEu === true ? { yes: true, detail: 'from outside the EU' } : answer(imported, null),
          ),
        ],
        'warn',
      ),
    },
    { label: 'Exported', ...marker(exportMarks(record), 'warn') },
    {
      label: 'Scrapped',
      ...marker([from(specification, (data) => answer(data.scrapped, data.dateScrapped))], 'fail'),
    },
    { label: 'Safety Recalls', ...recalls(record) },
    { label: 'Previous Keepers', ...count([from(specification, (data) => data.previousKeepers)]) },
    { label: 'Plate Changes', ...count([from(specification, (data) => data.plateChangeCount)]) },
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
  detail: string | null;
}

function answer(yes: boolean | null, date: IsoDate | null): Mark | null {
  return yes === null ? null : { yes, detail: date === null ? null : formatDate(date) };
}

/** A yes from either source is a yes; a no does not need confirmation. */
function exportMarks({ licensing, specification }: VehicleRecord): Candidate<Mark>[] {
  const recorded = from(specification, (data) => answer(data.exported, data.dateExported));
  const marked = from(licensing, (data) =>
    data.markedForExport === true ? { yes: true, detail: 'marked for export' } : answer(data.markedForExport, null),
  );
  return marked.value?.yes === true && recorded.value?.yes !== true ? [marked, recorded] : [recorded, marked];
}

function marker(candidates: Candidate<Mark>[], toneOfYes: 'warn' | 'fail'): Omit<VdiRow, 'label'> {
  const datum = firstOf(candidates, ({ yes, detail }) => {
    if (!yes) return 'No';
    return detail === null ? 'Yes' : `Yes — ${detail}`;
  });
  if (datum.value === null) return { ...datum, tone: 'unknown' };
  return { ...datum, tone: datum.value === 'No' ? 'pass' : toneOfYes };
}

function recalls({ testing }: VehicleRecord): Omit<VdiRow, 'label'> {
  if (testing.state !== 'found') {
    return { ...missing([testing]), tone: 'unknown' };
  }
  const provenance = { source: testing.source, at: testing.at, why: null };
  const unsaid = { value: null, tone: 'unknown', source: null, at: null } as const;
  switch (testing.data.hasOutstandingRecall) {
    case 'Yes':
      return { ...provenance, value: 'Yes — outstanding', tone: 'fail' };
    case 'No':
      return { ...provenance, value: 'No', tone: 'pass' };
    case 'Unknown':
      return { ...unsaid, why: `${sourceLabel(testing.source)}’s recall data says nothing about this vehicle.` };
    case 'Unavailable':
      return { ...unsaid, why: `${sourceLabel(testing.source)}’s recall service was not available.` };
  }
}

/** Zero is an answer: 0 keepers or plates is shown as 0. */
function count(candidates: Candidate<number>[]): Omit<VdiRow, 'label'> {
  const datum = firstOf(candidates, String);
  return { ...datum, tone: datum.value === null ? 'unknown' : 'info' };
}

function motRow(record: VehicleRecord, today: IsoDate): Omit<VdiRow, 'label'> {
  const mot = motState(record, today);
  const tone = stateTone(mot.state);
  const label = motLabel(mot);
  if (label === null) {
    return { ...missing([record.testing, record.licensing]), tone };
  }
  return { value: withDate(label, mot), tone, source: mot.source, at: mot.at, why: null };
}

function taxRow(record: VehicleRecord, today: IsoDate): Omit<VdiRow, 'label'> {
  const tax = recordTax(record, today);
  const tone = stateTone(tax.state);
  const label = taxLabel(tax);
  if (label === null) return { ...missing([record.licensing, record.specification]), tone };
  const value = tax.state === 'sorn' ? label : withDate(label, { ...tax, expiryDate: tax.dueDate });
  return { value, tone, source: tax.source, at: tax.at, why: null };
}

/** `MOT Valid — until 3 March 2027`; a past date of something still valid is left out as meaningless. */
function withDate(label: string, { state, expiryDate }: { state: string; expiryDate: IsoDate | null }): string {
  if (expiryDate === null) return label;
  const words: Record<string, string> = { valid: 'until', expired: 'on', 'due-soon': 'by', 'not-due': 'due by' };
  const word = words[state];
  return word === undefined ? label : `${label} — ${word} ${formatDate(expiryDate)}`;
}

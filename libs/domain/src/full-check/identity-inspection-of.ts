import type { FullCheck } from '../vehicle/record/full-check.ts';
import { missingReasonText } from '../vehicle/record/source-messages.ts';
import { recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import type { IdentityInspection, SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../kernel/time/iso-date.ts';
import { type SourceReference, lawAndTradeReferences } from '../vehicle/record/source-reference.ts';
import { formatDateOrNull } from './register-values.ts';
import { valueIfAgreeing, mergeChanges } from './merge-changes.ts';

/** A vehicle identity check (VIC): found if one was made, with any result. */
export interface IdentityInspectionFinding {
  state: 'found' | 'none' | 'unknown';
  /** Newest first: `Passed on 3 March 2012`. */
  inspections: string[];
  meaning: string;
  references: SourceReference[];
  source: SourceName | null;
  at: IsoInstant | null;
  why: string | null;
}

const meaning =
  'From 2003 to 2015, a car written off in category A, B or C needed this check before DVLA gave it a new log book. It compared the car with its record; it did not look at the repair.';

/** The identity inspections of a vehicle; `clear` only if the full check reports that there was none. */
export function identityInspectionOf(record: VehicleRecord, fullCheck: FullCheck | null): IdentityInspectionFinding {
  const markers = recordAndCheckValues(
    { record, fullCheck },
    (data) => (data.identityInspections.length === 0 ? null : data.identityInspections),
    ({ identityInspected, identityInspection: inspection }) => {
      if (inspection !== null) return [inspection];
      if (identityInspected === null) return null;
      return identityInspected ? [{ date: null, result: null }] : [];
    },
  );
  const base = { meaning, references: [lawAndTradeReferences.identityCheck] };
  const best =
    markers.find(({ value }) => value !== null && value.length > 0) ?? markers.find(({ value }) => value !== null);
  if (best === undefined) {
    const why = missingReasonText(markers.map(({ section }) => section));
    return { ...base, state: 'unknown', inspections: [], source: null, at: null, why };
  }
  const [inRecord, inCheck] = markers.map(({ value }) => value ?? []);
  const inspections = mergeChanges(inRecord ?? [], inCheck ?? [], { join }).map(inspectionText);
  return {
    ...base,
    state: inspections.length === 0 ? 'none' : 'found',
    inspections,
    source: best.section.source,
    at: best.section.at,
    why: null,
  };
}

function join(a: IdentityInspection, b: IdentityInspection): IdentityInspection | null {
  const result = valueIfAgreeing(a.result, b.result);
  return result === undefined ? null : { date: a.date ?? b.date, result };
}

function inspectionText({ date, result }: IdentityInspection): string {
  const when = formatDateOrNull(date);
  const on = when === null ? ', date not recorded' : ` on ${when}`;
  if (result === null) return `Inspected${on}, result not recorded`;
  return `${result === 'PASS' ? 'Passed' : 'Failed'}${on}`;
}

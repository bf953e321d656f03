import { cleanAirChargesOf, cleanAirZonesDisclaimer } from '../../vehicle/clean-air/zones.ts';
import { type CostCertainty, costCertaintyLabels, costLabels } from '../../vehicle/costs/certainty.ts';
import { formatPounds } from '../../kernel/money/format-pounds.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import type { DatumTone } from '../../vehicle/facts/state-labels.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { expensiveCarSupplement } from '../../vehicle/ved/expensive-car-supplement.ts';
import { vehicleTax } from '../../vehicle/ved/vehicle-tax.ts';
import type { PdfFact } from './pdf-content.ts';
import { toPdfLine, sourceAttribution } from './pdf-text.ts';

/** The cost of tax, and the clean air zones; unknown values are listed with the reason. */
export interface PdfCosts {
  facts: PdfFact[];
  unknown: { label: string; value: null; why: string | null }[];
}

const marked = (certainty: CostCertainty): string => costCertaintyLabels[certainty].toLowerCase();

/** Tax a year with a remaining supplement, and the zones grouped by their meaning for the vehicle. */
export function pdfCosts({
  record,
  fullCheck,
  today,
  fit,
}: {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  today: IsoDate;
  fit: { text: number; line: number };
}): PdfCosts {
  const answers = [
    taxOf(record, today, fit),
    remainingSupplement(record, today, fit),
    zonesOf({ record, fullCheck, today, fit }),
  ];
  return {
    facts: answers.flatMap((answer) => (answer !== null && 'tone' in answer ? [answer] : [])),
    unknown: answers.flatMap((answer) => (answer !== null && 'why' in answer ? [answer] : [])),
  };
}

type Answer = PdfFact | PdfCosts['unknown'][number] | null;

function taxOf(record: VehicleRecord, today: IsoDate, fit: { text: number }): Answer {
  const { yearly, certainty, note, why, source, at } = vehicleTax(record, today);
  if (yearly === null) return { label: costLabels.yearlyTax, value: null, why };
  return {
    label: costLabels.yearlyTax,
    value: `${formatPounds(yearly)}${certainty === null ? '' : `, ${marked(certainty)}`}`,
    tone: 'info',
    details: note === null ? [] : [toPdfLine(note, fit.text)],
    by: sourceAttribution(source, at),
  };
}

function remainingSupplement(record: VehicleRecord, today: IsoDate, fit: { text: number; line: number }): Answer {
  const supplement = expensiveCarSupplement(record, today);
  if (supplement === null || supplement.state === 'not-due') return null;
  const { words, certainty, note, source, at } = supplement;
  return {
    label: costLabels.supplement,
    value: toPdfLine(`${words}, ${marked(certainty)}`, fit.line),
    tone: 'warn',
    details: [toPdfLine(note, fit.text)],
    by: sourceAttribution(source, at),
  };
}

function zonesOf({
  record,
  fullCheck,
  today,
  fit,
}: {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  today: IsoDate;
  fit: { text: number; line: number };
}): Answer {
  const { standard, zones } = cleanAirChargesOf({ record, fullCheck, today });
  const isJudged = zones.some(({ state }) => state !== 'unknown' && state !== 'not-cars');
  if (!isJudged) {
    return { label: costLabels.zones, value: null, why: zones.find(({ state }) => state === 'unknown')?.words ?? null };
  }
  const { meets, source, at } = standard;
  const words = standard.words.replace(/\.$/, standard.certainty === 'estimated' ? ' (estimated)' : '');
  const isChargedSomewhere = zones.some(({ state }) => state === 'charged' || state === 'not-allowed');
  const isFreeForSure = !isChargedSomewhere && standard.certainty === 'given';
  const tone: DatumTone = meets === null ? 'unknown' : !meets ? 'warn' : isFreeForSure ? 'pass' : 'info';
  const byMeaning = Map.groupBy(zones, ({ words }) => words);
  return {
    label: costLabels.zones,
    value: toPdfLine(words, fit.text),
    tone,
    details: [
      ...[...byMeaning].map(([meaning, group]) =>
        toPdfLine(
          `${group.map(({ name }) => name).join(', ')}: ${meaning === standard.words ? 'Not known.' : meaning}`,
          300,
        ),
      ),
      `${cleanAirZonesDisclaimer}.`,
    ],
    by: sourceAttribution(source, at),
  };
}

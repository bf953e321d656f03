import { hasMileageAnomalyMarker } from '../../full-check/findings.ts';
import { likelyMileageMethodLabel, likelyMileage, likelyMileageText } from '../../vehicle/mileage/likely-mileage.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import {
  mileageAnomalyLabel,
  mileageConsistencyText,
  mileageConsistencyTitles,
  mileageConsistencyTones,
  noMileageReadingsMessage,
  yearlyMileageText,
} from '../../vehicle/mileage/mileage-labels.ts';
import { formatMiles, anomalousReadings } from '../../vehicle/mileage/reading-labels.ts';
import { mileageOfRecord } from '../../vehicle/mileage/mileage-of-record.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { missingReasonText } from '../../vehicle/record/source-messages.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import type { PdfMileage } from './pdf-content.ts';
import { toPdfLine, sourceAttribution } from './pdf-text.ts';

const maxFlags = 4;
/** More than a car has tests; beyond it the oldest are left out of the chart. */
const maxReadings = 60;

/**
 * The odometer readings at MOT tests for the PDF: whether they agree, which are anomalous, the likely mileage, and the
 * points of the chart. When the full check marks the mileage, it is doubtful regardless of the readings.
 */
export function pdfMileage(record: VehicleRecord, fullCheck: FullCheck | null, fit: { text: number }): PdfMileage {
  const isMarked = hasMileageAnomalyMarker(fullCheck);
  const read = ofReadings(record, isMarked, fit);
  if (fullCheck === null || !isMarked) return read;
  const { source, at } = fullCheck.vdi;
  const isDoubted = read.tone === 'warn';
  return {
    ...read,
    title: isDoubted ? read.title : mileageAnomalyLabel.title,
    tone: 'warn',
    text: `${mileageAnomalyLabel.title} (${sourceAttribution(source, at) ?? 'full check'}). ${mileageAnomalyLabel.advice} ${read.text}`,
  };
}

function ofReadings(record: VehicleRecord, isMarked: boolean, fit: { text: number }): PdfMileage {
  const { testing } = record;
  const timeline = mileageOfRecord(record);
  const by = testing.state === 'found' ? sourceAttribution(testing.source, testing.at) : null;
  const none = { tone: 'unknown' as const, likely: null, flags: [], moreFlags: 0, readings: [], by };
  if (timeline === null) return { ...none, title: 'Mileage not known', text: missingReasonText([testing]) };
  const { points, confidence, milesPerYear } = timeline;
  const last = points.at(-1);
  if (last === undefined) {
    return { ...none, title: 'No reading yet', text: noMileageReadingsMessage };
  }
  // Newest first, so that the oldest are left out.
  const odd = anomalousReadings(timeline).toSorted((a, b) => b.day.localeCompare(a.day));
  const latest = `Last reading on ${formatDate(last.day)}: ${formatMiles(last.miles)}.`;
  const rate = milesPerYear === null ? [] : [yearlyMileageText(milesPerYear)];
  return {
    title: mileageConsistencyTitles[confidence],
    tone: mileageConsistencyTones[confidence],
    text: [latest, ...rate, mileageConsistencyText(timeline, isMarked)].join(' '),
    likely: likelyOf(timeline, fit),
    flags: odd.slice(0, maxFlags).map(({ words }) => words),
    moreFlags: Math.max(0, odd.length - maxFlags),
    readings: points.slice(-maxReadings).map(({ day, miles, flag }) => ({ day, miles, isFlagged: flag !== null })),
    by,
  };
}

function likelyOf(timeline: MileageTimeline, fit: { text: number }): PdfMileage['likely'] {
  const likely = likelyMileage(timeline);
  if (likely === null) return null;
  return { words: likelyMileageText(likely), how: toPdfLine(`${likelyMileageMethodLabel} ${likely.how}`, fit.text) };
}

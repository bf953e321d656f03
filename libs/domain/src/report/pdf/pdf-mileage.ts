import { isMileageMarked } from '../../full-check/findings.ts';
import { likelyHow, likelyMileage, likelyWords } from '../../vehicle/mileage/likely-mileage.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import {
  markedMileage,
  mileageText,
  mileageTitles,
  mileageTones,
  noReadings,
  yearlyWords,
} from '../../vehicle/mileage/mileage-words.ts';
import { milesText, oddReadings } from '../../vehicle/mileage/reading-words.ts';
import { recordMileage } from '../../vehicle/mileage/record-mileage.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { missingBecause } from '../../vehicle/record/source-words.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import type { PdfMileage } from './pdf-content.ts';
import { pdfText, saidBy } from './pdf-text.ts';

const mostFlags = 4;
/** More than a car has tests; beyond it the oldest are left out of the drawing. */
const mostReadings = 60;

/**
 * The odometer's readings at tests: how far they agree, which are odd, what it has probably covered, and all of them to be
 * drawn. A mileage that the full check marks is in doubt, whatever they say.
 */
export function pdfMileage(record: VehicleRecord, fullCheck: FullCheck | null, fit: { text: number }): PdfMileage {
  const isMarked = isMileageMarked(fullCheck);
  const read = ofReadings(record, isMarked, fit);
  if (fullCheck === null || !isMarked) return read;
  const { source, at } = fullCheck.vdi;
  const isDoubted = read.tone === 'warn';
  return {
    ...read,
    title: isDoubted ? read.title : markedMileage.title,
    tone: 'warn',
    text: `${markedMileage.title} (${saidBy(source, at) ?? 'full check'}). ${markedMileage.advice} ${read.text}`,
  };
}

function ofReadings(record: VehicleRecord, isMarked: boolean, fit: { text: number }): PdfMileage {
  const { testing } = record;
  const timeline = recordMileage(record);
  const by = testing.state === 'found' ? saidBy(testing.source, testing.at) : null;
  const none = { tone: 'unknown' as const, likely: null, flags: [], moreFlags: 0, readings: [], by };
  if (timeline === null) return { ...none, title: 'Mileage not known', text: missingBecause([testing]) };
  const { points, confidence, milesPerYear } = timeline;
  const last = points.at(-1);
  if (last === undefined) {
    return { ...none, title: 'No reading yet', text: noReadings };
  }
  // Newest first: what is left out is the oldest.
  const odd = oddReadings(timeline).toSorted((a, b) => b.day.localeCompare(a.day));
  const latest = `Last read on ${formatDate(last.day)}: ${milesText(last.miles)}.`;
  const rate = milesPerYear === null ? [] : [yearlyWords(milesPerYear)];
  return {
    title: mileageTitles[confidence],
    tone: mileageTones[confidence],
    text: [latest, ...rate, mileageText(timeline, isMarked)].join(' '),
    likely: likelyOf(timeline, fit),
    flags: odd.slice(0, mostFlags).map(({ words }) => words),
    moreFlags: Math.max(0, odd.length - mostFlags),
    readings: points.slice(-mostReadings).map(({ day, miles, flag }) => ({ day, miles, isFlagged: flag !== null })),
    by,
  };
}

function likelyOf(timeline: MileageTimeline, fit: { text: number }): PdfMileage['likely'] {
  const likely = likelyMileage(timeline);
  if (likely === null) return null;
  return { words: likelyWords(likely), how: pdfText(`${likelyHow} ${likely.how}`, fit.text) };
}

import { isMileageMarked } from '../full-check/findings.ts';
import type { MileageFlag } from '../mileage/judge-reading.ts';
import type { MileagePoint, MileageTimeline } from '../mileage/mileage-timeline.ts';
import { mileageText, mileageTitles } from '../mileage/mileage-words.ts';
import { recordMileage } from '../mileage/record-mileage.ts';
import { grouped } from '../report/datum.ts';
import type { FullCheck } from '../report/full-check.ts';
import { missingBecause } from '../report/source-words.ts';
import type { Tone } from '../report/state-labels.ts';
import type { VehicleRecord } from '../report/vehicle-record.ts';
import { formatDate } from '../time/format-date.ts';
import type { PaperMileage } from './paper.ts';
import { saidBy } from './paper-text.ts';

const mostFlags = 4;
/** More than a car has tests; beyond it the oldest are left out of the drawing. */
const mostReadings = 60;

type Confidence = MileageTimeline['confidence'];

const tones: Record<Confidence, Tone> = {
  consistent: 'pass',
  unclear: 'info',
  inconsistent: 'warn',
  'too-few': 'unknown',
};

const flags: Record<MileageFlag, string> = {
  drop: 'lower than an earlier reading',
  jump: 'more than 60,000 miles a year',
  'entry-error': 'probably a typing mistake',
  'unit-mix-up': 'possibly kilometres and miles swapped',
  corrected: 'corrected at the retest',
  'roll-over': 'probably past 99,999 on a five-digit odometer',
};

/**
 * The odometer's readings at tests: how far they agree, which are odd, and all of them to be drawn. A mileage that the full
 * check marks is in doubt, whatever they say.
 */
export function paperMileage(record: VehicleRecord, fullCheck: FullCheck | null): PaperMileage {
  const isMarked = isMileageMarked(fullCheck);
  const read = ofReadings(record, isMarked);
  if (fullCheck === null || !isMarked) return read;
  const { source, at } = fullCheck.vdi;
  const isDoubted = read.tone === 'warn';
  return {
    ...read,
    title: isDoubted ? read.title : 'Its mileage is marked as an anomaly',
    tone: 'warn',
    text: `The full check marks its mileage as an anomaly (${saidBy(source, at) ?? 'full check'}): ask for service invoices that show it over the years. ${read.text}`,
  };
}

function ofReadings(record: VehicleRecord, isMarked: boolean): PaperMileage {
  const { testing } = record;
  const timeline = recordMileage(record);
  const by = testing.state === 'found' ? saidBy(testing.source, testing.at) : null;
  const none = { tone: 'unknown' as const, flags: [], moreFlags: 0, readings: [], by };
  if (timeline === null) return { ...none, title: 'Mileage not known', text: missingBecause([testing]) };
  const { points, confidence, milesPerYear } = timeline;
  const last = points.at(-1);
  if (last === undefined) {
    return { ...none, title: 'No reading yet', text: 'No MOT test with a mileage reading is on record.' };
  }
  const odd = points.filter(({ flag }) => flag !== null).toReversed();
  const latest = `Last read on ${formatDate(last.day)}: ${grouped(last.miles)} miles.`;
  const rate = milesPerYear === null ? [] : [`About ${grouped(Math.round(milesPerYear / 100) * 100)} miles a year.`];
  return {
    title: mileageTitles[confidence],
    tone: tones[confidence],
    text: [latest, ...rate, mileageText(timeline, isMarked)].join(' '),
    flags: odd.slice(0, mostFlags).map(oddWords),
    moreFlags: Math.max(0, odd.length - mostFlags),
    readings: points.slice(-mostReadings).map(({ day, miles, flag }) => ({ day, miles, isFlagged: flag !== null })),
    by,
  };
}

function oddWords({ day, miles, flag, recorded }: MileagePoint): string {
  const kilometres = recorded.unit === 'KM' ? `, recorded as ${grouped(recorded.value)} km` : '';
  return `${formatDate(day)}: ${grouped(miles)} miles${flag === null ? '' : `, ${flags[flag]}`}${kilometres}.`;
}

import { formatThousands } from '../../kernel/text/phrases.ts';
import type { DatumTone } from '../facts/state-labels.ts';
import type { MileageTimeline } from './mileage-timeline.ts';
import { couldMistypeExplainMileageBreak } from './single-mistype.ts';

/** The title for each consistency of the readings. */
export const mileageConsistencyTitles = {
  consistent: 'The readings are consistent',
  unclear: 'The readings are mostly consistent',
  inconsistent: 'The readings do not agree',
  'too-few': 'Too few readings to compare',
} as const satisfies Record<MileageTimeline['confidence'], string>;

/** For a mileage that the full check marks, regardless of the readings. */
export const mileageAnomalyLabel = {
  title: 'The full check marks its mileage as an anomaly',
  advice: 'Ask the seller for service invoices that show its mileage over the years.',
} as const;

/** The tone for each consistency of the readings. */
export const mileageConsistencyTones: Record<MileageTimeline['confidence'], DatumTone> = {
  consistent: 'pass',
  unclear: 'info',
  inconsistent: 'warn',
  'too-few': 'unknown',
};

/** For a history whose tests have no odometer reading. */
export const noMileageReadingsMessage = 'No MOT test with a mileage reading is on record.';

/**
 * `About 7,300 miles a year between its first and latest MOT tests.`: to the nearest hundred, as a yearly mileage is an
 * estimate.
 */
export const yearlyMileageText = (milesPerYear: number): string =>
  `About ${formatThousands(Math.round(milesPerYear / 100) * 100)} miles a year between its first and latest MOT tests.`;

const texts = {
  consistent: 'Each reading is in line with the ones before it. That supports the mileage; it does not prove it.',
  unclear:
    'At least one reading stands out, most likely because of how it was recorded. Compare it with the service book.',
  'too-few': 'Two or more MOT tests with a reading are needed.',
} as const;

const back =
  'At least one reading is more than 500 miles lower than an earlier one, and the later readings do not explain it.';

const agreeOnly = 'Each reading is in line with the ones before it, but the full check still marks the mileage.';

/**
 * The meaning of the readings, as sentences. They confirm no mileage that the full check marks as an anomaly
 * (`isMarked`).
 */
export function mileageConsistencyText(timeline: MileageTimeline, isMarked = false): string {
  const { confidence } = timeline;
  if (confidence === 'consistent' && isMarked) return agreeOnly;
  if (confidence !== 'inconsistent') return texts[confidence];
  return couldMistypeExplainMileageBreak(timeline)
    ? `${back} One mistyped reading or a replaced odometer may be the reason: ask for the certificates of those tests, the service book and any invoice. Without them, walk away.`
    : `${back} There can be an honest reason, such as a replaced odometer: ask for the invoice, or walk away.`;
}

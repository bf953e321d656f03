import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import { missingReasonText } from '../vehicle/record/source-messages.ts';
import type { SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../kernel/time/iso-date.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { londonDate } from '../kernel/time/london-date.ts';

/** The MOT tests after an insurer's loss, which show whether a repaired vehicle has been tested since. */
export interface MotTestsSinceLoss {
  /** `unknown`: the day of the loss or DVSA's tests are missing. */
  state: 'tested' | 'not-tested' | 'unknown';
  passed: number;
  failed: number;
  /** The day of the first pass after the loss. */
  firstPass: IsoDate | null;
  /** One sentence with its numbers. */
  words: string;
  source: SourceName | null;
  at: IsoInstant | null;
}

/**
 * Counts the tests after a loss. A test on the day of the loss may have been before it and does not count; nor does one
 * after `today`.
 */
export function motTestsSinceLoss(
  { testing }: VehicleRecord,
  lossDate: IsoDate | null,
  today: IsoDate,
): MotTestsSinceLoss {
  const nothing = { passed: 0, failed: 0, firstPass: null, source: null, at: null };
  if (lossDate === null) {
    return { state: 'unknown', ...nothing, words: 'The register does not say when the loss was.' };
  }
  if (testing.state !== 'found') return { state: 'unknown', ...nothing, words: missingReasonText([testing]) };
  const since = testing.data.tests
    .map(({ completedAt, result }) => ({ day: londonDate(new Date(completedAt)), result }))
    .filter(({ day }) => day > lossDate && day <= today);
  const passes = since.flatMap(({ day, result }) => (result === 'PASSED' ? [day] : [])).toSorted();
  const failed = since.length - passes.length;
  const answer = {
    passed: passes.length,
    failed,
    firstPass: passes[0] ?? null,
    source: testing.source,
    at: testing.at,
  };
  if (since.length === 0) {
    return { state: 'not-tested', ...answer, words: 'DVSA has no MOT test of it since the loss.' };
  }
  const tests = `${formatCountWithNoun(since.length, 'MOT test')} since the loss`;
  const results = `${passes.length} passed, ${failed} failed`;
  const first = passes[0] === undefined ? '' : `; it first passed on ${formatDate(passes[0])}`;
  return {
    state: 'tested',
    ...answer,
    words: `${tests}: ${results}${first}. An MOT test does not inspect the repair.`,
  };
}

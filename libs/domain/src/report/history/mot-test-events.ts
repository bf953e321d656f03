import { formatCountWithNoun, formatEnumeration } from '../../kernel/text/phrases.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import type { MotDefect, MotTest, VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { compareMotTestsByTime } from '../../vehicle/mot/compare-tests-by-time.ts';
import { londonDate } from '../../kernel/time/london-date.ts';
import type { SourcedHistoryEvent } from './history-event.ts';

/** The MOT tests, each once: some records list one twice. */
export function motTestEvents({ testing }: VehicleRecord): SourcedHistoryEvent[] {
  if (testing.state !== 'found') return [];
  const seen = new Set<string>();
  return testing.data.tests.toSorted(compareMotTestsByTime).flatMap((test): SourcedHistoryEvent[] => {
    const key = `${test.completedAt} ${test.result}${odometer(test)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      {
        kind: 'test',
        date: londonDate(new Date(test.completedAt)),
        title: `${test.result === 'PASSED' ? 'Passed' : 'Failed'} its MOT${odometer(test)}`,
        detail: noted(test.defects),
        level: test.result === 'PASSED' ? 'plain' : 'look',
        section: testing,
      },
    ];
  });
}

function odometer({ odometer: reading }: MotTest): string {
  if (reading === null) return '';
  return ` at ${formatThousands(reading.value)} ${reading.unit === 'KM' ? 'km' : 'miles'}`;
}

function noted(defects: readonly MotDefect[]): string | null {
  const isDangerous = ({ type, dangerous }: MotDefect) => dangerous || type === 'DANGEROUS';
  const dangerous = defects.filter(isDangerous).length;
  const defective = defects.filter((one) => !isDangerous(one) && (one.type === 'MAJOR' || one.type === 'FAIL')).length;
  const advised = defects.filter(
    (one) => !isDangerous(one) && (one.type === 'ADVISORY' || one.type === 'MINOR'),
  ).length;
  const parts = [
    ...(dangerous === 0 ? [] : [formatCountWithNoun(dangerous, 'dangerous defect')]),
    ...(defective === 0 ? [] : [formatCountWithNoun(defective, 'reason for failure', 'reasons for failure')]),
    ...(advised === 0 ? [] : [formatCountWithNoun(advised, 'advisory', 'advisories')]),
  ];
  return parts.length === 0 ? null : `${formatEnumeration(parts)}.`;
}

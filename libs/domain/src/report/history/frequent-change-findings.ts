import { frequentChangeCautions } from '../../verdict/decision-cautions.ts';
import {
  frequentKeeperChanges,
  type FrequentChanges,
  frequentPlateChanges,
} from '../../full-check/frequent-changes.ts';
import type { HistoryEvent, HistoryEventKind } from './history-event.ts';
import type { HistoryFinding } from './history-finding.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

const kinds = { keepers: 'keeper', plates: 'plate' } as const satisfies Record<string, HistoryEventKind>;

/**
 * Frequent changes of keeper and plate, with the messages of the verdict. If only their number is known, they refer to
 * the first registration and to the changes that have a day; to no event if there is neither.
 */
export function frequentChangeFindings(events: readonly HistoryEvent[], input: ReportInput): HistoryFinding[] {
  const { record, fullCheck } = input;
  const paces: Record<keyof typeof kinds, FrequentChanges | null> = {
    keepers: frequentKeeperChanges(input),
    plates: frequentPlateChanges(record, fullCheck),
  };
  return frequentChangeCautions(input).flatMap(({ id, text }): HistoryFinding[] => {
    if (id !== 'keepers' && id !== 'plates') return [];
    const { from = null, to = null } = paces[id] ?? {};
    const isWithin = ({ kind, date }: HistoryEvent) =>
      from === null || to === null
        ? kind === kinds[id] || kind === 'registration'
        : kind === kinds[id] && date >= from && date <= to;
    const rests = events.filter(isWithin).map((event) => event.id);
    return [{ kind: 'cluster', level: 'look', words: text.replace(/\.$/, ''), rests }];
  });
}

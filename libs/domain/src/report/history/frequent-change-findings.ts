import { frequentChangeCautions } from '../../verdict/decision-cautions.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import {
  frequentKeeperChanges,
  type FrequentChanges,
  frequentPlateChanges,
} from '../../full-check/frequent-changes.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { HistoryEvent, HistoryEventKind } from './history-event.ts';
import type { HistoryFinding } from './history-finding.ts';

const kinds = { keepers: 'keeper', plates: 'plate' } as const satisfies Record<string, HistoryEventKind>;

/**
 * Frequent changes of keeper and plate, with the messages of the verdict. If only their number is known, they refer to
 * the first registration and to the changes that have a day; to no event if there is neither.
 */
export function frequentChangeFindings(
  events: readonly HistoryEvent[],
  record: VehicleRecord,
  fullCheck: FullCheck | null,
  today: IsoDate,
): HistoryFinding[] {
  const paces: Record<keyof typeof kinds, FrequentChanges | null> = {
    keepers: frequentKeeperChanges(record, fullCheck, today),
    plates: frequentPlateChanges(record, fullCheck),
  };
  return frequentChangeCautions(record, fullCheck, today).flatMap(({ id, text }): HistoryFinding[] => {
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

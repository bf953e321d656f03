import type { RecallMatchCar } from '../../vehicle/recall/match-campaigns.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';

/** The numbers of the campaigns that may apply to the car, as of the last check. */
export interface LastKnownCampaigns {
  numbers: string[];
  /**
   * Make and model as matched, by which the checks that a changed list affects are found. Absent in rows of earlier
   * releases.
   */
  car?: RecallMatchCar;
}

/** Bounds the size of the stored state and of the message. */
const maxCampaigns = 50;

/**
 * Reports campaigns that are new since the last check, by number, as "may apply". The first check reports none: its
 * campaigns are shown on the dashboard. A campaign that was seen before is never new again.
 */
export function detectNewRecallCampaigns(
  before: LastKnownCampaigns | null,
  matching: readonly string[],
  car?: RecallMatchCar,
): MonitorComparisonResult<LastKnownCampaigns> {
  const numbers = [...new Set(matching)].slice(0, maxCampaigns);
  const of = car === undefined ? {} : { car };
  if (before === null) return { known: { numbers, ...of }, events: [] };
  const added = numbers.filter((number) => !before.numbers.includes(number));
  const known = { numbers: [...added, ...before.numbers].slice(0, 4 * maxCampaigns), ...of };
  return {
    known,
    events: added.length === 0 ? [] : [{ kind: 'recall', outstanding: 'may-apply', campaigns: added }],
  };
}

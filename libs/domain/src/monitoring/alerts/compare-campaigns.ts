import type { RecallableCar } from '../../vehicle/recall/match-campaigns.ts';
import type { Compared } from './comparison-result.ts';

/** The numbers of the campaigns that may apply to the car, as they were last seen. */
export interface KnownCampaigns {
  numbers: string[];
  /** As the car was matched: by it the looks are found that a changed list is about. Absent in rows of earlier releases. */
  car?: RecallableCar;
}

/** So that neither a state nor a message grows without bound. */
const most = 50;

/**
 * What is told of the campaigns that may apply: those that are new since the last look, by number, as "may apply". Of the
 * first look nothing is told: its campaigns stand on the dashboard. A campaign that was seen once is never new again.
 */
export function compareCampaigns(
  before: KnownCampaigns | null,
  matching: readonly string[],
  car?: RecallableCar,
): Compared<KnownCampaigns> {
  const numbers = [...new Set(matching)].slice(0, most);
  const of = car === undefined ? {} : { car };
  if (before === null) return { known: { numbers, ...of }, events: [] };
  const added = numbers.filter((number) => !before.numbers.includes(number));
  const known = { numbers: [...added, ...before.numbers].slice(0, 4 * most), ...of };
  return {
    known,
    events: added.length === 0 ? [] : [{ kind: 'recall', outstanding: 'may-apply', campaigns: added }],
  };
}

import type { VehicleRecord } from '../record/vehicle-record.ts';
import { type VehicleBuildDateRange, vehicleBuildDateRange } from './build-date-range.ts';
import { type RecallCampaign, type RecallCampaignRange, isVehicleRecallCampaign } from './campaign.ts';
import { canonicalMake, matchesCampaignModel } from './make-and-model.ts';

/** A car with the properties that campaigns are matched by. */
export interface RecallMatchCar {
  make: string;
  /** As each register writes it; at least one. */
  models: string[];
  built: VehicleBuildDateRange;
  /** All seventeen characters, or null: we only get the last five. */
  vin: string | null;
}

/**
 * The matching properties of a vehicle's record; null if make, model or age is unknown, so that nothing can be matched.
 */
export function recallMatchCarOf(record: VehicleRecord): RecallMatchCar | null {
  const { licensing, testing, specification } = record;
  const [tested, specified] = [testing, specification].map((section) =>
    section.state === 'found' ? section.data : null,
  );
  const make = tested?.make ?? specified?.make ?? (licensing.state === 'found' ? licensing.data.make : null);
  const models = [tested?.model, specified?.model].filter((model) => typeof model === 'string' && model !== '');
  const built = vehicleBuildDateRange(record);
  if (!make || models.length === 0 || built === null) return null;
  return { make: canonicalMake(make), models: models.map(String), built, vin: null };
}

const overlaps = ({ from, until }: RecallCampaignRange, built: VehicleBuildDateRange): boolean =>
  (from === null || from <= built.until) && (until === null || until >= built.from);

const isComplete = ({ from, until }: RecallCampaignRange): boolean => from?.length === 17 && until?.length === 17;

/** Whether a VIN is outside of all ranges, judged only by complete ranges of the same maker. */
function isExcluded(vin: string | null, ranges: readonly RecallCampaignRange[]): boolean {
  if (vin?.length !== 17 || ranges.length === 0 || !ranges.every(isComplete)) return false;
  // Ranges of another factory have another order and do not apply to this VIN.
  const sameMaker = ranges.every(({ from }) => from?.slice(0, 3) === vin.slice(0, 3));
  return sameMaker && !ranges.some(({ from, until }) => (from ?? '') <= vin && vin <= (until ?? ''));
}

/**
 * The campaigns that may apply to a car, latest first: for its make and model, for vehicles made when it may have been
 * made, and launched after that. Only the maker can confirm by the VIN that one applies; so a match is never a "must".
 */
export function matchRecallCampaigns<C extends RecallCampaign>(campaigns: readonly C[], car: RecallMatchCar): C[] {
  return campaigns
    .filter(
      (campaign) =>
        isVehicleRecallCampaign(campaign) &&
        canonicalMake(campaign.make) === car.make &&
        car.models.some((model) => matchesCampaignModel(campaign.model, model)) &&
        campaign.launchedOn >= car.built.from &&
        (campaign.builds.length === 0 || campaign.builds.some((range) => overlaps(range, car.built))) &&
        !isExcluded(car.vin, campaign.vins),
    )
    .toSorted((a, b) => b.launchedOn.localeCompare(a.launchedOn) || a.number.localeCompare(b.number));
}

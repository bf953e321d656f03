import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** From and until, both included; null: open at that end. */
export interface CampaignRange<T extends string = string> {
  from: T | null;
  until: T | null;
}

/** A recall campaign for one make and model. */
export interface Campaign {
  /** `R/2014/013` */
  number: string;
  make: string;
  /** As DVSA writes it: often several models in one text. */
  model: string;
  launchedOn: IsoDate;
  concern: string;
  defect: string;
  remedy: string;
  /** How many vehicles; null: not said. */
  affected: number | null;
  vins: CampaignRange[];
  /** Days of manufacture. */
  builds: CampaignRange<IsoDate>[];
}

/** Groups of recall numbers that are about vehicles; `RCOMP` and `RTW` are about parts and tyres. */
const vehicleGroups = ['R', 'RM', 'RCT', 'RPT', 'RSPV', 'RPC'];

/** Every group that DVSA uses. */
export const recallGroups = [...vehicleGroups, 'RCOMP', 'RTW'];

/** Whether a campaign is about vehicles, not about parts that may be on any. */
export const isOfVehicles = ({ number }: Pick<Campaign, 'number'>): boolean =>
  vehicleGroups.includes(number.split('/')[0] ?? '');

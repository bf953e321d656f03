import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The bounds of a range, inclusive; null: open at that end. */
export interface RecallCampaignRange<T extends string = string> {
  from: T | null;
  until: T | null;
}

/** A recall campaign for one make and model. */
export interface RecallCampaign {
  /** `R/2014/013` */
  number: string;
  make: string;
  /** As DVSA writes it: often several models in one text. */
  model: string;
  launchedOn: IsoDate;
  concern: string;
  defect: string;
  remedy: string;
  /** The number of vehicles; null: not given. */
  affected: number | null;
  vins: RecallCampaignRange[];
  builds: RecallCampaignRange<IsoDate>[];
}

/** Groups of recall numbers for vehicles; `RCOMP` and `RTW` are for parts and tyres. */
const vehicleGroups = ['R', 'RM', 'RCT', 'RPT', 'RSPV', 'RPC'];

/** Every group that DVSA uses. */
export const recallCampaignGroups = [...vehicleGroups, 'RCOMP', 'RTW'];

/** Whether a campaign is for vehicles rather than for parts of any vehicle. */
export const isVehicleRecallCampaign = ({ number }: Pick<RecallCampaign, 'number'>): boolean =>
  vehicleGroups.includes(number.split('/')[0] ?? '');

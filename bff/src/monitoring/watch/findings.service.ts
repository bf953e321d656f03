import { Inject, Injectable } from '@nestjs/common';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { listMonthlyValuations } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { findRecallCampaignsOfMake } from '@ve/data/vehicle/places/recall-campaign.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { freeMonitorCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { matchRecallCampaigns, recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';
import type { BffConfig } from '../../config.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { toMonitorFindings } from './findings.mapper.ts';

/** More than any car has. */
const maxCampaigns = 50;

@Injectable()
export class MonitorFindingsService {
  readonly #everyDays: Readonly<Record<MonitorAspect, number>>;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    this.#everyDays = {
      ...freeMonitorCheckIntervalDays,
      specification: config.WATCH_SPECIFICATION_DAYS,
      value: config.WATCH_VALUE_DAYS,
      finance: config.WATCH_FINANCE_DAYS,
    };
  }

  /** The findings about the user's car; without a car everything is unread. */
  async read({ em, now }: Context, userId: string): Promise<EndpointAnswerBody<typeof readWatchFindingsEndpoint>> {
    const subscription = await findSubscriptionOfUser(em, userId);
    const registration = subscription?.registration ?? null;
    const states = registration === null ? [] : await listMonitorCheckStates(em, userId, registration);
    const values = registration === null ? [] : await listMonthlyValuations(em, userId, registration);
    const campaigns = registration === null ? [] : await campaignsOf(em, registration);
    const watch = await findWatch(em, userId);
    return toMonitorFindings({
      states,
      values,
      campaigns,
      recallsReadAt: (await findFileImport(em, 'recalls'))?.fetchedAt ?? null,
      hasPlace: watch?.place != null,
      isTrial: membershipOf(subscription, now()).state === 'trial',
      everyDays: this.#everyDays,
    });
  }
}

/** The campaigns of DVSA's file that may apply to a car, by its stored record. */
async function campaignsOf(em: Context['em'], registration: string): Promise<RecallCampaign[]> {
  const held = await findVehicleRecord(em, registration);
  const car = held && recallMatchCarOf(held.record);
  if (!car) return [];
  return matchRecallCampaigns(await findRecallCampaignsOfMake(em, car.make), car).slice(0, maxCampaigns);
}

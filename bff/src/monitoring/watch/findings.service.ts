import { Inject, Injectable } from '@nestjs/common';
import { findCampaignsOfVehicle } from '@ve/app/vehicle/places/find-campaigns-of-vehicle';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import { listMonitorCheckStates } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { listMonthlyValuations } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { freeMonitorCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { BffConfig } from '../../config.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { toMonitorFindings } from './findings.mapper.ts';

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
    const campaigns = registration === null ? null : await findCampaignsOfVehicle(em, registration);
    const watch = await findWatch(em, userId);
    return toMonitorFindings({
      states,
      values,
      campaigns: campaigns ?? [],
      recallsReadAt: (await findFileImport(em, 'recalls'))?.fetchedAt ?? null,
      hasPlace: watch?.place != null,
      isTrial: membershipOf(subscription, now()).state === 'trial',
      everyDays: this.#everyDays,
    });
  }
}

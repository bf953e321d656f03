import { Global, Module, type FactoryProvider } from '@nestjs/common';
import { RecallCampaignsController } from './recall-campaigns/recall-campaigns.controller.ts';
import { VehicleDataController } from './vehicle-data/vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data/vehicle-data.service.ts';
import { TrackedVehicleFetches } from './vehicle-data/tracked-vehicle-fetches.ts';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import {
  VehicleFetchAdmission,
  unfinishedVehicleFetchLimitsOf,
  vehicleFetchRefusalReasons,
} from '@ve/app/vehicle/vehicle-fetch/fetch-admission';
import { VehicleFetchRequests } from '@ve/app/vehicle/vehicle-fetch/request-fetch';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import { BffDatabase } from '../platform/database.ts';
import { BffMetrics } from '../platform/metrics.ts';
import { CLOCK_TOKEN, CONFIG_TOKEN, LOGGER_TOKEN } from '../platform/injection-tokens.ts';
import type { PlatformDeps } from '../platform/platform.module.ts';

type Deps = [
  PlatformDeps['config'],
  PlatformDeps['clock'],
  PlatformDeps['logger'],
  BffMetrics,
  ClientAddressHasher,
  BffDatabase,
];

/** Limited by the configured rate of the slowest vendor; refusals are counted and logged. */
const fetchRequests: FactoryProvider<VehicleFetchRequests> = {
  provide: VehicleFetchRequests,
  inject: [CONFIG_TOKEN, CLOCK_TOKEN, LOGGER_TOKEN, BffMetrics, ClientAddressHasher, BffDatabase],
  useFactory: (...[config, clock, logger, metrics, addresses, { reader }]: Deps) => {
    const logOnce = createLogLimiter(clock);
    // From 0, so that the first refusal is an increase.
    for (const reason of vehicleFetchRefusalReasons) metrics.fetchRefusals.inc({ reason }, 0);
    const admission = new VehicleFetchAdmission({
      depth: unfinishedVehicleFetchLimitsOf(config.VEHICLE_FETCHES_PER_SECOND, config.VEHICLE_FETCH_SECONDS),
      addresses,
      onRefused: ({ reason, actor, live }) => {
        metrics.fetchRefusals.inc({ reason });
        const suppressed = logOnce(reason);
        if (suppressed !== null) {
          logger.warn(
            { event: 'vehicle_fetch_refused', reason, actor, live, suppressed },
            'A new vehicle fetch was refused.',
          );
        }
      },
    });
    return new VehicleFetchRequests(reader, admission);
  },
};

@Global()
@Module({
  controllers: [VehicleDataController, RecallCampaignsController],
  providers: [fetchRequests, TrackedVehicleFetches, VehicleDataService],
  exports: [VehicleDataService],
})
export class VehicleModule {}

import { Global, Module, type FactoryProvider } from '@nestjs/common';
import { VehicleDataController } from './vehicle-data/vehicle-data.controller.ts';
import { VehicleDataService } from './vehicle-data/vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-data/vehicle-fetches.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { FetchAdmission, liveFetchLimitsOf } from '@ve/app/vehicle/vehicle-fetch/fetch-admission';
import { FetchRequests } from '@ve/app/vehicle/vehicle-fetch/request-fetch';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import { Database } from '../platform/database.ts';
import { Metrics } from '../platform/metrics.ts';
import { CLOCK, CONFIG, LOGGER } from '../platform/injection-tokens.ts';
import type { Platform } from '../platform/platform.module.ts';

type Deps = [Platform['config'], Platform['clock'], Platform['logger'], Metrics, ClientAddresses, Database];

/** Limited by the configured rate of the slowest vendor; refusals are counted and logged. */
const fetchRequests: FactoryProvider<FetchRequests> = {
  provide: FetchRequests,
  inject: [CONFIG, CLOCK, LOGGER, Metrics, ClientAddresses, Database],
  useFactory: (...[config, clock, logger, metrics, addresses, { reader }]: Deps) => {
    const logOnce = createLogLimiter(clock);
    const admission = new FetchAdmission({
      depth: liveFetchLimitsOf(config.VEHICLE_FETCHES_PER_SECOND, config.VEHICLE_FETCH_SECONDS),
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
    return new FetchRequests(reader, admission);
  },
};

@Global()
@Module({
  controllers: [VehicleDataController],
  providers: [fetchRequests, VehicleFetches, VehicleDataService],
  exports: [VehicleDataService],
})
export class VehicleModule {}

import type { MikroORM } from '@mikro-orm/postgresql';
import { limitVendors } from '@ve/data/limit/limit-vendors';
import type { Clock } from '@ve/domain/time/clock';
import type { CallReport } from '@ve/providers/http/adapter-options';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import type { VehicleEnquiryPort } from '@ve/providers/vehicle-enquiry/vehicle-enquiry.port';
import type { SpecificationPort } from '@ve/providers/specification/specification.port';
import { createUkvdAdapter } from '@ve/providers/specification/ukvd.adapter';
import { createDvsaAdapter } from '@ve/providers/mot-history/dvsa.adapter';
import type { MotHistoryPort } from '@ve/providers/mot-history/mot-history.port';
import type { Logger } from '@ve/server-kit/log/logger';
import { createVendorWarnings } from '@ve/server-kit/vendors/vendor-warnings';
import { measureVendorCalls } from '@ve/server-kit/vendors/vendor-metrics';
import type { Registry } from 'prom-client';
import type { WorkersConfig } from './config.ts';
import { budgetsOf } from './vendor-budgets.ts';

/** The sources of vehicle data. */
export interface Sources {
  licensing: VehicleEnquiryPort;
  testing: MotHistoryPort;
  specification: SpecificationPort;
  close(): Promise<void>;
}

/** The vendors' adapters with metrics; failed calls are logged. */
export const connectSources = (
  config: WorkersConfig,
  { orm, registry, logger, now }: { orm: MikroORM; registry: Registry; logger: Logger; now: Clock },
): Sources => {
  const measure = measureVendorCalls(registry);
  const warn = createVendorWarnings(logger, now);
  const onCall = (report: CallReport): void => {
    measure(report);
    warn(report);
  };
  const limitVendor = limitVendors({ em: () => orm.em.fork(), now, budgets: budgetsOf(config) });
  const shared = { onCall, limitVendor };
  const dvla = createDvlaAdapter({ url: config.DVLA_URL, apiKey: config.DVLA_API_KEY, ...shared });
  const dvsa = createDvsaAdapter({
    url: config.DVSA_URL,
    tokenUrl: config.DVSA_TOKEN_URL,
    clientId: config.DVSA_CLIENT_ID,
    clientSecret: config.DVSA_CLIENT_SECRET,
    apiKey: config.DVSA_API_KEY,
    scope: config.DVSA_SCOPE,
    ...shared,
  });
  const ukvd = createUkvdAdapter({ url: config.UKVD_URL, apiKey: config.UKVD_API_KEY, ...shared });
  return {
    licensing: dvla,
    testing: dvsa,
    specification: ukvd,
    close: async () => {
      await Promise.all([dvla.close(), dvsa.close(), ukvd.close()]);
    },
  };
};

import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/time/clock';
import type { CallReport } from '@ve/providers/http/adapter-options';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import type { VehicleEnquiryPort } from '@ve/providers/vehicle-enquiry/vehicle-enquiry.port';
import type { SpecificationPort } from '@ve/providers/specification/specification.port';
import { createUkvdAdapter } from '@ve/providers/specification/ukvd.adapter';
import { createDvsaAdapter } from '@ve/providers/mot-history/dvsa.adapter';
import type { MotHistoryPort } from '@ve/providers/mot-history/mot-history.port';
import type { Logger } from '@ve/server-kit/log/logger';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { WorkersConfig } from './config.ts';
import { budgetsOf, limitVendors } from './limit-vendors.ts';
import { createVendorWarnings } from './vendor-warnings.ts';

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
  const measure = measureCalls(registry);
  const warn = createVendorWarnings(logger, now);
  const onCall = (report: CallReport): void => {
    measure(report);
    warn(report);
  };
  const limitVendor = limitVendors({ orm, now, budgets: budgetsOf(config) });
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

const measureCalls = (registry: Registry) => {
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'Questions put to each provider, by what came of them',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'provider_call_seconds',
    help: 'How long a provider takes to answer, retries included',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    registers: [registry],
  });
  const notes = new Counter({
    name: 'provider_undocumented_fields_total',
    help: 'Fields filled in a way that the provider does not document',
    labelNames: ['provider'],
    registers: [registry],
  });
  return (report: CallReport): void => {
    calls.inc({ provider: report.provider, outcome: report.outcome });
    seconds.observe({ provider: report.provider }, report.ms / 1_000);
    notes.inc({ provider: report.provider }, report.notes.length);
  };
};

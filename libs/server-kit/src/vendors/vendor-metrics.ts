import { Counter, Histogram, type Registry } from 'prom-client';
import type { FinishedVendorCall } from './finished-vendor-call.ts';

export const registerVendorCallMetrics = (registry: Registry): ((report: FinishedVendorCall) => void) => {
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'Questions put to each provider, by what came of them',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'provider_call_duration_seconds',
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
  return (report) => {
    calls.inc({ provider: report.provider, outcome: report.outcome });
    seconds.observe({ provider: report.provider }, report.ms / 1_000);
    notes.inc({ provider: report.provider }, report.notes.length);
  };
};

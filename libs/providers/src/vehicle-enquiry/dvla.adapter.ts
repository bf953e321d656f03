import { sourceRateLimits } from '@ve/domain/vehicle/record/source-rate-limits';
import type { DvlaLicensingData } from '@ve/domain/vehicle/record/vehicle-record';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { isQueryableRegistration, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { slowProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { attemptVerdictOfFailure } from '../http/attempt-verdict.ts';
import { readDvlaAnswer } from './dvla.answer.ts';
import type { VehicleEnquiryPort } from './vehicle-enquiry.port.ts';

export interface DvlaConfig extends AdapterOptions {
  /** Base URL, without `/vehicle-enquiry/v1/vehicles`. */
  url: string;
  apiKey: string;
}

/**
 * The adapter of DVLA's Vehicle Enquiry Service v1. The registration is sent in the body only: it is personal data, and
 * URLs are logged.
 */
export function createDvlaAdapter(config: DvlaConfig): VehicleEnquiryPort & Closable {
  const limits: ProviderLimits = { ...slowProviderLimits, ...sourceRateLimits.DVLA, ...config.limits };
  const agent = createHttpAgent(limits);
  const call = createGuardedVendorCall<AvailableVehicleAnswer<DvlaLicensingData>>({
    provider: 'DVLA',
    limits,
    options: config,
  });
  const url = new URL(`${config.url.replace(/\/+$/, '')}/vehicle-enquiry/v1/vehicles`);
  const headers = { 'x-api-key': config.apiKey, 'content-type': 'application/json', accept: 'application/json' };

  return {
    async find(registration, signal) {
      if (!isQueryableRegistration(registration)) return { state: 'invalid' };
      const body = JSON.stringify({ registrationNumber: registration });
      return call(async (within) => {
        const answered = await sendHttpRequest(agent, { method: 'POST', url, headers, body }, within);
        return answered.answered
          ? readDvlaAnswer(registration, answered.answer)
          : attemptVerdictOfFailure(answered.failure);
      }, signal);
    },
    close: () => agent.close(),
  };
}

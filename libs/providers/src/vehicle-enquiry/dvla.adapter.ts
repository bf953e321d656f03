import { sourceRates } from '@ve/domain/vehicle/record/source-rates';
import type { Licensing } from '@ve/domain/vehicle/record/vehicle-record';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { isSendableRegistration, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { createAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedCall } from '../http/guarded-call.ts';
import { slowVendorLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { verdictOfFailure } from '../http/attempt-verdict.ts';
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
  const limits: ProviderLimits = { ...slowVendorLimits, ...sourceRates.DVLA, ...config.limits };
  const agent = createAgent(limits);
  const call = createGuardedCall<AvailableVehicleAnswer<Licensing>>({ provider: 'DVLA', limits, options: config });
  const url = new URL(`${config.url.replace(/\/+$/, '')}/vehicle-enquiry/v1/vehicles`);
  const headers = { 'x-api-key': config.apiKey, 'content-type': 'application/json', accept: 'application/json' };

  return {
    async find(registration, signal) {
      if (!isSendableRegistration(registration)) return { state: 'invalid' };
      const body = JSON.stringify({ registrationNumber: registration });
      return call(async (within) => {
        const answered = await sendHttpRequest(agent, { method: 'POST', url, headers, body }, within);
        return answered.answered ? readDvlaAnswer(registration, answered.answer) : verdictOfFailure(answered.failure);
      }, signal);
    },
    close: () => agent.close(),
  };
}

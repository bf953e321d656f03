import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { attemptVerdictOfFailure } from '../http/attempt-verdict.ts';
import type { AddressPort, AvailableAddressAnswer } from './address.port.ts';
import { readIdealPostcodesAnswer } from './ideal-postcodes.answer.ts';

export interface IdealPostcodesConfig extends AdapterOptions {
  /** Base URL, without `/v1/postcodes/`. */
  url: string;
  apiKey: string;
}

/** The vendor responds with 503 to more than thirty requests a second from one address. */
const rate = { ratePerSecond: 20, burst: 20 };

/**
 * The adapter of Ideal Postcodes v1, postcode lookup. The key is sent in a header, so that the URL contains no secret.
 */
export function createIdealPostcodesAdapter(config: IdealPostcodesConfig): AddressPort & Closable {
  const limits: ProviderLimits = { ...defaultProviderLimits, ...rate, ...config.limits };
  const agent = createHttpAgent(limits);
  const call = createGuardedVendorCall<AvailableAddressAnswer>({ provider: 'IdealPostcodes', limits, options: config });
  const base = `${config.url.replace(/\/+$/, '')}/v1/postcodes/`;
  const headers = { authorization: `api_key="${config.apiKey}"`, accept: 'application/json' };

  return {
    async find(postcode, signal) {
      if (!/^[A-Z0-9]{2,4} ?[A-Z0-9]{3,4}$/.test(postcode)) return { state: 'postcode-not-found' };
      const url = new URL(base + postcode.replace(' ', ''));
      return call(async (within) => {
        const answered = await sendHttpRequest(agent, { method: 'GET', url, headers }, within);
        return answered.answered
          ? readIdealPostcodesAnswer(postcode, answered.answer)
          : attemptVerdictOfFailure(answered.failure);
      }, signal);
    },
    close: () => agent.close(),
  };
}

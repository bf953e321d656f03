import { sourceRateLimits } from '@ve/domain/vehicle/record/source-rate-limits';
import type { AdapterOptions, Closable } from './http/adapter-options.ts';
import { createHttpAgent, sendHttpRequest } from './http/http-exchange.ts';
import { createGuardedVendorCall } from './http/guarded-vendor-call.ts';
import { slowProviderLimits, type ProviderLimits } from './http/provider-limits.ts';
import { type AttemptVerdict, attemptVerdictOfFailure } from './http/attempt-verdict.ts';
import { readUkvdEnvelope, type UkvdResponseVerdict, type AvailableUkvdAnswer } from './ukvd-envelope.ts';
import {
  type FailedLookupCharge,
  isQueryableRegistration,
  type VehicleAnswer,
  type AvailableVehicleAnswer,
} from './vehicle-answer.ts';

export interface UkvdConfig extends AdapterOptions {
  /** Base URL, without `/api/datapackage/`. */
  url: string;
  apiKey: string;
}

/** Our name of each package in metrics, logs and budgets. All share the rate limit of the one key. */
export const ukvdProducts = {
  VehicleData: 'UKVD',
  VdiCheckFull: 'UKVD VdiCheckFull',
  ValuationData: 'UKVD ValuationData',
  VehicleImageData: 'UKVD VehicleImageData',
} as const;
export type UkvdProduct = (typeof ukvdProducts)[keyof typeof ukvdProducts];

interface UkvdPackage<T> {
  name: keyof typeof ukvdProducts;
  /** Overrides of the limits of every vehicle source. */
  limits?: Partial<ProviderLimits>;
  /**
   * Whether the package is expensive: a look-up is then not repeated where it may have been charged, and has its own
   * connection, since one that the vendor closes while idle would look like a charged look-up.
   */
  dear: boolean;
  read(registration: string, items: unknown): AttemptVerdict<AvailableVehicleAnswer<T>>;
}

interface UkvdClient<T> extends Closable {
  /**
   * Looks up a registration; `keys` are further parameters of the package. `charged` matters only where there are no
   * data. @throws the reason of `signal` when the caller aborts it
   */
  find(
    registration: string,
    keys?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<{ answer: VehicleAnswer<T>; charged: FailedLookupCharge }>;
}

/**
 * A client for one package of UK Vehicle Data v2. The vendor requires key and registration in the URL, so the URL must
 * not appear in any log, error or trace.
 */
export function createUkvdClient<T>(
  config: UkvdConfig,
  { name, limits: own, dear, read }: UkvdPackage<T>,
): UkvdClient<T> {
  const limits: ProviderLimits = { ...slowProviderLimits, ...sourceRateLimits.UKVD, ...own, ...config.limits };
  const agent = createHttpAgent(limits, { fresh: dear });
  const call = createGuardedVendorCall<AvailableUkvdAnswer<T>>({
    provider: ukvdProducts[name],
    limits,
    options: config,
    vendor: ukvdProducts.VehicleData,
  });
  const base = `${config.url.replace(/\/+$/, '')}/api/datapackage/${name}`;
  const headers = { accept: 'application/json' };

  async function ask(registration: string, url: URL, within: AbortSignal): Promise<UkvdResponseVerdict<T>> {
    const answered = await sendHttpRequest(agent, { method: 'GET', url, headers }, within);
    if (answered.answered) return readUkvdEnvelope(answered.answer, (items) => read(registration, items));
    return { verdict: attemptVerdictOfFailure(answered.failure), charged: answered.sent ? 'unknown' : 'no' };
  }

  return {
    async find(registration, keys = {}, signal) {
      if (!isQueryableRegistration(registration)) return { answer: { state: 'invalid' }, charged: 'no' };
      const url = new URL(base);
      url.search = new URLSearchParams({
        v: '2',
        api_nullitems: '1',
        auth_apikey: config.apiKey,
        key_VRM: registration,
        ...keys,
      }).toString();
      let charged = 'no' as FailedLookupCharge;
      const answer = await call(async (within) => {
        within.throwIfAborted();
        charged = 'unknown';
        const { verdict, charged: cost } = await ask(registration, url, within);
        charged = cost;
        if (!dear) return verdict;
        return cost === 'no' ? { ...verdict, uncharged: true } : { ...verdict, retryable: false };
      }, signal);
      return {
        answer: answer.state === 'restricted' ? { state: 'unavailable', reason: 'restricted' } : answer,
        charged,
      };
    },
    close: () => agent.close(),
  };
}

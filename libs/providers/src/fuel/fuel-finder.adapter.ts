import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { isVendorUnavailable } from '../http/call-result.ts';
import { createHttpAgent, sendHttpRequest, type HttpResponse } from '../http/http-exchange.ts';
import { createGuardedVendorCall, type GuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { type AttemptVerdict, attemptVerdictOfFailure } from '../http/attempt-verdict.ts';
import type { FieldReader } from '../platform/field-reader.ts';
import { createFuelFinderTokenSource } from './fuel-finder-token.ts';
import {
  type FuelFinderBatch,
  parseStationFuelPrices,
  readFuelFinderBatch,
  fuelStationOf,
} from './fuel-finder.answer.ts';
import type { FetchedFuelPrice, FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';
import type { FuelPricesPort, CompleteFuelData } from './fuel-prices.port.ts';

export interface FuelFinderConfig extends AdapterOptions {
  /** Base URL, without `/pfs`. */
  url: string;
  clientId: string;
  clientSecret: string;
}

/** The service allows thirty calls a minute; a batch of five hundred stations is about a megabyte. */
const fuelLimits: ProviderLimits = {
  ...defaultProviderLimits,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxWaitMs: 20_000,
  maxResponseBytes: 16 * 1_048_576,
  concurrency: 1,
  queue: 8,
  ratePerSecond: 0.5,
  burst: 1,
};

/** Limits a service that never ends its batches: Britain has some 14,500 stations, five hundred in a batch. */
const maxBatches = 100;

/** Of every request. The firewall in front of the service demands a User-Agent. */
export const fuelFinderHeaders = { accept: 'application/json', 'user-agent': 'VehicleEnquiry/1.0' };

/** The adapter of Fuel Finder, the statutory scheme of petrol prices (Open Government Licence v3.0). */
export function createFuelFinderAdapter(config: FuelFinderConfig): FuelPricesPort & Closable {
  const limits: ProviderLimits = { ...fuelLimits, ...config.limits };
  const agent = createHttpAgent(limits);
  const base = config.url.replace(/\/+$/, '');
  const headers = fuelFinderHeaders;
  const now = config.now ?? (() => performance.now());
  const tokens = createFuelFinderTokenSource(agent, { ...config, base, headers }, now);
  const callStations = createGuardedVendorCall<FuelFinderBatch<FetchedFuelStation>>({
    provider: 'Fuel Finder',
    limits,
    options: config,
  });
  const callPrices = createGuardedVendorCall<FuelFinderBatch<FetchedFuelPrice>>({
    provider: 'Fuel Finder',
    limits,
    options: config,
  });

  type Asked = { answer: HttpResponse; token: string } | { verdict: AttemptVerdict<never> };

  async function ask(url: URL, signal: AbortSignal): Promise<Asked> {
    const grant = await tokens.get(signal);
    if (!grant.granted) return { verdict: grant.verdict };
    const request = { method: 'GET' as const, url, headers: { ...headers, authorization: `Bearer ${grant.token}` } };
    const answered = await sendHttpRequest(agent, request, signal);
    if (!answered.answered) return { verdict: attemptVerdictOfFailure(answered.failure) };
    return { answer: answered.answer, token: grant.token };
  }

  /** A token may be revoked early: a refused one is replaced, once. */
  async function fetchWithTokenRetry(url: URL, signal: AbortSignal): Promise<Asked> {
    const first = await ask(url, signal);
    if (!('answer' in first) || (first.answer.status !== 401 && first.answer.status !== 403)) return first;
    tokens.drop(first.token);
    const second = await ask(url, signal);
    if ('answer' in second && second.answer.status === 401) tokens.drop(second.token);
    return second;
  }

  async function readAll<T>({
    call,
    path,
    since,
    read,
    signal,
  }: {
    call: GuardedVendorCall<FuelFinderBatch<T>>;
    path: string;
    since: string | null;
    read: (fields: FieldReader) => { items: T[]; skippedRows: number };
    signal?: AbortSignal | undefined;
  }) {
    const all: CompleteFuelData<T> = { state: 'read', items: [], skippedRows: 0 };
    for (let number = 1; number <= maxBatches; number += 1) {
      const url = new URL(`${base}${path}`);
      url.searchParams.set('batch-number', String(number));
      if (since !== null) url.searchParams.set('effective-start-timestamp', since);
      const batch = await call(async (within) => {
        const fetched = await fetchWithTokenRetry(url, within);
        return 'answer' in fetched ? readFuelFinderBatch(fetched.answer, { number, since }, read) : fetched.verdict;
      }, signal);
      if (isVendorUnavailable(batch)) return batch;
      if (batch.state === 'end') return all;
      all.items.push(...batch.items);
      all.skippedRows += batch.skippedRows;
    }
    return { state: 'unavailable' as const, reason: 'unreadable-answer' as const };
  }

  return {
    readStations: (since, signal) => readAll({ call: callStations, path: '/pfs', since, read: fuelStationOf, signal }),
    readPrices: (since, signal) =>
      readAll({ call: callPrices, path: '/pfs/fuel-prices', since, read: parseStationFuelPrices, signal }),
    close: () => agent.close(),
  };
}

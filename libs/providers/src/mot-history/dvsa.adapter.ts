import { sourceRateLimits } from '@ve/domain/vehicle/record/source-rate-limits';
import type { MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { isQueryableRegistration, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { slowProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { type AttemptVerdict, attemptVerdictOfFailure } from '../http/attempt-verdict.ts';
import { createDvsaTokenSource, type DvsaTokenConfig } from './dvsa-token.ts';
import { dvsaErrorCode, readDvsaMotHistoryAnswer } from './dvsa.answer.ts';
import type { MotHistoryPort } from './mot-history.port.ts';

export interface DvsaConfig extends AdapterOptions, DvsaTokenConfig {
  /** Base URL, without `/v1/trade/vehicles/registration/`. */
  url: string;
  apiKey: string;
}

/** Entra is fast: most of the time budget is left to the service itself. */
const tokenTimeoutMs = 8_000;

type Asked = { verdict: AttemptVerdict<AvailableVehicleAnswer<MotTestingData>>; code: string | null };

/** The adapter of DVSA's MOT History API: OAuth 2 client credentials and an API key on every call. */
export function createDvsaMotHistoryAdapter(config: DvsaConfig): MotHistoryPort & Closable {
  const limits: ProviderLimits = { ...slowProviderLimits, ...sourceRateLimits.DVSA, ...config.limits };
  const agent = createHttpAgent(limits);
  const call = createGuardedVendorCall<AvailableVehicleAnswer<MotTestingData>>({
    provider: 'DVSA',
    limits,
    options: config,
  });
  const now = config.now ?? (() => performance.now());
  const tokens = createDvsaTokenSource(
    agent,
    { config, timeoutMs: Math.min(tokenTimeoutMs, limits.totalTimeoutMs) },
    now,
  );
  const base = `${config.url.replace(/\/+$/, '')}/v1/trade/vehicles/registration/`;

  async function ask(registration: string, signal: AbortSignal): Promise<Asked> {
    const grant = await tokens.get(signal);
    if (!grant.granted) return { verdict: grant.verdict, code: null };
    const headers = {
      authorization: `Bearer ${grant.token}`,
      'x-api-key': config.apiKey,
      accept: 'application/json',
    };
    const url = new URL(base + encodeURIComponent(registration));
    const answered = await sendHttpRequest(agent, { method: 'GET', url, headers }, signal);
    if (!answered.answered) return { verdict: attemptVerdictOfFailure(answered.failure), code: null };
    const code = dvsaErrorCode(answered.answer);
    if (code === 'MOTH-FB-02' || code === 'MOTH-UA-01') tokens.drop(grant.token);
    return { verdict: readDvsaMotHistoryAnswer(registration, answered.answer), code };
  }

  return {
    async find(registration, signal) {
      if (!isQueryableRegistration(registration)) return { state: 'invalid' };
      return call(async (within) => {
        const first = await ask(registration, within);
        // A token may expire early: retry with a new one, once.
        return first.code === 'MOTH-FB-02' ? (await ask(registration, within)).verdict : first.verdict;
      }, signal);
    },
    close: () => agent.close(),
  };
}

import { sourceRates } from '@ve/domain/report/source-rates';
import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { isSendable } from '../vehicle-answer.ts';
import { createAgent, exchange } from '../http/exchange.ts';
import { createGuardedCall } from '../http/guarded-call.ts';
import { defaultLimits, type ProviderLimits } from '../http/limits.ts';
import { verdictOfFailure } from '../http/verdict.ts';
import type { SpecificationPort } from './specification.port.ts';
import { readUkvdAnswer, type UkvdReply } from './ukvd.answer.ts';

export interface UkvdConfig extends AdapterOptions {
  /** Base URL, without `/api/datapackage/`. */
  url: string;
  apiKey: string;
}

/**
 * UK Vehicle Data v2, package VehicleData. The vendor requires key and registration in the URL, so the URL must stay
 * out of every log, error and trace.
 */
export function createUkvdAdapter(config: UkvdConfig): SpecificationPort & Closable {
  const limits: ProviderLimits = { ...defaultLimits, ...sourceRates.UKVD, ...config.limits };
  const agent = createAgent(limits);
  const call = createGuardedCall<UkvdReply>('UKVD', limits, config);
  const base = `${config.url.replace(/\/+$/, '')}/api/datapackage/VehicleData`;
  const headers = { accept: 'application/json' };

  return {
    async find(registration, signal) {
      if (!isSendable(registration)) return { state: 'invalid' };
      const url = new URL(base);
      url.search = new URLSearchParams({
        v: '2',
        api_nullitems: '1',
        auth_apikey: config.apiKey,
        key_VRM: registration,
      }).toString();
      const answer = await call(async (within) => {
        const answered = await exchange(agent, { method: 'GET', url, headers }, within);
        return answered.answered ? readUkvdAnswer(registration, answered.answer) : verdictOfFailure(answered.failure);
      }, signal);
      return answer.state === 'restricted' ? { state: 'unavailable', reason: 'restricted' } : answer;
    },
    close: () => agent.close(),
  };
}

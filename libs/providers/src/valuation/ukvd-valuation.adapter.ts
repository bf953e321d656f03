import type { Closable } from '../http/adapter-options.ts';
import { createUkvdClient, type UkvdConfig } from '../ukvd-client.ts';
import { readUkvdValuation } from './ukvd-valuation.answer.ts';
import type { ValuationPort } from './valuation.port.ts';

/** The adapter of package ValuationData of UK Vehicle Data v2. */
export function createUkvdValuationAdapter(config: UkvdConfig): ValuationPort & Closable {
  const client = createUkvdClient(config, { name: 'ValuationData', dear: true, read: readUkvdValuation });
  return {
    async find(registration, miles, signal) {
      const keys: Record<string, string> =
        miles === null || !Number.isFinite(miles) || miles < 0 ? {} : { key_mileage: String(Math.round(miles)) };
      return (await client.find(registration, keys, signal)).answer;
    },
    close: () => client.close(),
  };
}

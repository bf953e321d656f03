import type { Closable } from '../http/adapter-options.ts';
import { createUkvdClient, type UkvdConfig } from '../ukvd-client.ts';
import { readUkvdVdiCheck } from './ukvd-vdi.answer.ts';
import type { VdiCheckPort } from './vdi-check.port.ts';

/** The adapter of package VdiCheckFull of UK Vehicle Data v2. Sends each look-up at most once. */
export function createUkvdVdiAdapter(config: UkvdConfig): VdiCheckPort & Closable {
  const client = createUkvdClient(config, {
    name: 'VdiCheckFull',
    dear: true,
    limits: { maxRetries: 0 },
    read: readUkvdVdiCheck,
  });
  return {
    async find(registration, signal) {
      const { answer, charged } = await client.find(registration, {}, signal);
      return answer.state === 'unavailable' ? { ...answer, charged } : answer;
    },
    close: () => client.close(),
  };
}

import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createUkvdValuationAdapter } from '@ve/providers/valuation/ukvd-valuation.adapter';
import { createUkvdVdiAdapter } from '@ve/providers/vdi-check/ukvd-vdi.adapter';
import type { WorkersConfig } from '../config.ts';

/** Connects the adapters of the paid sources. */
export const connectCheckSources = (config: WorkersConfig, options: AdapterOptions) => {
  const ukvd = { url: config.UKVD_URL, apiKey: config.UKVD_API_KEY, ...options };
  const registers = createUkvdVdiAdapter(ukvd);
  const valuations = createUkvdValuationAdapter(ukvd);
  return {
    registers,
    valuations,
    close: async (): Promise<void> => {
      await Promise.all([registers.close(), valuations.close()]);
    },
  };
};

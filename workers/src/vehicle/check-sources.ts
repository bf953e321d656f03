import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createUkvdValuationAdapter } from '@ve/providers/valuation/ukvd-valuation.adapter';
import type { ValuationPort } from '@ve/providers/valuation/valuation.port';
import { createUkvdVdiAdapter } from '@ve/providers/vdi-check/ukvd-vdi.adapter';
import type { VdiCheckPort } from '@ve/providers/vdi-check/vdi-check.port';
import type { WorkersConfig } from '../config.ts';
import type { PictureDeps } from './pictures/pictures.ts';
import type { Sources } from './sources.ts';

/** All sources of a full check: the free ones, and those that charge for each look-up. */
export interface CheckDeps extends PictureDeps {
  sources: Sources;
  registers: VdiCheckPort;
  valuations: ValuationPort;
}

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

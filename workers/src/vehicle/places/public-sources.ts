import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createFuelFinderAdapter } from '@ve/providers/fuel/fuel-finder.adapter';
import type { FuelPricesPort } from '@ve/providers/fuel/fuel-prices.port';
import { createDvsaRecallsAdapter } from '@ve/providers/recalls/dvsa-recalls.adapter';
import type { RecallsPort } from '@ve/providers/recalls/recalls.port';
import type { WorkersConfig } from '../../config.ts';

/** The public lists that are imported. */
export interface PublicSources {
  recalls: RecallsPort;
  /** Null without a Fuel Finder account. */
  prices: FuelPricesPort | null;
  close(): Promise<void>;
}

/** Connects the adapters of the public lists. */
export const connectPublicSources = (config: WorkersConfig, options: AdapterOptions): PublicSources => {
  const recalls = createDvsaRecallsAdapter({ url: config.RECALLS_URL, ...options });
  const { FUEL_FINDER_CLIENT_ID: clientId, FUEL_FINDER_CLIENT_SECRET: clientSecret } = config;
  const prices =
    clientId === undefined || clientSecret === undefined
      ? null
      : createFuelFinderAdapter({ url: config.FUEL_FINDER_URL, clientId, clientSecret, ...options });
  return {
    recalls,
    prices,
    close: async () => {
      await Promise.all([recalls.close(), prices?.close()]);
    },
  };
};

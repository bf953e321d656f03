import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import { createUkvdSpecificationAdapter } from '@ve/providers/specification/ukvd.adapter';
import { createDvsaMotDeltasAdapter } from '@ve/providers/mot-history/dvsa-deltas.adapter';
import type { VehicleDataSources } from '@ve/app/vehicle/vehicle-data-sources';
import type { MotDeltasPort } from '@ve/providers/mot-history/mot-deltas.port';
import { createDvsaMotHistoryAdapter } from '@ve/providers/mot-history/dvsa.adapter';
import type { WorkersConfig } from '../config.ts';
import { createUkvdValuationAdapter } from '@ve/providers/valuation/ukvd-valuation.adapter';
import { createUkvdVdiAdapter } from '@ve/providers/vdi-check/ukvd-vdi.adapter';
import { createUkvdPictureAdapter } from '@ve/providers/vehicle-picture/ukvd-picture.adapter';
import { createFuelFinderAdapter } from '@ve/providers/fuel/fuel-finder.adapter';
import type { FuelPricesPort } from '@ve/providers/fuel/fuel-prices.port';
import { createDvsaRecallsAdapter } from '@ve/providers/recalls/dvsa-recalls.adapter';
import type { RecallsPort } from '@ve/providers/recalls/recalls.port';

/** Connects the adapters of the sources, and of DVSA's daily files of changed histories. */
export const connectVehicleDataSources = (
  config: WorkersConfig,
  options: AdapterOptions,
): VehicleDataSources & { deltas: MotDeltasPort } => {
  const dvla = createDvlaAdapter({ url: config.DVLA_URL, apiKey: config.DVLA_API_KEY, ...options });
  const dvsaConfig = {
    url: config.DVSA_URL,
    tokenUrl: config.DVSA_TOKEN_URL,
    clientId: config.DVSA_CLIENT_ID,
    clientSecret: config.DVSA_CLIENT_SECRET,
    apiKey: config.DVSA_API_KEY,
    scope: config.DVSA_SCOPE,
    ...options,
  };
  const dvsa = createDvsaMotHistoryAdapter(dvsaConfig);
  const deltas = createDvsaMotDeltasAdapter(dvsaConfig);
  const ukvd = createUkvdSpecificationAdapter({ url: config.UKVD_URL, apiKey: config.UKVD_API_KEY, ...options });
  return {
    licensing: dvla,
    testing: dvsa,
    specification: ukvd,
    deltas,
    close: async () => {
      await Promise.all([dvla.close(), dvsa.close(), deltas.close(), ukvd.close()]);
    },
  };
};

/** Connects the adapters of the paid sources. */
export const connectFullCheckSources = (config: WorkersConfig, options: AdapterOptions) => {
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

/** Connects the adapter of pictures if a licence is configured. */
export const connectPictureVendor = (config: WorkersConfig, options: AdapterOptions) => {
  if (config.PICTURE_LICENCE_DAYS === 0) return { pictures: undefined, close: () => Promise.resolve() };
  const port = createUkvdPictureAdapter({
    url: config.UKVD_URL,
    apiKey: config.UKVD_API_KEY,
    origins: config.PICTURE_ORIGINS,
    ...options,
  });
  return { pictures: { port, licenceDays: config.PICTURE_LICENCE_DAYS }, close: () => port.close() };
};

/** The public lists that are imported. */
export interface ImportSources {
  recalls: RecallsPort;
  /** Null without a Fuel Finder account. */
  prices: FuelPricesPort | null;
  close(): Promise<void>;
}

/** Connects the adapters of the public lists. */
export const connectImportSources = (config: WorkersConfig, options: AdapterOptions): ImportSources => {
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

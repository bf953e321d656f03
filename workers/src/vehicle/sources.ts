import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import { createUkvdAdapter } from '@ve/providers/specification/ukvd.adapter';
import { createDvsaDeltasAdapter } from '@ve/providers/mot-history/dvsa-deltas.adapter';
import type { Sources } from '@ve/app/vehicle/sources';
import type { MotDeltasPort } from '@ve/providers/mot-history/mot-deltas.port';
import { createDvsaAdapter } from '@ve/providers/mot-history/dvsa.adapter';
import type { WorkersConfig } from '../config.ts';

/** Connects the adapters of the sources, and of DVSA's daily files of changed histories. */
export const connectSources = (config: WorkersConfig, options: AdapterOptions): Sources & { deltas: MotDeltasPort } => {
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
  const dvsa = createDvsaAdapter(dvsaConfig);
  const deltas = createDvsaDeltasAdapter(dvsaConfig);
  const ukvd = createUkvdAdapter({ url: config.UKVD_URL, apiKey: config.UKVD_API_KEY, ...options });
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

import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createUkvdPictureAdapter } from '@ve/providers/vehicle-picture/ukvd-picture.adapter';
import type { WorkersConfig } from '../../config.ts';

/** Connects the adapter of pictures if a licence is configured. */
export const connectPictures = (config: WorkersConfig, options: AdapterOptions) => {
  if (config.PICTURE_LICENCE_DAYS === 0) return { pictures: undefined, close: () => Promise.resolve() };
  const port = createUkvdPictureAdapter({
    url: config.UKVD_URL,
    apiKey: config.UKVD_API_KEY,
    origins: config.PICTURE_ORIGINS,
    ...options,
  });
  return { pictures: { port, licenceDays: config.PICTURE_LICENCE_DAYS }, close: () => port.close() };
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { requestPicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createUkvdPictureAdapter } from '@ve/providers/vehicle-picture/ukvd-picture.adapter';
import type { VehiclePicturePort } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import type { WorkersConfig } from '../../config.ts';

/** Where pictures come from, and for how long one may be kept. */
export interface Pictures {
  port: VehiclePicturePort;
  licenceDays: number;
}

export interface PictureDeps {
  /** Not given: no licence is configured, and none are bought. */
  pictures?: Pictures | undefined;
}

/** The adapter of pictures, where a licence is configured. */
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

/** Has the picture of a vehicle fetched that was checked, in the caller's transaction; not while one is kept. */
export const queuePicture = async (
  em: EntityManager,
  { id, registration, correlationId }: { id: string; registration: string; correlationId: string },
  now: Date,
): Promise<void> => {
  if (!(await requestPicture(em, registration, now))) return;
  await addToOutbox(em, 'vehicle-pictures.fetch', { checkId: id, correlationId }, { now });
};

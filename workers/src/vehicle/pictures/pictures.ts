import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { requestPicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createUkvdPictureAdapter } from '@ve/providers/vehicle-picture/ukvd-picture.adapter';
import type { VehiclePicturePort } from '@ve/providers/vehicle-picture/vehicle-picture.port';
import type { WorkersConfig } from '../../config.ts';

/** The vendor of pictures, and how long one may be kept. */
export interface Pictures {
  port: VehiclePicturePort;
  licenceDays: number;
}

export interface PictureDeps {
  /** Absent if no licence is configured; then none are bought. */
  pictures?: Pictures | undefined;
}

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

/** Queues the fetch of a checked vehicle's picture, in the caller's transaction, unless one is stored. */
export const queuePicture = async (
  em: EntityManager,
  { id, registration, correlationId }: { id: string; registration: string; correlationId: string },
  now: Date,
): Promise<void> => {
  if (!(await requestPicture(em, registration, now))) return;
  await addToOutbox(em, 'vehicle-pictures.fetch', { checkId: id, correlationId }, { now });
};

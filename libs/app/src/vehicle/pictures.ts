import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { requestPicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import type { VehiclePicturePort } from '@ve/providers/vehicle-picture/vehicle-picture.port';

/** The vendor of pictures, and how long one may be kept. */
export interface Pictures {
  port: VehiclePicturePort;
  licenceDays: number;
}

export interface PictureDeps {
  /** Absent if no licence is configured; then none are bought. */
  pictures?: Pictures | undefined;
}

/** Queues the fetch of a checked vehicle's picture, in the caller's transaction, unless one is stored. */
export const queuePicture = async (
  em: EntityManager,
  { id, registration, correlationId }: { id: string; registration: string; correlationId: string },
  now: Date,
): Promise<void> => {
  if (!(await requestPicture(em, registration, now))) return;
  await addToOutbox(em, { jobName: 'vehicle-pictures.fetch', payload: { checkId: id, correlationId } }, { now });
};

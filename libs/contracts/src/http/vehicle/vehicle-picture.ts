import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { binaryBodySchema } from '../../media-bodies.ts';
import { registrationField } from '../../registration-field.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/**
 * The vendor's picture of a vehicle. `asked`: it is being fetched. `none`: there is none, the licence to keep one has
 * ended, or the customer's report has no full check.
 */
export const vehiclePictureSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** `/api/reports/{registration}/picture/image` */
    image: z.string(),
    fetchedAt: isoInstantSchema,
    /** It is shown and stored until then. */
    keptUntil: isoInstantSchema,
  }),
  z.object({ outcome: z.literal('asked') }),
  z.object({ outcome: z.literal('none') }),
]);

export type VehiclePictureState = z.infer<typeof vehiclePictureSchema>;

const registrationParams = z.object({ registration: registrationField });

/** For customers whose saved report has the full check. */
export const readVehiclePictureEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:registration/picture',
  params: registrationParams,
  answers: { 200: vehiclePictureSchema },
  problems: [],
});

/** The stored picture itself: a JPEG, PNG or WebP. */
export const readVehiclePictureImageEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:registration/picture/image',
  params: registrationParams,
  answers: { 200: binaryBodySchema },
  media: 'image/*',
  problems: ['not-found'],
});

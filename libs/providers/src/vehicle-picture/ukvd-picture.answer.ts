import * as z from 'zod/mini';
import { answeredAttemptVerdict, unreadableAttemptVerdict, type AttemptVerdict } from '../http/attempt-verdict.ts';
import { isResponseForRegistration } from '../ukvd-envelope.ts';
import type { AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { maxPictureUrlLength, type PictureUrlAnswer } from './vehicle-picture.port.ts';

const details = z.looseObject({ ImageUrl: z.nullish(z.string()) });
const dataItems = z.looseObject({
  Vrm: z.nullish(z.string()),
  VehicleImages: z.looseObject({ ImageDetailsList: z.nullish(z.array(details)) }),
});

/** The verdict on the `DataItems` of package VehicleImageData: the first picture, or `not-held` for an empty list. */
export function readUkvdPictureUrl(
  registration: string,
  items: unknown,
): AttemptVerdict<AvailableVehicleAnswer<PictureUrlAnswer>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !isResponseForRegistration(registration, found.data.Vrm)) return unreadableAttemptVerdict();
  const [first] = (found.data.VehicleImages.ImageDetailsList ?? []).flatMap(({ ImageUrl }) => ImageUrl?.trim() || []);
  if (first === undefined) return answeredAttemptVerdict({ state: 'not-held' });
  const address = URL.parse(first)?.href ?? '';
  return address === '' || address.length > maxPictureUrlLength
    ? unreadableAttemptVerdict()
    : answeredAttemptVerdict({ state: 'found', data: { address } });
}

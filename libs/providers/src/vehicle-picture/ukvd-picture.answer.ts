import * as z from 'zod/mini';
import { finalVerdict, unreadable, type Verdict } from '../http/verdict.ts';
import { matchesRegistration } from '../ukvd-envelope.ts';
import type { VehicleReply } from '../vehicle-answer.ts';
import { maxAddressLength, type PictureAddress } from './vehicle-picture.port.ts';

const details = z.looseObject({ ImageUrl: z.nullish(z.string()) });
const dataItems = z.looseObject({
  Vrm: z.nullish(z.string()),
  VehicleImages: z.looseObject({ ImageDetailsList: z.nullish(z.array(details)) }),
});

/** The verdict on the `DataItems` of package VehicleImageData: the first picture, or `not-held` for an empty list. */
export function readPictureAddress(registration: string, items: unknown): Verdict<VehicleReply<PictureAddress>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !matchesRegistration(registration, found.data.Vrm)) return unreadable();
  const [first] = (found.data.VehicleImages.ImageDetailsList ?? []).flatMap(({ ImageUrl }) => ImageUrl?.trim() || []);
  if (first === undefined) return finalVerdict({ state: 'not-held' });
  const address = URL.parse(first)?.href ?? '';
  return address === '' || address.length > maxAddressLength
    ? unreadable()
    : finalVerdict({ state: 'found', data: { address } });
}

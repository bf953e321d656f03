import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ImageKind } from '@ve/domain/vehicle/picture/image-kind';
import { instantColumn, registrationFormatCheck } from '../../kernel/entity-columns.ts';

/** `none`: the vendor has no picture of it. `failed`: it could not be fetched. */
export type PictureRequestState = 'asked' | 'found' | 'none' | 'failed';

/** The vendor's picture of a vehicle's model in its colour. */
export const vehiclePictureEntity = defineEntity({
  name: 'VehiclePicture',
  tableName: 'vehicle_pictures',
  properties: {
    registrationNumber: p.text().primary(),
    state: p.text().$type<PictureRequestState>().default('asked'),
    mediaType: p.text().$type<ImageKind>().nullable(),
    bytes: p.blob().nullable().lazy(),
    /** When its look-up started; null also when the vendor reported that it did not charge for it. */
    purchaseStartedAt: instantColumn().nullable(),
    /** The picture's URL at the vendor, once known: a bought picture is not bought again. */
    vendorUrl: p.text().nullable(),
    requestedAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
    /** From then on it is no longer shown, and is purged. */
    retainedUntil: instantColumn().index('vehicle_pictures_keep_until_index'),
  },
  checks: [
    { name: 'vehicle_pictures_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'vehicle_pictures_state_check', expression: `state in ('asked', 'found', 'none', 'failed')` },
    {
      name: 'vehicle_pictures_media_type_check',
      expression: `media_type in ('image/jpeg', 'image/png', 'image/webp')`,
    },
    { name: 'vehicle_pictures_bytes_check', expression: 'octet_length(bytes) >= 1 and octet_length(bytes) <= 1000000' },
    {
      name: 'vehicle_pictures_found_check',
      expression: `(state = 'found') = (bytes is not null) and (state = 'found') = (media_type is not null)`,
    },
    {
      name: 'vehicle_pictures_vendor_url_check',
      expression: 'char_length(vendor_url) >= 1 and char_length(vendor_url) <= 2000',
    },
    { name: 'vehicle_pictures_bought_check', expression: 'vendor_url is null or purchase_started_at is not null' },
    { name: 'vehicle_pictures_ended_check', expression: `(state = 'asked') = (finished_at is null)` },
  ],
});

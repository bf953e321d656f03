import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImageKind } from '@ve/domain/vehicle/picture/image-kind';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { PictureRequestState } from './vehicle-picture.entity.ts';

export interface VehiclePictureRow {
  registration: string;
  state: PictureRequestState;
  endedAt: Date | null;
  retainedUntil: Date;
}

/**
 * Records that the picture of a vehicle is requested, and until when it is waited for; false when one is stored, the
 * vendor has none, or it is requested already.
 */
export const requestVehiclePicture = async (
  em: EntityManager,
  { registration, waitUntil }: { registration: string; waitUntil: Date },
  now: Date,
): Promise<boolean> => {
  const inserted = await sql`
    insert into vehicle_pictures as picture (registration_number, requested_at, retained_until)
    values (${registration}, ${now.toISOString()}, ${waitUntil.toISOString()})
    on conflict (registration_number) do update
    set state = 'asked', media_type = null, bytes = null, finished_at = null, purchase_started_at = null, vendor_url = null,
        requested_at = excluded.requested_at, retained_until = excluded.retained_until
    where picture.state = 'failed' or picture.retained_until <= ${now.toISOString()}
    returning registration_number
  `.execute(tables(em));
  return inserted.rows.length === 1;
};

/**
 * Returns the state of a vehicle's picture, without its bytes; null when none was requested or its retention has ended.
 */
export const findVehiclePicture = async (
  em: EntityManager,
  registration: string,
  now: Date,
): Promise<VehiclePictureRow | null> => {
  const row = await tables(em)
    .selectFrom('vehicle_pictures')
    .select(['registrationNumber as registration', 'state', 'finishedAt as endedAt', 'retainedUntil'])
    .where('registrationNumber', '=', registration)
    .where('retainedUntil', '>', now)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns the picture itself; null when there is none that may be shown. */
export const readPictureBytes = async (
  em: EntityManager,
  registration: string,
  now: Date,
): Promise<{ kind: ImageKind; bytes: Buffer } | null> => {
  const row = await tables(em)
    .selectFrom('vehicle_pictures')
    .select(['mediaType as kind', 'bytes'])
    .where('registrationNumber', '=', registration)
    .where('state', '=', 'found')
    .where('retainedUntil', '>', now)
    .executeTakeFirst();
  return row?.kind && row.bytes ? { kind: row.kind, bytes: Buffer.from(row.bytes) } : null;
};

/** The state of a requested picture's purchase: not started, its address, or a look-up whose response was lost. */
export type PicturePurchase = { state: 'none' } | { state: 'address'; address: string } | { state: 'lost' };

/** Returns the state of a requested picture's purchase; null when the request has ended. */
export const findPicturePurchase = async (em: EntityManager, registration: string): Promise<PicturePurchase | null> => {
  const row = await tables(em)
    .selectFrom('vehicle_pictures')
    .select(['purchaseStartedAt', 'vendorUrl as address'])
    .where('registrationNumber', '=', registration)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.address !== null) return { state: 'address', address: row.address };
  return { state: row.purchaseStartedAt === null ? 'none' : 'lost' };
};

/**
 * Records before a look-up that it may be charged for; false when another one has started, or the request has ended.
 */
export const beginPicturePurchase = async (em: EntityManager, registration: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tables(em)
    .updateTable('vehicle_pictures')
    .set({ purchaseStartedAt: now })
    .where('registrationNumber', '=', registration)
    .where('state', '=', 'asked')
    .where('purchaseStartedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores the result of a look-up: the address, or that nothing was charged. */
export const storePicturePurchase = async (
  em: EntityManager,
  registration: string,
  result: { address: string } | 'not-charged',
): Promise<void> => {
  await tables(em)
    .updateTable('vehicle_pictures')
    .set(result === 'not-charged' ? { purchaseStartedAt: null } : { vendorUrl: result.address })
    .where('registrationNumber', '=', registration)
    .where('state', '=', 'asked')
    .where('purchaseStartedAt', 'is not', null)
    .where('vendorUrl', 'is', null)
    .execute();
};

/** How a requested picture ended, and until when that is retained. */
export type PictureRequestResult =
  | { state: 'found'; kind: ImageKind; bytes: Uint8Array; retainedUntil: Date }
  | { state: 'none' | 'failed'; retainedUntil: Date };

/** Ends a requested picture; false when it has ended already. */
export const endPictureRequest = async (
  em: EntityManager,
  { registration, end }: { registration: string; end: PictureRequestResult },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(em)
    .updateTable('vehicle_pictures')
    .set({
      state: end.state,
      mediaType: end.state === 'found' ? end.kind : null,
      bytes: end.state === 'found' ? Buffer.from(end.bytes) : null,
      finishedAt: now,
      retainedUntil: end.retainedUntil,
      ...(end.state === 'failed' ? {} : { vendorUrl: null }),
    })
    .where('registrationNumber', '=', registration)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Requests a picture again that could not be fetched with this check, if that cannot be charged twice: its address is
 * known, or nothing was charged.
 */
export const reopenPictureRequest = async (em: EntityManager, checkId: string): Promise<void> => {
  await sql`
    update vehicle_pictures set state = 'asked', finished_at = null where state = 'failed' and (vendor_url is not null or purchase_started_at is null)
      and registration_number = (select registration_number from full_checks where id = ${checkId})
  `.execute(tables(em));
};

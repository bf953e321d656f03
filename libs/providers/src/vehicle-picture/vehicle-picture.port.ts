import type { ImageKind } from '@ve/domain/vehicle/picture/image-kind';
import type { FailedLookupCharge, VehicleAnswer } from '../vehicle-answer.ts';

/** A picture of a model in a vehicle's colour; `kind` is detected from its bytes. */
export interface VehiclePicture {
  kind: ImageKind;
  bytes: Uint8Array;
}

/** The vendor's address of a picture, for our own download only. */
export interface PictureUrlAnswer {
  address: string;
}

export const maxPictureUrlLength = 2_000;

export type PictureDownload = Exclude<VehicleAnswer<VehiclePicture>, { state: 'invalid' }>;

/** Pictures of vehicles. Each look-up costs about 2p, a download nothing. Neither ever throws because of the source. */
export interface VehiclePicturePort {
  /**
   * Looks up the address of a vehicle's picture; `not-held` if the vendor has none. `charged` matters only where there
   * is no address. Resolves within a minute. @throws the reason of `signal`, when and only when the caller aborts it.
   */
  lookUp(
    registration: string,
    signal?: AbortSignal,
  ): Promise<{ answer: VehicleAnswer<PictureUrlAnswer>; charged: FailedLookupCharge }>;
  /**
   * The picture at an address that was looked up; `not-held` if it no longer exists. Resolves within 20 seconds.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  download(address: string, signal?: AbortSignal): Promise<PictureDownload>;
}

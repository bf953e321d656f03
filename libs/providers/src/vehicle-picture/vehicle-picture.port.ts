import type { ImageKind } from '@ve/domain/vehicle/picture/image-kind';
import type { Charged, VehicleAnswer } from '../vehicle-answer.ts';

/** A picture of a model in a vehicle's colour, of the kind that its bytes are. */
export interface VehiclePicture {
  kind: ImageKind;
  bytes: Uint8Array;
}

/** Where a picture is, at the vendor; for our own download alone. */
export interface PictureAddress {
  address: string;
}

/** The longest address of a picture that is followed. */
export const maxAddressLength = 2_000;

/** What a download gave. */
export type PictureDownload = Exclude<VehicleAnswer<VehiclePicture>, { state: 'invalid' }>;

/**
 * Pictures of vehicles. Each look-up costs about 2p, a download nothing. Neither ever throws because of the source.
 */
export interface VehiclePicturePort {
  /**
   * Looks up where the picture of a vehicle is; `not-held` where the vendor has none. `charged` counts where there is no
   * address. Resolves within a minute.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  lookUp(
    registration: string,
    signal?: AbortSignal,
  ): Promise<{ answer: VehicleAnswer<PictureAddress>; charged: Charged }>;
  /**
   * The picture at an address that was looked up; `not-held` where there is none any more. Resolves within 20 seconds.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  download(address: string, signal?: AbortSignal): Promise<PictureDownload>;
}

import type { ImageKind } from '@ve/domain/picture/image-kind';
import type { VehicleAnswer } from '../vehicle-answer.ts';

/** A picture of a model in a vehicle's colour, of the kind that its bytes are. */
export interface VehiclePicture {
  kind: ImageKind;
  bytes: Uint8Array;
}

/** Pictures of vehicles. Each look-up costs about 2p. */
export interface VehiclePicturePort {
  /**
   * Looks a picture up and downloads it; `not-held` where the vendor has none. Resolves within a minute and never throws because
   * of the source.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<VehiclePicture>>;
}

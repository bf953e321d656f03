import type { Testing, UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';

/** A file of changed MOT histories, as listed: its address works for five minutes. */
export interface ListedMotFile {
  filename: string;
  downloadUrl: string;
  madeAt: Date;
}

/** A changed history. `read`: null where it cannot be read; without the recall flag, which the files leave out. */
export interface ChangedMotHistory {
  registration: string;
  read(): Testing | null;
}

/** A file that could not be downloaded or unpacked to its end. */
export class MotFileError extends Error {}

/** A file that was downloaded, and whose content is not what it should be: it will hardly be another day. */
export class MotFileContentError extends MotFileError {}

/** DVSA's daily files of the histories that changed. */
export interface MotDeltasPort {
  /** The files that are there, of the last days. Never throws because of the source. */
  list(
    signal?: AbortSignal,
  ): Promise<
    | { state: 'listed'; files: ListedMotFile[] }
    | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number }
  >;
  /**
   * The records of a file in its order, one at a time whatever its size.
   * @throws MotFileError, where the content is at fault MotFileContentError; the reason of `signal` when it is aborted
   */
  read(file: ListedMotFile, signal?: AbortSignal): AsyncIterable<ChangedMotHistory>;
}

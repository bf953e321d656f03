import type { MotTestingData, UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';

/** A listed file of changed MOT histories; its address is valid for five minutes. */
export interface ListedMotFile {
  filename: string;
  downloadUrl: string;
  madeAt: Date;
}

/** A changed history. `read` is null if it is unreadable, and has no recall flag, which the files do not contain. */
export interface ChangedMotHistory {
  registration: string;
  read(): MotTestingData | null;
}

/** A file that could not be downloaded or unpacked completely. */
export class MotFileError extends Error {}

/** A downloaded file with invalid content: unlike a failed download, it will hardly be readable another day. */
export class MotFileContentError extends MotFileError {}

export interface MotDeltasPort {
  /** The available files of the last days. Never throws because of the source. */
  list(
    signal?: AbortSignal,
  ): Promise<
    | { state: 'listed'; files: ListedMotFile[] }
    | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number }
  >;
  /**
   * The records of a file in order, one at a time regardless of its size. @throws MotFileContentError for invalid
   * content, MotFileError for other failures; the reason of `signal` when it is aborted
   */
  read(file: ListedMotFile, signal?: AbortSignal): AsyncIterable<ChangedMotHistory>;
}

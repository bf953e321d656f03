import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { VendorUnavailableResult } from '../http/call-result.ts';

/** The file that was read last, so that the same one is not read again. */
export interface LastReadRecallsFile {
  etag: string | null;
  /** SHA-256 in hexadecimal. */
  hash: string | null;
}

/**
 * `read`: every campaign of the file, rows of one make, model and number merged; `skippedRows` rows were unreadable.
 * `unchanged`: the file is the known one.
 */
export type AvailableRecallsAnswer =
  | { state: 'unchanged' }
  | {
      state: 'read';
      campaigns: RecallCampaign[];
      rows: number;
      skippedRows: number;
      etag: string | null;
      hash: string;
    };

export type RecallsAnswer = AvailableRecallsAnswer | VendorUnavailableResult;

export interface RecallsPort {
  /**
   * The list of all recall campaigns. Resolves within two minutes and never throws because of the vendor. @param today
   * campaigns that are launched later are left out @throws the reason of `signal`, when and only when the caller aborts
   * it.
   */
  read(known: LastReadRecallsFile, today: IsoDate, signal?: AbortSignal): Promise<RecallsAnswer>;
}

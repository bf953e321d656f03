import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { countRecallCampaigns, replaceRecallCampaigns } from '@ve/data/vehicle/places/recall-campaign.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { RecallsPort } from '@ve/providers/recalls/recalls.port';
import {
  type FileImportContext,
  type FileImportOutcome,
  importInOneProcess,
  wouldDataShrinkByHalf,
  fileImportRetryMs,
  isFileImportDue,
} from './import-once.ts';
import type { VehicleListener } from '../store-vehicle-record.ts';

/** DVSA updates the file on working days. */
const everyMs = 24 * 3_600_000;

/**
 * Imports DVSA's recalls file when it was last read a day ago, and notifies the listener of makes and models whose
 * campaigns changed. Returns whether this process read it.
 */
export const importRecallCampaigns = async (
  recalls: RecallsPort,
  { fork, now, signal, listener }: FileImportContext & { listener: Pick<VehicleListener, 'campaignsChanged'> },
): Promise<boolean> => {
  const state = await findFileImport(fork(), 'recalls');
  const startedAt = now();
  if (
    !isFileImportDue(state?.fetchedAt ?? null, everyMs, startedAt) ||
    !isFileImportDue(state?.attemptedAt ?? null, fileImportRetryMs, startedAt)
  ) {
    return false;
  }
  return importInOneProcess({ fork, name: 'recalls', startedAt }, async (): Promise<FileImportOutcome> => {
    const known = { etag: state?.etag ?? null, hash: state?.fileDigest ?? null };
    const answer = await recalls.read(known, londonDate(startedAt), signal);
    const end = { readAt: startedAt, fullyFetchedAt: startedAt };
    switch (answer.state) {
      case 'unavailable':
        return { read: false, failure: answer.reason };
      case 'unchanged':
        return { read: true, store: async () => undefined, end };
      case 'read': {
        const { campaigns, rows, skippedRows, etag, hash } = answer;
        if (wouldDataShrinkByHalf(await countRecallCampaigns(fork()), campaigns.length)) {
          return { read: false, failure: 'the file has less than half of the campaigns that it had' };
        }
        return {
          read: true,
          store: async (em) => {
            await listener.campaignsChanged(em, await replaceRecallCampaigns(em, campaigns), startedAt);
          },
          end: { ...end, sourceChangedAt: startedAt, rows, skippedRows, etag, hash },
        };
      }
    }
  });
};

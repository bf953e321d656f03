import type { EntityManager } from '@mikro-orm/postgresql';
import {
  recordMotDeltaFileProgress,
  startMotDeltaFile,
  markMotDeltaFileFailed,
  type FailedMotDeltaFile,
  findFailedMotDeltaFiles,
  findUnreadMotDeltaFiles,
  markMotDeltaFileFinished,
} from '@ve/data/monitoring/alerts/mot-delta.repository';
import { findWatchingMembers } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import {
  claimFileImport,
  completeFileImport,
  extendFileImportClaim,
  failFileImport,
} from '@ve/data/vehicle/places/file-import.repository';
import {
  type ChangedMotHistory,
  type ListedMotFile,
  type MotDeltasPort,
  MotFileContentError,
} from '@ve/providers/mot-history/mot-deltas.port';
import { redactText } from '@ve/domain/kernel/text/redact-text';
import { randomUUID } from 'node:crypto';
import { storeMonitorCheckResult } from '../run-monitor-check.ts';
import { toTestingMonitorCheckAnswer, testingCheckIntervalDays } from './register-checks.ts';

/**
 * After this a file that failed is retried. It is skipped permanently after a number of failures caused by its content,
 * which takes about a day.
 */
const retryIntervalMs = 3_600_000;
const maxFailures = 24;

export interface MotDeltaImportDeps {
  fork: () => EntityManager;
  deltas: Pick<MotDeltasPort, 'list' | 'read'>;
  now: () => Date;
  /** Aborted when the process ends. */
  signal?: AbortSignal;
}

const batchSize = 500;

/**
 * Longer than a file's download may take; each batch of its records extends it. After a kill another process starts
 * once it expired.
 */
const leaseMs = 40 * 60_000;
const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/**
 * Imports DVSA's unread files of changed histories, oldest first, and notifies the members whose car is in them; one
 * process at a time. Missed days are caught up from the list. A file is processed in batches, each in one transaction
 * with the position, so a run after a killed one continues there. A file that cannot be read does not block the others:
 * later runs retry it, and give up only if its content is at fault. Returns how many watched cars were found, or null
 * if another process imports.
 * @throws Error when DVSA does not list its files; or, after all others were imported, when some could not be read
 */
export const importMotDeltaFiles = async (needs: MotDeltaImportDeps): Promise<number | null> => {
  const { fork, now } = needs;
  const claim = randomUUID();
  const startedAt = now();
  if (!(await claimFileImport(fork(), 'mot', { claim, leaseMs, now: startedAt }))) return null;
  try {
    const matched = await importListed(needs, claim);
    await completeFileImport(fork(), 'mot', { readAt: startedAt, fullyFetchedAt: startedAt });
    return matched;
  } catch (error) {
    await failFileImport(fork(), { name: 'mot', claim, failure: messageOf(error) });
    throw error;
  }
};

const importListed = async (needs: MotDeltaImportDeps, claim: string): Promise<number> => {
  const { fork, deltas, now, signal } = needs;
  let matched = 0;
  for (;;) {
    // Listed again for each file: its URL works for five minutes.
    const listed = await deltas.list(signal);
    if (listed.state === 'unavailable') throw new Error(`DVSA did not list its files: ${listed.reason}`);
    const [next] = await findUnreadMotDeltaFiles(fork(), {
      listed: listed.files,
      failedSince: new Date(now().getTime() - retryIntervalMs),
      maxFailures,
    });
    const file = listed.files.find(({ filename }) => filename === next?.filename);
    if (file === undefined) {
      const failed = await findFailedMotDeltaFiles(fork(), listed.files);
      if (failed.length > 0) throw new Error(failed.map(errorMessageOf).join('; '));
      return matched;
    }
    try {
      matched += await importDelta(needs, file, claim);
    } catch (error) {
      if (signal?.aborted || error instanceof ImportClaimLostError) throw error;
      const isContent = error instanceof MotFileContentError;
      await markMotDeltaFileFailed(fork(), { filename: file.filename, failure: messageOf(error), isContent }, now());
    }
  }
};

const messageOf = (error: unknown): string => redactText(error instanceof Error ? error.message : String(error));

const errorMessageOf = ({ filename, failure, failureCount }: FailedMotDeltaFile): string =>
  `${filename} ${failureCount >= maxFailures ? 'was given up' : 'cannot be read'}: ${failure}`;

/** Thrown when this process was too slow and another has taken over the import. */
class ImportClaimLostError extends Error {
  constructor() {
    super('another process reads the MOT files by now');
  }
}

const importDelta = async (
  { fork, deltas, now, signal }: MotDeltaImportDeps,
  file: ListedMotFile,
  claim: string,
): Promise<number> => {
  const done = await startMotDeltaFile(fork(), file, now());
  let records = 0;
  let matched = 0;
  let batch: ChangedMotHistory[] = [];
  const flush = async (): Promise<void> => {
    matched += await fork().transactional(async (em) => {
      if (!(await extendFileImportClaim(em, { name: 'mot', claim, until: leaseFrom(now()) })))
        throw new ImportClaimLostError();
      return keepBatch(em, { file, batch, records }, now());
    });
    batch = [];
  };
  for await (const record of deltas.read(file, signal)) {
    records += 1;
    if (records <= done) continue;
    batch.push(record);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  await markMotDeltaFileFinished(fork(), file.filename, now());
  return matched;
};

/** Compares the watched cars of a batch, and records that the file is processed up to `records`. */
const keepBatch = async (
  em: EntityManager,
  {
    file: { filename, madeAt },
    batch,
    records,
  }: { file: ListedMotFile; batch: readonly ChangedMotHistory[]; records: number },
  now: Date,
): Promise<number> => {
  const byRegistration = new Map(batch.map((record) => [record.registration, record]));
  const watchers = await findWatchingMembers(em, [...byRegistration.keys()], { readBefore: madeAt, now });
  for (const { userId, registration } of watchers) {
    const history = byRegistration.get(registration)?.read();
    if (history === null || history === undefined) continue;
    const kept = { userId, aspect: 'testing', registration, everyDays: testingCheckIntervalDays } as const;
    await storeMonitorCheckResult(
      em,
      { check: kept, result: { ok: true, answer: toTestingMonitorCheckAnswer(history, madeAt) } },
      { now, correlationId: 'alerts' },
    );
  }
  const matched = new Set(watchers.map(({ registration }) => registration)).size;
  await recordMotDeltaFileProgress(em, filename, { records, matched });
  return matched;
};

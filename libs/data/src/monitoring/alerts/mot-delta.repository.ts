import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** A file in DVSA's list. */
export interface ListedMotDeltaFile {
  filename: string;
  madeAt: Date;
}

/**
 * Returns those of the listed files that are not read completely, the oldest first; not those that failed since
 * `failedSince`, or have failed `maxFailures` times.
 */
export const findUnreadMotDeltaFiles = async (
  em: EntityManager,
  {
    listed,
    failedSince,
    maxFailures,
  }: { listed: readonly ListedMotDeltaFile[]; failedSince: Date; maxFailures: number },
): Promise<ListedMotDeltaFile[]> => {
  const excluded = await sql<{ filename: string }>`
    select filename from mot_deltas where filename = any (${namesOf(listed)}::text[]) and (
      finished_at is not null or failure_count >= ${maxFailures}
        or failed_at >= ${failedSince.toISOString()}
    )
  `.execute(tables(em));
  const done = new Set(excluded.rows.map(({ filename }) => filename));
  return listed
    .filter(({ filename }) => !done.has(filename))
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime() || a.filename.localeCompare(b.filename));
};

/** A file that could not be read so far. */
export interface FailedMotDeltaFile {
  filename: string;
  failure: string;
  failureCount: number;
}

/** Returns those of the listed files that could not be read, the oldest first. */
export const findFailedMotDeltaFiles = async (
  em: EntityManager,
  listed: readonly ListedMotDeltaFile[],
): Promise<FailedMotDeltaFile[]> => {
  const failed = await sql<FailedMotDeltaFile>`
    select filename, failure, failure_count as "failureCount" from mot_deltas
    where filename = any (${namesOf(listed)}::text[]) and finished_at is null and failure_count > 0 order by source_created_at
  `.execute(tables(em));
  return failed.rows;
};

const namesOf = (listed: readonly ListedMotDeltaFile[]): string[] => listed.map(({ filename }) => filename);

/**
 * Records why a started file could not be read completely. `isContent`: the failure was caused by the file's content,
 * which is counted; a failed download is retried as long as the file is listed.
 */
export const markMotDeltaFileFailed = async (
  em: EntityManager,
  { filename, failure, isContent }: { filename: string; failure: string; isContent: boolean },
  now: Date,
): Promise<void> => {
  const failures = isContent ? sql<number>`failure_count + 1` : sql<number>`greatest(failure_count, 1)`;
  await tables(em)
    .updateTable('mot_deltas')
    .set({ failureCount: failures, failedAt: now, failure: failure.slice(0, 300) })
    .where('filename', '=', filename)
    .execute();
};

/** Starts or resumes a file; returns the number of its processed records. */
export const startMotDeltaFile = async (
  em: EntityManager,
  { filename, madeAt }: ListedMotDeltaFile,
  now: Date,
): Promise<number> => {
  const row = await tables(em)
    .insertInto('mot_deltas')
    .values({ filename, sourceCreatedAt: madeAt, startedAt: now })
    .onConflict((conflict) => conflict.column('filename').doUpdateSet({ sourceCreatedAt: madeAt }))
    .returning('processedRecords')
    .executeTakeFirstOrThrow();
  return row.processedRecords;
};

/** Records that a file is processed up to `records`, in the transaction that processed them. */
export const recordMotDeltaFileProgress = async (
  em: EntityManager,
  filename: string,
  { records, matched }: { records: number; matched: number },
): Promise<void> => {
  await sql`
    update mot_deltas set processed_records = ${records}, matched_records = matched_records + ${matched}
    where filename = ${filename} and processed_records < ${records}
  `.execute(tables(em));
};

/** Records that a file was read completely. */
export const markMotDeltaFileFinished = async (em: EntityManager, filename: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('mot_deltas')
    .set({ finishedAt: now })
    .where('filename', '=', filename)
    .where('finishedAt', 'is', null)
    .execute();
};

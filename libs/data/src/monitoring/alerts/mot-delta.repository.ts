import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';

/** A file as DVSA lists it. */
export interface ListedDelta {
  filename: string;
  madeAt: Date;
}

/** A file that cannot be read is tried again after this; given up when its content was at fault so many times: within a day or so. */
const retryIntervalMs = 3_600_000;
const maxFailures = 24;

/**
 * Of the listed files those that are not read to their end, oldest first; not those that could not be read within the hour,
 * or were given up.
 */
export const findUnreadDeltas = async (
  em: EntityManager,
  listed: readonly ListedDelta[],
  now: Date,
): Promise<ListedDelta[]> => {
  const ago = new Date(now.getTime() - retryIntervalMs).toISOString();
  const left = await sql<{ filename: string }>`
    select filename from mot_deltas where filename = any (${namesOf(listed)}::text[]) and (
      finished_at is not null or failures >= ${maxFailures}
        or failed_at between ${ago} and ${latestPlausibleInstant(now).toISOString()}
    )
  `.execute(tables(em));
  const done = new Set(left.rows.map(({ filename }) => filename));
  return listed
    .filter(({ filename }) => !done.has(filename))
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime() || a.filename.localeCompare(b.filename));
};

/** A file that could not be read yet, or never will be. */
export interface FailedDelta {
  filename: string;
  failure: string;
  hasFailedForGood: boolean;
}

/** Of the listed files those that could not be read, oldest first. */
export const findFailedDeltas = async (em: EntityManager, listed: readonly ListedDelta[]): Promise<FailedDelta[]> => {
  const failed = await sql<FailedDelta>`
    select filename, failure, failures >= ${maxFailures} as "hasFailedForGood" from mot_deltas
    where filename = any (${namesOf(listed)}::text[]) and finished_at is null and failures > 0 order by made_at
  `.execute(tables(em));
  return failed.rows;
};

const namesOf = (listed: readonly ListedDelta[]): string[] => listed.map(({ filename }) => filename);

/**
 * Records that a file that was begun could not be read to its end, and why. `isContent`: for what the file holds, which is
 * counted; one that could not be downloaded is tried for as long as it is listed.
 */
export const failDelta = async (
  em: EntityManager,
  filename: string,
  { failure, isContent }: { failure: string; isContent: boolean },
  now: Date,
): Promise<void> => {
  const failures = isContent ? sql<number>`failures + 1` : sql<number>`greatest(failures, 1)`;
  await tables(em)
    .updateTable('mot_deltas')
    .set({ failures, failedAt: now, failure: failure.slice(0, 300) })
    .where('filename', '=', filename)
    .execute();
};

/** Begins a file, or goes on with it; returns how many of its records are dealt with. */
export const beginDelta = async (em: EntityManager, { filename, madeAt }: ListedDelta, now: Date): Promise<number> => {
  const row = await tables(em)
    .insertInto('mot_deltas')
    .values({ filename, madeAt, startedAt: now })
    .onConflict((conflict) => conflict.column('filename').doUpdateSet({ madeAt }))
    .returning('records')
    .executeTakeFirstOrThrow();
  return row.records;
};

/** Records, in the transaction that dealt with them, that a file is dealt with up to `records`. */
export const advanceDelta = async (
  em: EntityManager,
  filename: string,
  { records, matched }: { records: number; matched: number },
): Promise<void> => {
  await sql`
    update mot_deltas set records = ${records}, matched = matched + ${matched}
    where filename = ${filename} and records < ${records}
  `.execute(tables(em));
};

/** A file is read to its end. */
export const finishDelta = async (em: EntityManager, filename: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('mot_deltas')
    .set({ finishedAt: now })
    .where('filename', '=', filename)
    .where('finishedAt', 'is', null)
    .execute();
};

/** Purges the record of files made before `before`, up to a thousand; returns how many. */
export const purgeMotDeltas = async (em: EntityManager, before: Date): Promise<number> => {
  const gone = await sql`
    delete from mot_deltas where filename in (
      select filename from mot_deltas where made_at < ${before.toISOString()} limit 1000 for update skip locked
    )
  `.execute(tables(em));
  return Number(gone.numAffectedRows ?? 0);
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

/** A file as DVSA lists it. */
export interface ListedDelta {
  filename: string;
  madeAt: Date;
}

/** Of the listed files those that are not read to their end, oldest first. */
export const findUnreadDeltas = async (em: EntityManager, listed: readonly ListedDelta[]): Promise<ListedDelta[]> => {
  const names = listed.map(({ filename }) => filename);
  const read = await tables(em)
    .selectFrom('mot_deltas')
    .select('filename')
    .where('filename', 'in', names.length === 0 ? [''] : names)
    .where('finished_at', 'is not', null)
    .execute();
  const done = new Set(read.map(({ filename }) => filename));
  return listed
    .filter(({ filename }) => !done.has(filename))
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime() || a.filename.localeCompare(b.filename));
};

/** Begins a file, or goes on with it; returns how many of its records are dealt with. */
export const beginDelta = async (em: EntityManager, { filename, madeAt }: ListedDelta, now: Date): Promise<number> => {
  const row = await tables(em)
    .insertInto('mot_deltas')
    .values({ filename, made_at: madeAt, started_at: now })
    .onConflict((conflict) => conflict.column('filename').doUpdateSet({ made_at: madeAt }))
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
    .set({ finished_at: now })
    .where('filename', '=', filename)
    .where('finished_at', 'is', null)
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

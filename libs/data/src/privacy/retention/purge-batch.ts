import type { EntityManager } from '@mikro-orm/postgresql';
import { type PurgedRetentionName, retentionSchedule } from '@ve/domain/privacy/retention';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { PurgeCutoff, TablePrivacy } from '../../kernel/table-privacy.ts';
import { type TableWithPersonalData, tablePrivacy } from '../../table-privacy.ts';

/** Purges a batch of rows from each table of an entry of the retention table; returns how many. */
export const purgeEntryBatch = async (
  em: EntityManager,
  name: PurgedRetentionName,
  time: PurgeCutoff,
): Promise<number> => {
  let purged = 0;
  for (const table of retentionSchedule[name].tables) purged += await purgeTable(em, { name, table }, time);
  return purged;
};

/**
 * Purges a batch of rows of one table of an entry, with the rows that depend on them by a foreign key; returns how
 * many. Skips locked rows until the next purge.
 */
export const purgeTable = async (
  em: EntityManager,
  { name, table }: { name: PurgedRetentionName; table: TableWithPersonalData },
  time: PurgeCutoff,
): Promise<number> => {
  const { key = 'id', purge, purgeBatchSize: limit = 1_000 }: TablePrivacy = tablePrivacy[table];
  const ends = purge?.[name];
  if (ends === undefined || 'otherwise' in ends) return 0;
  if ('run' in ends) return ends.run(em, time);
  const columns = sql.raw(key);
  const deleted = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${ends(time.before)} limit ${limit} for update skip locked
    )
  `.execute(tables(em));
  return Number(deleted.numAffectedRows ?? 0);
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../../entities.ts';

export type FileImportName = 'recalls' | 'fuel' | 'mot';

/** The progress of an import. */
export interface FileImportState {
  attemptedAt: Date | null;
  /** When the source last responded: the age of our data. */
  fetchedAt: Date | null;
  /** When the whole source was last read. */
  fullyFetchedAt: Date | null;
  sourceChangedAt: Date | null;
  etag: string | null;
  fileDigest: string | null;
  rows: number;
  skippedRows: number;
  /** Why the last import changed nothing; null after a success. */
  failure: string | null;
}

const columns = [
  'attemptedAt',
  'fetchedAt',
  'fullyFetchedAt',
  'sourceChangedAt',
  'etag',
  'fileDigest',
  'rowCount as rows',
  'skippedRows',
  'failure',
] as const;

/** Returns the progress of an import; null: it was never started. */
export const findFileImport = async (em: EntityManager, name: FileImportName): Promise<FileImportState | null> =>
  (await tables(em).selectFrom('file_imports').select(columns).where('name', '=', name).executeTakeFirst()) ?? null;

/**
 * Claims an import for one process, for at most `leaseMs`, after which another can claim it. False when another process
 * has it. A lease that ends later than that was granted by a clock that was set back since, and is ignored.
 */
export const claimFileImport = async (
  em: EntityManager,
  name: FileImportName,
  { claim, leaseMs, now }: { claim: string; leaseMs: number; now: Date },
): Promise<boolean> => {
  const until = new Date(now.getTime() + leaseMs);
  const taken = await sql`
    insert into file_imports (name, claim_id, claimed_until, attempted_at)
    values (${name}, ${claim}, ${until.toISOString()}, ${now.toISOString()})
    on conflict (name) do update
      set claim_id = excluded.claim_id, claimed_until = excluded.claimed_until, attempted_at = excluded.attempted_at
      where file_imports.claimed_until is null or file_imports.claimed_until <= ${now.toISOString()}
        or file_imports.claimed_until > ${latestPlausibleInstant(until).toISOString()}
    returning name
  `.execute(tables(em));
  return taken.rows.length === 1;
};

/**
 * Whether the claim is still this process's; locked until the caller's transaction ends, so that no other process
 * writes meanwhile.
 */
export const lockFileImportClaim = async (em: EntityManager, name: FileImportName, claim: string): Promise<boolean> => {
  const held = await tables(em)
    .selectFrom('file_imports')
    .select('name')
    .where('name', '=', name)
    .where('claimId', '=', claim)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
};

/** Extends a claim, in the transaction that stores a part of the data; false: another process has it by now. */
export const extendFileImportClaim = async (
  em: EntityManager,
  { name, claim, until }: { name: FileImportName; claim: string; until: Date },
): Promise<boolean> => {
  const extended = await tables(em)
    .updateTable('file_imports')
    .set({ claimedUntil: until })
    .where('name', '=', name)
    .where('claimId', '=', claim)
    .executeTakeFirst();
  return extended.numUpdatedRows === 1n;
};

/** The result of a successful import; undefined members are unchanged. */
export interface FileImportResult {
  readAt: Date;
  fullyFetchedAt?: Date;
  sourceChangedAt?: Date;
  etag?: string | null;
  hash?: string;
  rows?: number;
  skippedRows?: number;
}

/** Ends an import successfully, in the transaction that holds its claim and has stored its data. */
export const completeFileImport = async (
  em: EntityManager,
  name: FileImportName,
  end: FileImportResult,
): Promise<void> => {
  await tables(em)
    .updateTable('file_imports')
    .set({
      claimId: null,
      claimedUntil: null,
      failure: null,
      fetchedAt: end.readAt,
      ...(end.fullyFetchedAt === undefined ? {} : { fullyFetchedAt: end.fullyFetchedAt }),
      ...(end.sourceChangedAt === undefined ? {} : { sourceChangedAt: end.sourceChangedAt }),
      ...(end.etag === undefined ? {} : { etag: end.etag }),
      ...(end.hash === undefined ? {} : { fileDigest: end.hash }),
      ...(end.rows === undefined ? {} : { rowCount: end.rows }),
      ...(end.skippedRows === undefined ? {} : { skippedRows: end.skippedRows }),
    })
    .where('name', '=', name)
    .execute();
};

/** Records why an import changed nothing, unless another process has claimed it by then. */
export const failFileImport = async (
  em: EntityManager,
  { name, claim, failure }: { name: FileImportName; claim: string; failure: string },
): Promise<void> => {
  await tables(em)
    .updateTable('file_imports')
    .set({ claimId: null, claimedUntil: null, failure: failure.slice(0, 300) })
    .where('name', '=', name)
    .where('claimId', '=', claim)
    .execute();
};

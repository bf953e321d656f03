import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/columns.ts';

/** How far the import of a public source is. */
export const fileImportSchema = defineEntity({
  name: 'FileImport',
  tableName: 'file_imports',
  properties: {
    name: p.text().$type<'recalls' | 'fuel' | 'mot'>().primary(),
    /** Of the process that imports now; another takes over when its time is up. */
    claim: p.uuid().nullable(),
    claimedUntil: instant().nullable(),
    /** When an import was last begun. */
    triedAt: instant().nullable(),
    /** When the source last answered, changed or not: how fresh what we hold is. */
    readAt: instant().nullable(),
    /** When all of it was last read; increments are read in between. */
    fullReadAt: instant().nullable(),
    /** When the source last answered something else than before. */
    sourceChangedAt: instant().nullable(),
    etag: p.text().nullable(),
    /** SHA-256 of the file, in hexadecimal. */
    hash: p.text().nullable(),
    rowCount: p.integer().default(0),
    /** Rows that could not be read. */
    skippedRows: p.integer().default(0),
    /** Why the last import changed nothing; null when it ended well. */
    failure: p.text().nullable(),
  },
  checks: [
    { name: 'file_imports_name_check', expression: `name in ('recalls', 'fuel', 'mot')` },
    { name: 'file_imports_claim_check', expression: '(claim is null) = (claimed_until is null)' },
    { name: 'file_imports_etag_check', expression: 'length(etag) <= 200' },
    { name: 'file_imports_hash_check', expression: `hash ~ '^[0-9a-f]{64}$'` },
    { name: 'file_imports_counts_check', expression: 'row_count >= 0 and skipped_rows >= 0' },
    { name: 'file_imports_failure_check', expression: 'length(failure) <= 300' },
  ],
});

import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** The progress of importing a public source. */
export const fileImportEntity = defineEntity({
  name: 'FileImport',
  tableName: 'file_imports',
  properties: {
    name: p.text().$type<'recalls' | 'fuel' | 'mot'>().primary(),
    /** The claim of the importing process; another process takes over when its lease ends. */
    claimId: p.uuid().nullable(),
    claimedUntil: instantColumn().nullable(),
    /** When an import was last started. */
    attemptedAt: instantColumn().nullable(),
    /** When the source last responded, changed or not: the age of our data. */
    fetchedAt: instantColumn().nullable(),
    /** When the whole source was last read; increments are read in between. */
    fullyFetchedAt: instantColumn().nullable(),
    /** When the source's response last differed from the one before. */
    sourceChangedAt: instantColumn().nullable(),
    etag: p.text().nullable(),
    /** SHA-256 of the file, in hexadecimal. */
    fileDigest: p.text().nullable(),
    rowCount: p.integer().default(0),
    /** Rows that could not be read. */
    skippedRows: p.integer().default(0),
    /** Why the last import changed nothing; null after a success. */
    failure: p.text().nullable(),
  },
  checks: [
    { name: 'file_imports_name_check', expression: `name in ('recalls', 'fuel', 'mot')` },
    { name: 'file_imports_claim_id_check', expression: '(claim_id is null) = (claimed_until is null)' },
    { name: 'file_imports_etag_check', expression: 'length(etag) <= 200' },
    { name: 'file_imports_file_digest_check', expression: `file_digest ~ '^[0-9a-f]{64}$'` },
    { name: 'file_imports_counts_check', expression: 'row_count >= 0 and skipped_rows >= 0' },
    { name: 'file_imports_failure_check', expression: 'length(failure) <= 300' },
  ],
});

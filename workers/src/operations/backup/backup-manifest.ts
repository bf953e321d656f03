import * as z from 'zod';

const tableDigest = z.object({
  table: z.string().max(200),
  rows: z.number().int().min(0),
  checksum: z.string().max(60).nullable(),
});

/** The file next to a backup. It holds no personal data: instants, names of tables, numbers of rows and checksums. */
export const backupManifestSchema = z.object({
  /** The instant for `after-restore`: everything committed before it is in the backup. */
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The major version of the server, and of the `pg_dump` that read it. */
  postgresMajor: z.number().int(),
  migrations: z.array(z.string().max(200)).max(10_000),
  tables: z.array(tableDigest).max(10_000),
});

export type BackupManifest = z.output<typeof backupManifestSchema>;

/** A backup or restore was refused before anything was written. */
export class BackupRefusedError extends Error {
  override name = 'BackupRefusedError';
}

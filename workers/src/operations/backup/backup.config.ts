import { postgresUrlConfigField, serverProcessConfigFields } from '@ve/server-kit/config/process-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import { Encrypter } from 'age-encryption';
import * as z from 'zod';

const { LOG_LEVEL, LOG_FORMAT } = serverProcessConfigFields(0);

const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
};

/** Environment of `npm run backup`. */
export const configSchema = z.object({
  LOG_LEVEL,
  LOG_FORMAT,
  DATABASE_URL: postgresUrlConfigField(),
  BACKUP_DIR: z.string().describe('Folder of the backups'),
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipient, 'must be the public key of an age key, age1…')
    .describe(
      'Public age key, `age1…`, for which backups are encrypted; `npm run backup -- --new-key` makes one. Only its private key, which must not be kept on this machine, reads them',
    ),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(2).describe('Hour of the nightly backup in UTC, 0 to 23'),
});

export type BackupConfig = z.output<typeof configSchema>;

/** @throws ConfigError with all errors */
export const readBackupConfig = (): BackupConfig => readConfig(configSchema, process.env);

const restoreSchema = z.object({ DATABASE_URL: postgresUrlConfigField() });

/** The environment of `npm run restore-backup`: the empty database. @throws ConfigError with all errors */
export const readRestoreConfig = (): z.output<typeof restoreSchema> => readConfig(restoreSchema, process.env);

/** The environment of PostgreSQL's client programs, except the connection. */
export const clientEnvironment = (): NodeJS.ProcessEnv => process.env;

import { postgresUrlConfigField, serverProcessConfigFields } from '@ve/server-kit/config/process-fields';
import { withProductionRules } from '@ve/server-kit/config/production-rules';
import { readConfig } from '@ve/server-kit/config/read-config';
import { Encrypter } from 'age-encryption';
import * as z from 'zod';

const { NODE_ENV, REHEARSAL, LOG_LEVEL, LOG_FORMAT } = serverProcessConfigFields(0);

/** Its private key is in `docker/sandbox.env`. */
const sandboxRecipient = 'age1s4duxyf2fh5arnwl0dvgfhe4avna70l66xdkdsxjgxdwtr7h29rqxpdqr8';

const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
};

const schema = z.object({
  NODE_ENV,
  REHEARSAL,
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

/** Environment of `npm run backup`. */
export const configSchema = withProductionRules(schema, [
  { name: 'BACKUP_RECIPIENT', refuses: (key) => key === sandboxRecipient, words: "must not be the sandbox's" },
]);

export type BackupConfig = z.output<typeof configSchema>;

/** @throws ConfigError with all errors */
export const readBackupConfig = (): BackupConfig => readConfig(configSchema, process.env);

const restoreSchema = z.object({ DATABASE_URL: postgresUrlConfigField() });

/** The environment of `npm run restore-backup`: the empty database. @throws ConfigError with all errors */
export const readRestoreConfig = (): z.output<typeof restoreSchema> => readConfig(restoreSchema, process.env);

/** The environment of PostgreSQL's client programs, except the connection. */
export const clientEnvironment = (): NodeJS.ProcessEnv => process.env;

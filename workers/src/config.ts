import { httpUrl, postgresUrl, processFields } from '@ve/server-kit/config/process-fields';
import { readConfig } from '@ve/server-kit/config/read-config';
import * as z from 'zod';

const key = z.string().min(1);

/** Environment of the workers. */
export const configSchema = z.object({
  ...processFields(3001),
  DATABASE_URL: postgresUrl(),
  /** Not set: the queues are in Postgres, at DATABASE_URL. */
  QUEUE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DVLA_URL: httpUrl(),
  DVLA_API_KEY: key,
  DVSA_URL: httpUrl(),
  DVSA_TOKEN_URL: httpUrl(),
  DVSA_CLIENT_ID: key,
  DVSA_CLIENT_SECRET: key,
  DVSA_API_KEY: key,
  DVSA_SCOPE: z.string().default('https://tapi.dvsa.gov.uk/.default'),
  UKVD_URL: httpUrl(),
  UKVD_API_KEY: key,
});

export type WorkersConfig = z.infer<typeof configSchema>;

/** @throws ConfigError with every fault */
export const readWorkersConfig = (): WorkersConfig => readConfig(configSchema, process.env);

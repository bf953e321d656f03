import * as z from 'zod';
import type { Environment } from './doctor-variables.ts';

/** The variables that only `npm run doctor` reads. */
export const configSchema = z.object({
  DNS_SERVER: z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i, 'must be a name server, host:port')
    .transform((text) => {
      const { hostname, port } = new URL(`dns://${text}`);
      return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 53 : Number(port) };
    })
    .optional()
    .describe('Name server that is asked about the domain of `MAIL_FROM`, `127.0.0.1:3953`; not set: the machine’s'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9._-]{1,63}$/i, 'must be the selector of a DKIM key')
    .optional()
    .describe('Selector with which the mail server signs, the `s=` of its signatures; not set: DKIM is not checked'),
  BACKUP_DIR: z.string().optional().describe('Folder of the backups'),
});

/** The environment of this process, which is that of the processes that the doctor examines. */
export const readDoctorEnvironment = (): Environment => process.env;

import { isIP } from 'node:net';
import * as z from 'zod';

const isNameServer = (text: string): boolean => isIP(text.replace(/:\d{1,5}$/, '').replace(/^\[|\]$/g, '')) > 0;

/** The variables that only `npm run doctor` reads. */
export const configSchema = z.object({
  DNS_SERVER: z
    .string()
    .refine(isNameServer, 'must be the IP address of a name server, with or without a port')
    .optional()
    .describe('Name server that is asked about the domain of `MAIL_FROM`, `127.0.0.1:3953`; not set: the machine’s'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9._-]{1,63}$/i, 'must be the selector of a DKIM key')
    .optional()
    .describe('Selector with which the mail server signs, the `s=` of its signatures; not set: DKIM is not checked'),
  BACKUP_DIR: z.string().optional().describe('Folder of the backups, whose age is checked; not set: it is not checked'),
});

import type { MikroORM } from '@mikro-orm/postgresql';
import type { JobHandlers } from '@ve/server-kit/queue/job-handlers';
import { createErrorLogHandler } from './error-logs/write.handler.ts';
import type { MailNeeds } from './mails/mail-settings.ts';
import { createMailHandler } from './mails/send.handler.ts';
import { sendReminder } from './reminders/send.handler.ts';
import type { Sources } from './sources.ts';
import { runVdiCheck } from './vdi-check/run.handler.ts';
import { createFetchHandler } from './vehicle-fetch/fetch.handler.ts';

/** Who does which job: the type holds every job of the contract. */
export const createHandlers = (
  needs: MailNeeds & { orm: MikroORM; sources: Sources; now: () => Date },
): JobHandlers => ({
  'vehicle-fetch.run': createFetchHandler(needs),
  'vdi-check.run': runVdiCheck,
  'reminders.send': sendReminder,
  'error-logs.write': createErrorLogHandler(needs),
  'mails.send': createMailHandler(needs),
});

import { writeError } from './error-logs/write.handler.ts';
import type { Handlers } from './job-context.ts';
import type { MailNeeds } from './mails/mail-settings.ts';
import { createMailHandler } from './mails/send.handler.ts';
import { sendReminder } from './reminders/send.handler.ts';
import { fillReport } from './reports/fill.handler.ts';
import { completeSignUp } from './sign-ups/complete.handler.ts';
import type { Sources } from './sources.ts';
import { processStripeEvent } from './stripe-events/process.handler.ts';
import { cancelSubscription } from './subscriptions/cancel.handler.ts';
import { syncSubscription } from './subscriptions/sync.handler.ts';
import { runVdiCheck } from './vdi-check/run.handler.ts';
import { createFetchHandler } from './vehicle-fetch/fetch.handler.ts';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createHandlers = (needs: MailNeeds & { sources: Sources }): Handlers => ({
  'vehicle-fetch.run': createFetchHandler(needs),
  'vdi-check.run': runVdiCheck,
  'reminders.send': sendReminder,
  'error-logs.write': writeError,
  'mails.send': createMailHandler(needs),
  'sign-ups.complete': completeSignUp,
  'stripe-events.process': processStripeEvent,
  'subscriptions.sync': syncSubscription,
  'subscriptions.cancel': cancelSubscription,
  'reports.fill': fillReport,
});

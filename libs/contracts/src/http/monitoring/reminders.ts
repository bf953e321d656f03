import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import type { OptionalMailStream } from '../../mails.ts';
import { registrationField } from '../../registration-field.ts';
import { phoneStateSchema } from '../membership/phone.ts';

/** The streams that a member receives by e-mail, each with its own unsubscribe link. */
export const watchMailStreams = ['reminder', 'alert'] as const satisfies readonly OptionalMailStream[];
export type WatchMailStream = (typeof watchMailStreams)[number];

export const mailRecipientStateSchema = z.object({
  address: z.string(),
  /** Whether its owner unsubscribed from reminders; read by pages of the previous release. */
  stopped: z.boolean(),
  /** The streams from which its owner unsubscribed. */
  optedOutStreams: z.array(z.enum(watchMailStreams)),
  /** A mail to it bounced or was reported as spam: none is sent until its owner enables e-mail again. */
  refused: z.boolean(),
});

export type MailRecipientState = z.infer<typeof mailRecipientStateSchema>;

/**
 * The reminders row of a report. `watched`: reminders of this car are sent. `car-changed`: the membership now has
 * another car. `lapsed`: the membership has ended and nothing is sent; `never`: there was none. The switches show the
 * settings even if nothing is sent.
 */
export const reportReminderSettingsSchema = z.object({
  state: z.enum(['watched', 'car-changed', 'lapsed', 'never']),
  registration: z.nullable(z.string()),
  email: z.boolean(),
  sms: z.boolean(),
  phone: phoneStateSchema,
  mailTo: mailRecipientStateSchema,
  paused: z.boolean(),
  /** Texts are paused until a due payment is made; e-mails are still sent. */
  textsPaused: z.boolean(),
});

export type ReportReminderSettings = z.infer<typeof reportReminderSettingsSchema>;

const params = z.object({ registration: registrationField });

export const readReportReminderSettingsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:registration/reminders',
  params,
  answers: { 200: reportReminderSettingsSchema },
  problems: [],
});

/**
 * Sets a switch. `phone-needed`: SMS without a stored number; nothing was changed. Enabling e-mail resubscribes an
 * address that had unsubscribed from reminders, but not from alerts.
 */
export const changeReportReminderSettingsEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/reports/:registration/reminders',
  params,
  body: z.object({ email: z.optional(z.boolean()), sms: z.optional(z.boolean()) }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('set'), reminders: reportReminderSettingsSchema }),
      z.object({ outcome: z.enum(['phone-needed', 'not-member']) }),
    ]),
  },
  problems: [],
});

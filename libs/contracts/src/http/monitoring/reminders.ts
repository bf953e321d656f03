import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import type { OptionalMailStream } from '../../mails.ts';
import { registration } from '../../registration-field.ts';
import { phoneStateSchema } from '../membership/phone.ts';

/** What a member gets by e-mail, each with an unsubscribe link of its own. */
export const watchStreams = ['reminder', 'alert'] as const satisfies readonly OptionalMailStream[];
export type WatchStream = (typeof watchStreams)[number];

/** Where mails go. */
export const mailToSchema = z.object({
  address: z.string(),
  /** Whether its owner unsubscribed from reminders: what pages of the release before read. */
  stopped: z.boolean(),
  /** From what its owner unsubscribed. */
  optedOutStreams: z.array(z.enum(watchStreams)),
  /** Mails to it came back, or one was reported as spam: none is sent until its owner turns e-mail on again. */
  refused: z.boolean(),
});

export type MailTo = z.infer<typeof mailToSchema>;

/**
 * The reminders row of a report. `watched`: reminders of this car are sent. `car-changed`: those of the membership's car are.
 * `lapsed`: the membership has ended and nothing is sent; `never`: there was none. The switches are what is chosen, also
 * where nothing is sent.
 */
export const reportRemindersSchema = z.object({
  state: z.enum(['watched', 'car-changed', 'lapsed', 'never']),
  /** The membership's car. */
  registration: z.nullable(z.string()),
  email: z.boolean(),
  sms: z.boolean(),
  phone: phoneStateSchema,
  mailTo: mailToSchema,
  paused: z.boolean(),
  /** Texts are paused until a payment that is due is made; e-mails go on. */
  textsPaused: z.boolean(),
});

export type ReportReminders = z.infer<typeof reportRemindersSchema>;

const params = z.object({ registration });

export const readReportReminders = endpoint({
  method: 'GET',
  path: '/api/reports/:registration/reminders',
  params,
  answers: { 200: reportRemindersSchema },
  problems: [],
});

/**
 * Turns a switch. `phone-needed`: SMS without a stored number; nothing was changed. Turning e-mail on subscribes again an
 * address that had unsubscribed from reminders; alerts that it had unsubscribed from stay stopped.
 */
export const setReportReminders = endpoint({
  method: 'PUT',
  path: '/api/reports/:registration/reminders',
  params,
  body: z.object({ email: z.optional(z.boolean()), sms: z.optional(z.boolean()) }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('set'), reminders: reportRemindersSchema }),
      z.object({ outcome: z.enum(['phone-needed', 'not-member']) }),
    ]),
  },
  problems: [],
});

import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The kinds of reminders. The member enters the dates of insurance and servicing. */
export const reminderKinds = ['tax', 'mot', 'insurance', 'servicing'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Kinds whose date no register has. */
export const memberDueDateKinds = ['insurance', 'servicing'] as const satisfies readonly ReminderKind[];
export type MemberDueDateKind = (typeof memberDueDateKinds)[number];

/** Days before the due date on which a reminder can be sent; -1: the day after it (design section 3). */
export const reminderLeads = [28, 14, 7, 1, -1] as const;
export type ReminderLead = (typeof reminderLeads)[number];

export const reminderChannels = ['email', 'sms'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** The leads of each kind on each channel, in the order of `reminderLeads`. Empty: none is sent. */
export type ReminderLeads = Record<ReminderKind, Record<ReminderChannel, readonly ReminderLead[]>>;

/** The leads of each kind and channel, each once and in the order of `reminderLeads`. */
export const sortReminderLeads = (
  leads: ReminderLeads,
): Record<ReminderKind, Record<ReminderChannel, ReminderLead[]>> => {
  const of = (kind: ReminderKind, channel: ReminderChannel) =>
    reminderLeads.filter((lead) => leads[kind][channel].includes(lead));
  const each = (kind: ReminderKind) => ({ email: of(kind, 'email'), sms: of(kind, 'sms') });
  return { tax: each('tax'), mot: each('mot'), insurance: each('insurance'), servicing: each('servicing') };
};

/** Hours of the day in Europe/London, 0 to 23, between which nothing is sent; `from` may be later than `until`. */
export interface QuietHours {
  from: number;
  until: number;
}

/** Not sent from 21:00 to 08:00 (design section 3). */
export const defaultQuietHours: QuietHours = { from: 21, until: 8 };

const all = { email: [...reminderLeads], sms: [...reminderLeads] };

/**
 * Every lead of every kind on both channels. The channels have switches of their own: e-mail is on by default, SMS off.
 */
export const defaultReminderLeads: ReminderLeads = { tax: all, mot: all, insurance: all, servicing: all };

/** A date with a reminder. */
export interface ReminderDate {
  kind: ReminderKind;
  on: IsoDate;
}

/** A reminder that could be sent; at most one is ever sent per member, vehicle, kind, date, lead and channel. */
export interface PlannedReminder {
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLead;
  channel: ReminderChannel;
}

import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The kinds of reminders. The member enters the dates of insurance and servicing. */
export const reminderKinds = ['tax', 'mot', 'insurance', 'servicing'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Kinds whose date no register has. */
export const memberDueDateKinds = ['insurance', 'servicing'] as const satisfies readonly ReminderKind[];
export type MemberDueDateKind = (typeof memberDueDateKinds)[number];

/** Days before the due date on which a reminder can be sent; -1: the day after it (design section 3). */
export const reminderLeadDays = [28, 14, 7, 1, -1] as const;
export type ReminderLeadDays = (typeof reminderLeadDays)[number];

export const reminderChannels = ['email', 'sms'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** The leads of each kind on each channel, in the order of `reminderLeadDays`. Empty: none is sent. */
export type ReminderLeadSettings = Record<ReminderKind, Record<ReminderChannel, readonly ReminderLeadDays[]>>;

/** The leads of each kind and channel, each once and in the order of `reminderLeadDays`. */
export const sortReminderLeadSettings = (
  leads: ReminderLeadSettings,
): Record<ReminderKind, Record<ReminderChannel, ReminderLeadDays[]>> => {
  const of = (kind: ReminderKind, channel: ReminderChannel) =>
    reminderLeadDays.filter((lead) => leads[kind][channel].includes(lead));
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

const all = { email: [...reminderLeadDays], sms: [...reminderLeadDays] };

/**
 * Every lead of every kind on both channels. The channels have switches of their own: e-mail is on by default, SMS off.
 */
export const defaultReminderLeadSettings: ReminderLeadSettings = { tax: all, mot: all, insurance: all, servicing: all };

/** A date with a reminder. */
export interface ReminderDate {
  kind: ReminderKind;
  on: IsoDate;
}

/** A reminder that could be sent; at most one is ever sent per member, vehicle, kind, date, lead and channel. */
export interface PlannedReminder {
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLeadDays;
  channel: ReminderChannel;
}

import type { AlertKind, AlertSwitch } from '@ve/domain/monitoring/alerts/alert';
import type { ReminderChannel, ReminderKind, ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';

export const reminderKindNames: Record<ReminderKind, string> = {
  tax: 'Tax',
  mot: 'MOT',
  insurance: 'Insurance',
  servicing: 'Servicing',
};

/** Names of the channels in text; the specification names the switches 'Email' and 'SMS'. */
export const reminderChannelNames: Record<ReminderChannel, string> = { email: 'E-mail', sms: 'Text' };

export const alertNames: Record<AlertKind, string> = {
  'tax-status': 'Change of tax status',
  'mot-result': 'MOT results and advisories',
  recall: 'Recalls',
  value: 'Change of value',
  finance: 'Finance',
  'keeper-change': 'Change of keeper',
  'plate-change': 'Change of plate',
  petrol: 'Petrol prices',
  'date-moved': 'Moved tax and MOT dates',
  'scrapped-or-exported': 'Scrapping or export',
};

/** The name of each switch, which may cover several alerts (`alertSwitchOf`). */
export const alertSwitchNames: Record<AlertSwitch, string> = {
  ...alertNames,
  'keeper-change': 'Change of keeper, scrapping and export',
};

/** For example `28 days before` or `the day after`. */
export const reminderLeadName = (lead: ReminderLeadDays): string =>
  lead === -1 ? 'the day after' : lead === 1 ? '1 day before' : `${lead} days before`;

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** For example `28, 14 and 7 days before, 1 day before and the day after`; `none` for an empty list. */
export function formatReminderLeads(leads: readonly ReminderLeadDays[]): string {
  const many = leads.filter((lead) => lead > 1).toSorted((one, other) => other - one);
  const single = ([1, -1] as const).filter((lead) => leads.includes(lead));
  const parts = [
    ...(many.length === 0 ? [] : [`${listed(many.map(String))} days before`]),
    ...single.map((lead) => reminderLeadName(lead)),
  ];
  return parts.length === 0 ? 'none' : listed(parts);
}

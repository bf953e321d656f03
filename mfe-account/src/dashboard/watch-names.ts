import type { AlertKind } from '@ve/domain/alerts/alert';
import type { ReminderChannel, ReminderKind, ReminderLead } from '@ve/domain/reminders/reminder';

export const kindNames: Record<ReminderKind, string> = {
  tax: 'Tax',
  mot: 'MOT',
  insurance: 'Insurance',
  servicing: 'Servicing',
};

export const channelNames: Record<ReminderChannel, string> = { email: 'Email', sms: 'SMS' };

export const alertNames: Record<AlertKind, string> = {
  'tax-status': 'Tax status',
  'mot-result': 'MOT results and advisories',
  recall: 'Recalls',
  value: 'Value each month',
  finance: 'Finance',
  'keeper-change': 'Change of keeper',
  'plate-change': 'Change of plate',
  petrol: 'Petrol prices',
  'date-moved': 'Moved tax and MOT dates',
};

/** `28 days before`, `the day after`. */
export const leadName = (lead: ReminderLead): string =>
  lead === -1 ? 'the day after' : lead === 1 ? '1 day before' : `${lead} days before`;

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** `28, 14, 7 and 1 days before and the day after`; `none` of no lead. */
export function leadsInWords(leads: readonly ReminderLead[]): string {
  const before = leads.filter((lead) => lead > 0).toSorted((one, other) => other - one);
  const last = before.at(-1);
  const parts = [
    ...(last === undefined ? [] : [before.length === 1 ? leadName(last) : `${listed(before.map(String))} days before`]),
    ...(leads.includes(-1) ? [leadName(-1)] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join(' and ');
}

/** Text of the alert; strings that the specification fixes are kept verbatim. */
export const alertMessages = {
  title: 'VEHICLE ALERT!',
  expired: (plate: string) => `The tax on ${plate} has expired.`,
  dueSoon: (plate: string, date: string, days: string) => `The tax on ${plate} is due on ${date}, ${days}.`,
  law: 'Keeping an untaxed vehicle on the road can cost a fine of up to £1,000.',
  reminders: 'Looking at this report does not set a reminder for this vehicle.',
  renew: 'Tax it on GOV.UK',
  ignore: 'Ignore',
} as const;

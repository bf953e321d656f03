/** Texts of the alert; those that the specification prescribes are verbatim. */
export const alertMessages = {
  title: 'VEHICLE ALERT!',
  expired: (plate: string) => `The tax on ${plate} has expired.`,
  dueSoon: (plate: string, date: string, days: string) => `The tax on ${plate} is due on ${date}, ${days}.`,
  law: 'Keeping an untaxed vehicle on the road can cost a fine of up to £1,000.',
  reminders:
    'Members are reminded of the tax and MOT of their car by e-mail, and by SMS if they choose. Looking at this report does not set a reminder.',
  renew: 'Tax it on GOV.UK',
  ignore: 'Ignore',
} as const;

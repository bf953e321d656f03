/** Texts of the alert; those that the specification prescribes are verbatim. */
export const vehicleTaxAlertMessages = {
  title: 'VEHICLE ALERT!',
  expired: (plate: string) => `The tax on ${plate} has expired.`,
  dueSoon: (plate: string, date: string, days: string) => `The tax on ${plate} is due on ${date}, ${days}.`,
  law: 'You can be fined up to £1,000 for keeping an untaxed vehicle on the road.',
  verdict: 'The report’s verdict:',
  reminders: 'Members get tax and MOT reminders by e-mail, and by SMS if they choose. This report sets no reminder.',
  renew: 'Tax it on GOV.UK',
  ignore: 'Ignore',
} as const;

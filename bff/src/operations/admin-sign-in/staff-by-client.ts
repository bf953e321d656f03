/** Limits sign-in attempts of one client, over all accounts. */
export const staffByClient = {
  name: 'staff-sign-in',
  perHour: 60,
  burst: 30,
  code: 'sign-in-attempts-exceeded',
} as const;

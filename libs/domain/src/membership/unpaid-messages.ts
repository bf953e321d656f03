/** The consequences of a failed payment for the member (`servicesByMembershipState`), for every page and the mail. */
export const unpaidMembershipMessages = {
  goesOn: 'E-mail reminders and free alerts (tax, MOT, recalls, petrol prices) continue. Your saved reports stay.',
  paused: 'Texts, your full check, and alerts about finance, value, keeper and plate changes are paused.',
  resumes: 'They resume once you pay.',
} as const;

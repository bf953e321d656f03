/**
 * The definition of each figure of the staff area, and of the day it counts on. The queries follow it, and the pages
 * show it in small print.
 */
export const figureDefinitions = {
  totalUsers: 'Every account that can sign in, with or without a membership, staff included.',
  totalReports: 'Every vehicle saved to an account. Checking a vehicle again adds no report.',
  totalCustomers: 'Every account that has started a trial or saved a report.',
  activeSubscriptions: 'Memberships paid for the current month. Trials and overdue memberships don’t count.',
  newCustomers: 'Customer records made that day, London time. Those of deleted accounts are gone.',
  newCustomersToday: 'Today so far.',
  sameDayLastMonth: 'All of that day. If last month has no such day, its last day.',
  percentageChange: 'Today so far against the whole same day last month. It starts low and rises until midnight.',
  signUps:
    'Trials started, on the day the 50p was paid. A 50p that we refunded at once, without a trial, doesn’t count.',
  newMembers:
    'Trials that became memberships, on the day of the account’s first paid full charge. Rejoining doesn’t count.',
  cancellations:
    'Trials and memberships cancelled, in any way. They count on the day of the request, not the day they end. Withdrawn cancellations don’t count.',
  refunds:
    'Charges refunded, on the day of the last refund. A charge refunded in parts counts once, in full, on that day.',
  revenue:
    'Gross: trials and memberships on the day they were paid, whatever happened later. Paid back: refunds on the day we paid them, and charges a bank returned to the cardholder on the day of the claim. Net: gross minus paid back. A day can be below zero. Stripe’s fees aren’t deducted.',
} as const;

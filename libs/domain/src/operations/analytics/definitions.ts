/**
 * The definition of each figure of the staff area, and of the day it counts on. The queries follow it, and the pages
 * show it in small print.
 */
export const definitions = {
  totalUsers: 'Every account that can sign in, with or without a membership, staff included.',
  totalReports: 'Every vehicle saved to an account. A vehicle that is checked again stays one report.',
  totalCustomers: 'Every account that has started a trial or saved a report.',
  activeSubscriptions: 'Memberships whose present month is paid. Trials and overdue memberships are not among them.',
  newCustomers: 'Customer records made on a day in London. Those of deleted accounts are gone.',
  newCustomersToday: 'Today so far.',
  sameDayLastMonth: 'All of that day. Where last month has no such day, its last day.',
  percentageChange: 'Today so far against the whole same day last month: it starts low and rises until midnight.',
  signUps:
    'Trials started: the day their 50p was paid. What was sent back at once, and no trial opened, is not counted.',
  newMembers:
    'Trials that became memberships: the day the first full charge that an account ever had was paid. Who joins again is not counted again.',
  cancellations:
    'Trials and memberships that were cancelled, by whom or how it may be: the day it was asked for, not the day they end. What was taken back is not counted.',
  refunds:
    'Charges of which we gave money back: the day it last went. A charge refunded in parts is counted once, and whole on that day.',
  revenue:
    'Gross: trials and memberships on the day they were paid, whatever became of them. Went back: refunds, and charges that a bank returned to its card holder, on the day they went (for the bank’s, the day of the claim), not the day of their charge. Net: gross less what went back; a day can be below nothing. Stripe’s fees are not taken off.',
} as const;

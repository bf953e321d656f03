const anHour = 3_600_000;

/**
 * The age at which our row of a subscription is read from Stripe again, in milliseconds (docs/operations/money.md):
 * `changeDueMs` when a change is due of which Stripe sent no event, else `otherwiseMs`.
 */
export const staleSubscription = { changeDueMs: anHour, otherwiseMs: 24 * anHour } as const;

/**
 * When members are reminded that their membership runs: each time these months have passed since the trial (design,
 * section 3). A later notice is skipped, long before the mail that records the last one is purged after thirty days.
 */
export const sixMonthlyNotice = { everyMonths: 6, maxDaysLate: 14 } as const;

import { sql } from 'kysely';
import { isRowOfUserSql } from '../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../kernel/table-privacy.ts';

export const fullCheckTablePrivacy = {
  full_checks: {
    rows: isRowOfUserSql,
    title: 'Full checks',
    columns: sql`registration_number as "registration", status, failure, requested_at as "askedForAt",
        finished_at as "finishedAt", credit_returned_at as "creditReturnedAt", period_end as "creditOfThePeriodUntil",
        record as "freeSources", vdi as "registers", valuation`,
    omits: ['stripe_subscription_id'],
    erase: 'rows',
    namedBy: ['id'],
    purge: { failedChecks: (before) => sql`status = 'failed' and finished_at < ${before.toISOString()}` },
  },
} satisfies AggregateTablePrivacy;

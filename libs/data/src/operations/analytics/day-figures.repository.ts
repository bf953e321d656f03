import type { EntityManager } from '@mikro-orm/postgresql';
import type { CountedDayFigure, DayFigureName } from '@ve/domain/operations/analytics/day-figures';
import { membershipOffer } from '@ve/domain/membership/offer';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addDays, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Days in Europe/London, both inclusive. */
export interface DayRange {
  first: IsoDate;
  last: IsoDate;
}

/**
 * Counts each figure as defined in `domain/operations/analytics/figure-definitions`, by London day; days without any
 * are left out, and a day's figure may be split over several rows. Payments and cancellations of deleted accounts are
 * counted from their retained records, so the past does not change when an account is deleted. Each table is read once
 * for each of its counted instants, along an index.
 */
export const countDayFigures = async (em: EntityManager, { first, last }: DayRange): Promise<CountedDayFigure[]> => {
  const from = startOfLondonDay(first).toISOString();
  const to = startOfLondonDay(addDays(last, 1)).toISOString();
  const within = (at: RawBuilder<unknown>) => sql<boolean>`${at} >= ${from} and ${at} < ${to}`;

  const { rows } = await sql<{ date: IsoDate; figure: DayFigureName; value: string }>`
    with charges as (
      select ${dayOf(sql.ref('paid_at'))} as date, count(*) filter (where kind = 'trial') as trials, 0 as members,
        sum(amount_pence) as pence
      from payments where ${within(sql.ref('paid_at'))} and currency = ${membershipOffer.currency} group by 1
      union all
      select ${dayOf(retainedInstant('paidAt'))}, count(*) filter (where content ->> 'kind' = 'trial'),
        count(*) filter (where content ->> 'becameMember' = 'true'), sum((content ->> 'amountPence')::integer)
      from ${retainedSince('payment', from)} and ${within(retainedInstant('paidAt'))}
        and content ->> 'currency' = ${membershipOffer.currency} group by 1
    ),
    first_charges as (
      select user_id, min(paid_at) as at from payments
      where kind = 'membership' and ${within(sql.ref('paid_at'))} group by user_id
    ),
    members as (
      select ${dayOf(sql.ref('at'))} as date, count(*) as count from first_charges
      where not exists (
        select from payments earlier
        where earlier.user_id = first_charges.user_id and earlier.paid_at < ${from} and earlier.kind = 'membership'
      ) group by 1
    ),
    returned as (
      select ${dayOf(sql.ref('refunded_at'))} as date, count(*) as refunds, sum(refunded_pence) as pence
      from payments where ${within(sql.ref('refunded_at'))} and currency = ${membershipOffer.currency} group by 1
      union all
      select ${dayOf(sql.ref('disputed_at'))}, 0, sum(amount_pence - refunded_pence)
      from payments where dispute_state = 'lost' and ${within(sql.ref('disputed_at'))} and currency = ${membershipOffer.currency} group by 1
      union all
      select ${dayOf(retainedInstant('refundedAt'))}, count(*), sum((content ->> 'refundedPence')::integer)
      from ${retainedSince('payment', from)} and ${within(retainedInstant('refundedAt'))}
        and content ->> 'currency' = ${membershipOffer.currency} group by 1
      union all
      select ${dayOf(retainedInstant('disputedAt'))}, 0,
        sum((content ->> 'amountPence')::integer - (content ->> 'refundedPence')::integer)
      from ${retainedSince('payment', from)} and content ->> 'dispute' = 'lost' and ${within(retainedInstant('disputedAt'))}
        and content ->> 'currency' = ${membershipOffer.currency} group by 1
    ),
    cancelled as (
      select ${dayOf(sql.ref('created_at'))} as date, count(*) as count
      from cancellation_requests where withdrawn_at is null and ${within(sql.ref('created_at'))} group by 1
      union all
      select ${dayOf(retainedInstant('requestedAt'))}, count(*) from ${retainedSince('cancellation', from)}
        and content ->> 'withdrawnAt' is null and ${within(retainedInstant('requestedAt'))} group by 1
    )
    select date::text, figure, value from (
      select date, 'signUps' as figure, trials as value from charges
      union all select date, 'newMembers', members from charges
      union all select date, 'grossPence', pence from charges
      union all select date, 'newMembers', count from members
      union all select date, 'refunds', refunds from returned
      union all select date, 'returnedPence', pence from returned
      union all select date, 'cancellations', count from cancelled
    ) figures where value > 0
  `.execute(tables(em));
  return rows.map(({ value, ...row }) => ({ ...row, value: Number(value) }));
};

const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Europe/London')::date`;

/** An instant in the retained record of a deleted account. */
const retainedInstant = (name: string) => sql`(content ->> ${sql.lit(name)})::timestamptz`;

/** Records are written after the events they describe, so older records are outside the range. */
const retainedSince = (kind: 'payment' | 'cancellation', from: string) =>
  sql`retained_records where created_at >= ${from} and kind = ${kind}`;

/** Counts the customers created on each of some London days, in the order of `days`. */
export const countNewCustomers = async (em: EntityManager, days: readonly IsoDate[]): Promise<number[]> => {
  const starts = days.map((day) => startOfLondonDay(day).toISOString());
  const ends = days.map((day) => startOfLondonDay(addDays(day, 1)).toISOString());
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from customers where created_at >= days.start and created_at < days.end) as count
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as days (start, "end", place)
    order by place
  `.execute(tables(em));
  return rows.map(({ count }) => Number(count));
};

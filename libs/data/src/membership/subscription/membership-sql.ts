import { type MembershipService, servicesByMembershipState } from '@ve/domain/membership/membership-services';
import { chargeGraceDays, type MembershipState, membershipStates } from '@ve/domain/membership/membership-state';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the row `table` (`subscriptions` or its alias) is in one of these states at `now`: the rule of `membershipOf`
 * in `domain/membership`, in SQL. Null counts as false.
 */
export const membershipInStateSql = (
  table: string,
  states: readonly MembershipState[],
  now: Date,
): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions = states.map((state) => conditionOf(state, column, now));
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
};

/**
 * Whether the membership of the row `table` provides a service at `now`, by `servicesByMembershipState` of its state.
 */
export const isServiceProvidedSql = (table: string, service: MembershipService, now: Date): RawBuilder<boolean> =>
  membershipInStateSql(
    table,
    membershipStates.filter((state) => servicesByMembershipState[state][service]),
    now,
  );

type Column = (name: string) => RawBuilder<unknown>;

const chargeGraceMs = chargeGraceDays * 86_400_000;

const instant = (at: Date): RawBuilder<unknown> => sql`${at.toISOString()}::timestamptz`;

function conditionOf(state: MembershipState, column: Column, now: Date): RawBuilder<unknown> {
  const at = instant(now);
  const status = column('status');
  const trialEnd = sql`coalesce(${column('trial_ends_at')}, ${column('current_period_end')})`;
  const isPaid = sql`coalesce(${column('credited_period_end')} > ${at}, false)`;
  const inTrial = sql`coalesce(${trialEnd} > ${at}, true)`;
  const due = sql`case ${status} when 'trialing' then ${trialEnd} else coalesce(
    greatest(${column('credited_period_end')}, ${column('trial_ends_at')}, ${column('current_period_start')}),
    ${column('current_period_end')}
  ) end`;
  const isInGrace = sql`coalesce(${due} > ${instant(new Date(now.getTime() - chargeGraceMs))}, false)`;
  const isUncharged = sql`(${status} = 'active' and not ${isPaid} or ${status} = 'trialing' and not ${inTrial})`;
  const hasEnded = sql`coalesce(${column('ends_at')} <= ${at}, false)`;
  switch (state) {
    case 'none':
      return sql`${status} is null`;
    case 'trial':
      return sql`(${status} = 'trialing' and ${inTrial} and not ${hasEnded})`;
    case 'active':
      return sql`(${status} = 'active' and ${isPaid} and not ${hasEnded})`;
    case 'charge-due':
      return sql`(${isUncharged} and ${isInGrace} and not ${hasEnded})`;
    case 'expired':
      return sql`(${isUncharged} and not ${isInGrace} and not ${hasEnded})`;
    case 'past-due':
      return sql`(${status} in ('past_due', 'incomplete') and not ${hasEnded})`;
    case 'cancelled':
      return sql`(${status} in ('canceled', 'unpaid', 'incomplete_expired', 'paused') or ${hasEnded})`;
  }
}

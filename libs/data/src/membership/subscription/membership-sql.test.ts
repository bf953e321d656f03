import { type MembershipService, servicesByMembershipState } from '@ve/domain/membership/membership-services';
import {
  chargeGraceDays,
  membershipOf,
  membershipStates,
  type SubscriptionFacts,
} from '@ve/domain/membership/membership-state';
import { type RawBuilder, sql } from 'kysely';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { tables } from '../../entities.ts';
import { membershipInStateSql, isServiceProvidedSql } from './membership-sql.ts';
import { subscriptionStatuses } from './subscription.entity.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2027-02-03T09:12:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const grace = -chargeGraceDays * 86_400_000;
const each = [null, at(grace), at(grace + 1), now, at(1)];

const all: SubscriptionFacts[] = subscriptionStatuses.flatMap((status) =>
  each.flatMap((trialEndsAt) =>
    each.flatMap((currentPeriodStart) =>
      each.flatMap((creditedPeriodEnd) =>
        [null, at(grace), now, at(1)].flatMap((currentPeriodEnd) =>
          [null, now, at(1)].map((endsAt) => ({
            status,
            creditsUsed: 0,
            trialEndsAt,
            currentPeriodStart,
            currentPeriodEnd,
            creditedPeriodEnd,
            endsAt,
            tier: null,
          })),
        ),
      ),
    ),
  ),
);

/** The positions of the rows that a condition selects. */
const selectedBy = async (condition: RawBuilder<boolean>): Promise<number[]> => {
  const rows = all.map((facts, n) => ({
    n,
    status: facts.status,
    trial_ends_at: facts.trialEndsAt,
    current_period_start: facts.currentPeriodStart,
    current_period_end: facts.currentPeriodEnd,
    credited_period_end: facts.creditedPeriodEnd,
    ends_at: facts.endsAt,
  }));
  const found = await sql<{ n: number }>`
    select n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      n int, status text, trial_ends_at timestamptz, current_period_start timestamptz, current_period_end timestamptz,
      credited_period_end timestamptz, ends_at timestamptz
    )
    where ${condition} order by n
  `.execute(tables(db.orm.em.fork()));
  return found.rows.map(({ n }) => n);
};

const states = all.map((facts) => membershipOf(facts, now).state);

it.each(membershipStates)('matches the domain rule for every status and all dates: %s', async (state) => {
  const expected = states.flatMap((each, n) => (each === state ? [n] : []));
  expect(expected.length > 0).toBe(state !== 'none');
  expect(await selectedBy(membershipInStateSql('given', [state], now))).toEqual(expected);
});

it.each(Object.keys(servicesByMembershipState.none) as MembershipService[])(
  'matches the domain table of provided services: %s',
  async (service) => {
    const expected = states.flatMap((state, n) => (servicesByMembershipState[state][service] ? [n] : []));
    expect(await selectedBy(isServiceProvidedSql('given', service, now))).toEqual(expected);
  },
);

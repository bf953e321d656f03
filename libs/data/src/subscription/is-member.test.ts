import { isMember, membershipOf, type SubscriptionFacts } from '@ve/domain/membership/membership-state';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { tables } from '../entities.ts';
import { isMemberRow } from './is-member.ts';
import { sql } from 'kysely';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2027-02-03T09:12:00Z');
const instants = [null, new Date(now.getTime() - 1), now, new Date(now.getTime() + 1)];
const statuses: Record<SubscriptionFacts['status'], true> = {
  active: true,
  trialing: true,
  past_due: true,
  canceled: true,
  unpaid: true,
  incomplete: true,
  incomplete_expired: true,
  paused: true,
};
const all = (Object.keys(statuses) as SubscriptionFacts['status'][]).flatMap((status) =>
  instants.flatMap((currentPeriodEnd) => instants.map((endsAt) => ({ status, currentPeriodEnd, endsAt }))),
);

/** Of these rows those whose SQL says that they are of a member, by their place in the list. */
const saidBySql = async (paying: boolean): Promise<number[]> => {
  const rows = all.map(({ status, currentPeriodEnd, endsAt }, n) => ({
    n,
    status,
    current_period_end: currentPeriodEnd?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
  }));
  const found = await sql<{ n: number }>`
    select n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (n int, status text, current_period_end timestamptz, ends_at timestamptz)
    where ${isMemberRow('given', now, { paying })} order by n
  `.execute(tables(db.orm.em.fork()));
  return found.rows.map(({ n }) => n);
};
const stateOf = (facts: (typeof all)[number]) => membershipOf({ ...facts, creditsUsed: 0, tier: null }, now).state;

it('is the rule of the domain, for every status, period and end', async () => {
  const members = all.flatMap((facts, n) => (isMember(stateOf(facts)) ? [n] : []));
  expect(members.length).toBeGreaterThan(0);
  expect(await saidBySql(false)).toEqual(members);
});

it('of those who pay leaves out whoever is in their trial', async () => {
  expect(await saidBySql(true)).toEqual(all.flatMap((facts, n) => (stateOf(facts) === 'active' ? [n] : [])));
});

import { watchRowsListener } from '../../testing/watch-rows-listener.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type MembershipService, servicesByMembershipState } from '@ve/domain/membership/membership-services';
import { chargeGraceDays, membershipOf, type SubscriptionFacts } from '@ve/domain/membership/membership-state';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import {
  findWatchingMembers,
  claimDueMonitorChecks,
  resumeWronglySuspendedChecks,
} from '../../monitoring/alerts/monitor-check-state.repository.ts';
import { tables } from '../../entities.ts';
import { readListTotal } from '../../operations/lists/list-totals.repository.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { createUser } from '../../identity/user/user.repository.ts';
import { isServiceProvidedTo, findNotifiableMember } from '../../monitoring/watch/notifiable-member.repository.ts';
import { claimStaleDueDates } from '../../monitoring/watch/register-due-dates.repository.ts';
import {
  excludeFromReminderScan,
  readReminderScanBatch,
  includeInReminderScan,
} from '../../monitoring/watch/reminder.repository.ts';
import { subscriptionStatuses } from './subscription.entity.ts';
import { addSubscription } from './subscription.repository.ts';
import { dueDateRefresh } from '@ve/domain/monitoring/reminders/register-due-dates';

const now = new Date('2027-02-03T09:12:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const today = londonDate(now);

const allFacts: SubscriptionFacts[] = subscriptionStatuses.flatMap((status) =>
  [inDays(-60), inDays(1)].flatMap((trialEndsAt) =>
    [null, inDays(-chargeGraceDays), inDays(-1), inDays(20)].flatMap((creditedPeriodEnd) =>
      [null, now, inDays(20)].map((endsAt) => ({
        status,
        creditsUsed: 0,
        trialEndsAt,
        currentPeriodStart: inDays(-40),
        currentPeriodEnd: inDays(20),
        creditedPeriodEnd,
        endsAt,
        tier: 'Premium',
      })),
    ),
  ),
);

interface Member {
  userId: string;
  registration: string;
  facts: SubscriptionFacts;
}

let db: Awaited<ReturnType<typeof openTestDatabase>>;
const members: Member[] = [];
const em = () => db.orm.em.fork();

/** Every user watches a car of their own, with everything due. */
beforeAll(async () => {
  db = await openTestDatabase();
  for (const [n, facts] of allFacts.entries()) members.push(await insert(em(), n, facts));
  await db.data.set('watch_due_dates', { dueOn: addDays(today, 7), source: 'DVLA', noDateReason: null });
  await db.data.set('monitor_check_states', {
    nextCheckAt: inDays(-1),
    lastResult: '{}',
    lastResultRequestedAt: new Date('2027-01-01'),
  });
});
afterAll(() => db.close());

async function insert(manager: EntityManager, n: number, facts: SubscriptionFacts): Promise<Member> {
  const userId = (await createUser(manager, `member-${n}@example.com`, inDays(-60)))!;
  const registration = `AB${10 + (n % 80)}${String.fromCharCode(65 + Math.floor(n / 80))}DE`;
  const id = await addSubscription(
    manager,
    {
      userId,
      status: 'active',
      registration,
      stripeSubscriptionId: `sub_${n}`,
      trialEndsAt: inDays(-60),
      currentPeriodStart: inDays(-60),
      currentPeriodEnd: inDays(20),
      card: null,
    },
    { now: inDays(-60), listener: watchRowsListener },
  );
  await tables(manager)
    .updateTable('subscriptions')
    .set({
      status: facts.status,
      trialEndsAt: facts.trialEndsAt,
      currentPeriodStart: facts.currentPeriodStart,
      creditedPeriodEnd: facts.creditedPeriodEnd,
      endsAt: facts.endsAt ?? null,
    })
    .where('id', '=', id!)
    .execute();
  return { userId, registration, facts };
}

const stateOf = ({ facts }: Member) => membershipOf(facts, now).state;
const providedTo = (service: MembershipService): string[] =>
  members.flatMap((member) => (servicesByMembershipState[stateOf(member)][service] ? [member.userId] : [])).toSorted();
const selected = async (isSelected: (member: Member) => Promise<boolean>): Promise<string[]> => {
  const ids: string[] = [];
  for (const member of members) if (await isSelected(member)) ids.push(member.userId);
  return ids.toSorted();
};

it('covers every state except that of a user without a membership', () => {
  expect([...new Set(members.map(stateOf))].toSorted()).toEqual(
    ['active', 'cancelled', 'charge-due', 'expired', 'past-due', 'trial'].toSorted(),
  );
});

it.each(Object.keys(servicesByMembershipState.none) as MembershipService[])(
  'selects the members for the account and the monitor checks: %s',
  async (service) => {
    expect(await selected(({ userId }) => isServiceProvidedTo(em(), { userId, service }, now))).toEqual(
      providedTo(service),
    );
  },
);

it('selects the recipients of e-mails, and of texts', async () => {
  expect(await selected(async ({ userId }) => (await findNotifiableMember(em(), userId, now)) !== null)).toEqual(
    providedTo('emails'),
  );
  expect(await selected(async ({ userId }) => (await findNotifiableMember(em(), userId, now))?.texts === true)).toEqual(
    providedTo('texts'),
  );
});

it('selects the members whose due dates the reminder scan reads, and excludes the others until they are included again', async () => {
  const scanned = async () => {
    const scan = { today, after: null, limit: 5_000, skippedSince: now, finalReasons: [] };
    const { dueDates, idle } = await readReminderScanBatch(em(), scan, now);
    return { idle, ids: [...new Set(dueDates.map(({ userId }) => userId))].toSorted() };
  };
  const { ids, idle } = await scanned();
  expect(ids).toEqual(providedTo('emails'));
  const all = idle.concat(await everyPlace());
  await em().transactional((transaction) => excludeFromReminderScan(transaction, all, now));
  const remaining = await sql<{ id: string }>`
    select distinct user_id as id from watch_due_dates where in_reminder_scan order by user_id
  `.execute(tables(em()));
  expect(remaining.rows.map(({ id }) => id)).toEqual(providedTo('emails'));
  await db.data.set('watch_due_dates', { inReminderScan: false });
  await em().transactional((transaction) => includeInReminderScan(transaction, now));
  expect((await scanned()).ids).toEqual(providedTo('emails'));
});

const everyPlace = async () =>
  members.flatMap(({ userId }) => (['tax', 'mot'] as const).map((kind) => ({ on: addDays(today, 7), userId, kind })));

it('selects the members whose due dates are refreshed', async () => {
  await db.data.set('watch_due_dates', { fetchedAt: null, attemptedAt: null });
  const claimed = await em().transactional((transaction) =>
    claimStaleDueDates(transaction, { ...dueDateRefresh, limit: 5_000 }, now),
  );
  const cars = providedTo('emails').map((id) => members.find(({ userId }) => userId === id)!.registration);
  expect(claimed.toSorted()).toEqual(cars.toSorted());
});

it('selects the members whose MOT tests are compared with a DVSA file', async () => {
  const registrations = members.map(({ registration }) => registration);
  const found = await findWatchingMembers(em(), registrations, { readBefore: now, now });
  expect(found.map(({ userId }) => userId).toSorted()).toEqual(providedTo('emails'));
});

it.each([
  ['licensing', false, 'emails'],
  ['value', true, 'paidLookups'],
] as const)(
  'selects the members whose monitor checks are queued, suspended and resumed: %s',
  async (aspect, paid, service) => {
    const claimed = await em().transactional((transaction) =>
      claimDueMonitorChecks(transaction, aspect, { now, limit: 5_000, paid }),
    );
    expect(claimed.members.toSorted()).toEqual(providedTo(service));
    const suspended = await sql<{ userId: string; failure: string }>`
    select user_id as "userId", failure from monitor_check_states where aspect = ${aspect} and next_check_at is null
  `.execute(tables(em()));
    for (const { userId, failure } of suspended.rows) {
      const state = stateOf(members.find((member) => member.userId === userId)!);
      const expected = !servicesByMembershipState[state].emails
        ? 'not-member'
        : state === 'trial'
          ? 'in-trial'
          : 'payment-due';
      expect([state, failure]).toEqual([state, expected]);
    }
    // All suspended, as by a clock that was ahead.
    await db.data.set(
      'monitor_check_states',
      { nextCheckAt: null, queuedAt: null, failure: 'payment-due' },
      { aspect },
    );
    await resumeWronglySuspendedChecks(em(), now);
    const resumed = await sql<{ userId: string }>`
    select user_id as "userId" from monitor_check_states where aspect = ${aspect} and next_check_at is not null order by user_id
  `.execute(tables(em()));
    expect(resumed.rows.map(({ userId }) => userId)).toEqual(providedTo('paidLookups'));
  },
);

it('selects the memberships that count as active', async () => {
  const active = members.filter((member) => stateOf(member) === 'active');
  expect(await readListTotal(em(), 'active-subscriptions', now)).toMatchObject({ total: active.length });
});

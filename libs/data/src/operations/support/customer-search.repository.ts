import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubscriptionFacts } from '@ve/domain/membership/membership-state';
import type { ParsedCustomerSearch, StripeObjectKind } from '@ve/domain/operations/support/customer-search';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { containsTermSql } from '../../kernel/list/contains-search.ts';
import type { SubscriptionStatus } from '../../membership/subscription/subscription.entity.ts';

/** The attribute of a person that matched a search. */
export interface PersonSearchMatch {
  by: 'email' | 'name' | 'registration' | StripeObjectKind;
  value: string;
}

export interface FoundPerson {
  userId: string;
  email: string;
  name: string | null;
  /** Null: never had one. */
  subscription: (SubscriptionFacts & { registration: string | null }) | null;
  why: PersonSearchMatch[];
}

interface Stored {
  userId: string;
  email: string;
  name: string | null;
  status: SubscriptionStatus | null;
  creditsUsed: number;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  creditedPeriodEnd: Date | null;
  endsAt: Date | null;
  tier: string | null;
  registration: string | null;
  why: PersonSearchMatch[];
}

/**
 * Returns the accounts that a search finds, at most `limit` and one more: those with exactly this e-mail address first,
 * then ordered by address. Each way of searching reads only a bounded number of matches, by an index of its own.
 */
export const searchPeople = async (
  em: EntityManager,
  search: ParsedCustomerSearch,
  limit: number,
): Promise<FoundPerson[]> => {
  const ways = waysOf(search).map((way) => sql`(${way} limit ${maxMatches})`);
  const found = await sql<Stored>`
    with matched (user_id, by, value) as (${sql.join(ways, sql` union all `)}),
    person as (
      select user_id, jsonb_agg(distinct jsonb_build_object('by', by, 'value', value)) as why from matched group by user_id
    )
    select users.id as "userId", users.email, customers.name, subscriptions.status,
      coalesce(subscriptions.credits_used, 1) as "creditsUsed", subscriptions.trial_ends_at,
      subscriptions.current_period_start,
      subscriptions.current_period_end,
      subscriptions.credited_period_end,
      subscriptions.ends_at, subscriptions.subscription_tier as tier,
      subscriptions.registration_number as registration, person.why
    from person
    join users on users.id = person.user_id
    left join customers on customers.user_id = users.id
    left join subscriptions on subscriptions.user_id = users.id
    order by users.email = ${search.email ?? ''} desc, users.email limit ${limit + 1}
  `.execute(tables(em));
  return found.rows.map(toPerson);
};

/** Matches read by each way. More are not sorted: staff refine the search instead. */
const maxMatches = 100;

const toPerson = ({ userId, email, name, why, status, ...rest }: Stored): FoundPerson => ({
  userId,
  email,
  // A customer created by saving a report may have the e-mail address as name.
  name: name === email.slice(0, 200) ? null : name,
  why,
  subscription:
    status === null
      ? null
      : {
          status,
          creditsUsed: rest.creditsUsed,
          trialEndsAt: rest.trialEndsAt,
          currentPeriodStart: rest.currentPeriodStart,
          currentPeriodEnd: rest.currentPeriodEnd,
          creditedPeriodEnd: rest.creditedPeriodEnd,
          endsAt: rest.endsAt,
          tier: rest.tier,
          registration: rest.registration,
        },
});

/** Rows that are scanned before the index is used: a few milliseconds. */
const nearby = 10_000;

interface Searched {
  table: 'users' | 'customers' | 'reports' | 'subscriptions';
  by: PersonSearchMatch['by'];
  column: 'email' | 'name' | 'registration_number';
  /** The column with the account; for a report, with the customer. */
  owner: 'id' | 'user_id' | 'customer_id';
  where: RawBuilder<unknown>;
}

/**
 * Selects the matching rows with one of two plans, independently of the planner's estimates (`list/contains`): a common
 * text has enough matches among any rows; a text without enough of them is so rare that all its rows are read by the
 * index.
 */
const matching = ({ table, by, column, owner, where }: Searched): RawBuilder<unknown> => {
  const [rows, key, value] = [sql.table(table), sql.ref(owner), sql.ref(column)];
  const match = sql`${key} as owner, ${by}::text as by, ${value} as value`;
  return sql`
    with near as materialized (
      select ${match} from (select * from ${rows} limit ${nearby}) walked where ${where} limit ${maxMatches}
    ), indexed as materialized (
      select ${match} from ${rows} where (select count(*) from near) < ${maxMatches} and ${where}
    )
    select * from near where (select count(*) from near) = ${maxMatches} union all select * from indexed`;
};

const waysOf = ({ stripe, email, name, registration }: ParsedCustomerSearch): RawBuilder<unknown>[] => [
  ...(stripe === null ? [] : waysOfStripe[stripe.object](stripe.id)),
  ...(email === null ? [] : (['users', 'customers'] as const).map((table) => byEmail(table, email))),
  ...(name === null
    ? []
    : [
        matching({
          table: 'customers',
          by: 'name',
          column: 'name',
          owner: 'user_id',
          where: sql`${isNamed(name)} and name <> left(email, 200)`,
        }),
      ]),
  ...(registration === null
    ? []
    : [
        sql`select customers.user_id, report.by, report.value
          from (${matching(byRegistration('reports', 'customer_id', registration))} limit ${maxMatches}) report
          join customers on customers.id = report.owner`,
        matching(byRegistration('subscriptions', 'user_id', registration)),
      ]),
];

const apostrophe = `['’‘ʼ\`´]?`;

/**
 * Returns a word as a regular expression: apostrophes may be of any kind or missing; one is also allowed after the
 * first letter.
 */
const wordPattern = (word: string): string => {
  const letters = [...word.replace(/['’‘ʼ`´]/gu, '')].map((letter) =>
    letter.replace(/[^\p{L}\p{N}]/u, String.raw`\$&`),
  );
  const at = new Set([1, ...[...word].flatMap((letter, index) => (/['’‘ʼ`´]/u.test(letter) ? [index] : []))]);
  return letters.map((letter, index) => (at.has(index) ? apostrophe : '') + letter).join('');
};

/** Matches the words of a name in any order; the literal text when no word is long enough for the trigram index. */
const isNamed = (typed: string): RawBuilder<unknown> => {
  const words = typed
    .split(' ')
    .map(wordPattern)
    .filter((word) => word !== '');
  if (!typed.split(' ').some((word) => word.replace(/[^\p{L}\p{N}]/gu, '').length >= 3)) {
    return containsTermSql([{ name: 'name', stored: 'as-typed' }], typed);
  }
  return sql`(${sql.join(
    words.map((word) => sql`name ~* ${word}`),
    sql` and `,
  )})`;
};

const byEmail = (table: 'users' | 'customers', email: string): RawBuilder<unknown> =>
  matching({
    table,
    by: 'email',
    column: 'email',
    owner: table === 'users' ? 'id' : 'user_id',
    where: containsTermSql([{ name: 'email', stored: 'lower' }], email),
  });

/** The column holds letters and digits only. */
const byRegistration = (
  table: 'reports' | 'subscriptions',
  owner: 'user_id' | 'customer_id',
  registration: string,
): Searched => ({
  table,
  by: 'registration',
  column: 'registration_number',
  owner,
  where: sql`registration_number like ${`${registration}%`}`,
});

/** A charge is found by its payment, because only Stripe knows which payment a charge belongs to. */
const waysOfStripe: Record<StripeObjectKind, (id: string) => RawBuilder<unknown>[]> = {
  customer: (id) => [
    sql`select user_id, 'customer', ${id}::text from customers where stripe_customer_id = ${id}`,
    sql`select user_id, 'customer', ${id}::text from sign_ups where stripe_customer_id = ${id} and user_id is not null`,
  ],
  subscription: (id) => [
    sql`select user_id, 'subscription', ${id}::text from subscriptions where stripe_subscription_id = ${id}`,
    sql`select user_id, 'subscription', ${id}::text from payments where stripe_subscription_id = ${id}`,
  ],
  payment: (id) => byPayment('payment', id),
  invoice: (id) => [sql`select user_id, 'invoice', ${id}::text from payments where stripe_invoice_id = ${id}`],
  charge: (id) => byPayment('charge', id),
};

const byPayment = (by: 'payment' | 'charge', id: string): RawBuilder<unknown>[] => [
  sql`select user_id, ${by}::text, ${id}::text from payments where stripe_payment_intent_id = ${id}`,
  sql`select user_id, ${by}::text, ${id}::text from sign_ups where stripe_payment_intent_id = ${id} and user_id is not null`,
];

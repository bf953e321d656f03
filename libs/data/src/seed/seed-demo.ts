import type { EntityManager } from '@mikro-orm/postgresql';
import { consents } from '@ve/domain/membership/consents';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { demoAccounts, type DemoAccount, type DemoCustomer } from './demo-accounts.ts';
import type { DemoAccountsFile } from './demo-passwords.ts';
import { ensureWatch } from '../monitoring/watch/watch.repository.ts';
import { hashPassword, passwordMatches } from '../identity/user/password-hash.ts';

const aDay = 86_400_000;

/**
 * Creates the demo accounts, or repairs them: existing rows are kept, except that an expired period is renewed with its
 * credit and staff get the password from the accounts file.
 */
export const seedDemo = (em: EntityManager, file: DemoAccountsFile, now: Date): Promise<void> =>
  em.transactional(async (transaction) => {
    for (const account of demoAccounts) {
      const userId = await seedUser(transaction, account, now);
      const password = file.accounts.find(({ email }) => email === account.email)?.password;
      if (password) await seedPassword(transaction, userId, password);
      if (account.customer) await seedCustomer(transaction, userId, account.email, account.customer, now);
    }
  });

const seedUser = async (em: EntityManager, account: DemoAccount, now: Date): Promise<string> => {
  const rows = tables(em);
  const { id } = await rows
    .insertInto('users')
    .values({ email: account.email, email_verified_at: now, created_at: now })
    // Updates on conflict, so that the row is returned in either case.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email: account.email }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await rows
    .insertInto('user_roles')
    .values({ user_id: id, role: account.role, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'role']).doNothing())
    .execute();
  return id;
};

const seedPassword = async (em: EntityManager, userId: string, password: string): Promise<void> => {
  const rows = tables(em);
  const user = await rows
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.password_hash && (await passwordMatches(password, user.password_hash))) return;
  await rows
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
};

/** What they agreed to, once: their charges are recorded by it. */
const seedConsents = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  for (const kind of ['terms', 'start-now'] as const) {
    const { version, fullCheckPence } = consents[kind];
    await sql`
      insert into consents (user_id, kind, text_version, full_check_pence, given_at)
      select ${userId}, ${kind}, ${version}, ${fullCheckPence}, ${now.toISOString()}
      where not exists (select from consents where user_id = ${userId} and kind = ${kind})
    `.execute(tables(em));
  }
};

const seedCustomer = async (
  em: EntityManager,
  userId: string,
  email: string,
  customer: DemoCustomer,
  now: Date,
): Promise<void> => {
  const rows = tables(em);
  const { customerId: stripe_customer_id, subscriptionId: stripe_subscription_id } = customer.stripe;
  const { id } = await rows
    .insertInto('customers')
    .values({
      user_id: userId,
      name: customer.name,
      email,
      created_at: now,
      stripe_customer_id,
      stripe_subscription_id,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        email,
        stripe_customer_id: sql`coalesce(customers.stripe_customer_id, excluded.stripe_customer_id)`,
        stripe_subscription_id: sql`coalesce(customers.stripe_subscription_id, excluded.stripe_subscription_id)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const end = new Date(now.getTime() + customer.periodDays * aDay);
  const trialing = customer.status === 'trialing';
  const period = {
    status: customer.status,
    // Only a paid membership has a full check.
    credits_used: customer.status === 'active' ? 0 : 1,
    registration_number: customer.vehicle.registration,
    stripe_subscription_id,
    trial_ends_at: trialing ? end : null,
    current_period_start: now,
    current_period_end: end,
    // Paid until then: cancelled, it ends with that period.
    credited_period_end: trialing ? null : end,
    updated_at: now,
  };
  await rows
    .insertInto('subscriptions')
    .values({ user_id: userId, created_at: now, ...period })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(period)
        .where('subscriptions.current_period_end', '<', now)
        .whereRef('subscriptions.status', '=', sql.ref('excluded.status')),
    )
    .execute();
  // A database that was seeded by an earlier release.
  await rows
    .updateTable('subscriptions')
    .set({ stripe_subscription_id })
    .where('user_id', '=', userId)
    .where('stripe_subscription_id', 'is', null)
    .execute();
  await seedConsents(em, userId, now);
  await ensureWatch(em, userId, now);
  const { vehicle } = customer;
  await rows
    .insertInto('reports')
    .values({
      customer_id: id,
      registration_number: vehicle.registration,
      vehicle_make: vehicle.make,
      vehicle_model: vehicle.model,
      vehicle_year: vehicle.year,
      vehicle_color: vehicle.colour,
      report_data: {
        tax_status: null,
        mot_status: null,
        insurance_status: null,
        vdi_data: null,
        full_vdi_data: null,
        raw_api_data: null,
      },
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'registration_number']).doNothing())
    .execute();
};

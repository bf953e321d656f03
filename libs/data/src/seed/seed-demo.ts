import type { EntityManager } from '@mikro-orm/postgresql';
import { currentConsents } from '@ve/domain/membership/consents';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { demoAccounts, type DemoAccount, type DemoCustomer } from './demo-accounts.ts';
import type { DemoAccountsFile } from './demo-passwords.ts';
import { addMissingWatchRows } from '../monitoring/watch/watch.repository.ts';
import { hashPassword, isPasswordCorrect } from '../identity/user/password-hash.ts';

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
      if (account.customer)
        await seedCustomer(transaction, { userId, email: account.email, customer: account.customer }, now);
    }
  });

const seedUser = async (em: EntityManager, account: DemoAccount, now: Date): Promise<string> => {
  const rows = tables(em);
  const { id } = await rows
    .insertInto('users')
    .values({ email: account.email, emailVerifiedAt: now, createdAt: now })
    // Updates on conflict, so that the row is returned in either case.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email: account.email }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await rows
    .insertInto('user_roles')
    .values({ userId: id, role: account.role, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'role']).doNothing())
    .execute();
  return id;
};

const seedPassword = async (em: EntityManager, userId: string, password: string): Promise<void> => {
  const rows = tables(em);
  const user = await rows.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow();
  if (user.passwordHash && (await isPasswordCorrect(password, user.passwordHash))) return;
  await rows
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
};

/** Stores their consents once; their charges refer to them. */
const seedConsents = async (em: EntityManager, userId: string, now: Date): Promise<void> => {
  for (const kind of ['terms', 'start-now'] as const) {
    const { version, fullCheckPence } = currentConsents[kind];
    await sql`
      insert into consents (user_id, kind, text_version, full_check_pence, given_at)
      select ${userId}, ${kind}, ${version}, ${fullCheckPence}, ${now.toISOString()}
      where not exists (select from consents where user_id = ${userId} and kind = ${kind})
    `.execute(tables(em));
  }
};

const seedCustomer = async (
  em: EntityManager,
  { userId, email, customer }: { userId: string; email: string; customer: DemoCustomer },
  now: Date,
): Promise<void> => {
  const rows = tables(em);
  const { customerId: stripe_customer_id, subscriptionId: stripe_subscription_id } = customer.stripe;
  const { id } = await rows
    .insertInto('customers')
    .values({
      userId,
      name: customer.name,
      email,
      createdAt: now,
      stripeCustomerId: stripe_customer_id,
      stripeSubscriptionId: stripe_subscription_id,
    })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        email,
        stripeCustomerId: sql`coalesce(customers.stripe_customer_id, excluded.stripe_customer_id)`,
        stripeSubscriptionId: sql`coalesce(customers.stripe_subscription_id, excluded.stripe_subscription_id)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const end = new Date(now.getTime() + customer.periodDays * aDay);
  const trialing = customer.status === 'trialing';
  const period = {
    status: customer.status,
    // Only a paid membership has a full check.
    creditsUsed: customer.status === 'active' ? 0 : 1,
    registrationNumber: customer.vehicle.registration,
    stripeSubscriptionId: stripe_subscription_id,
    trialEndsAt: trialing ? end : null,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    // The paid period: a cancelled membership ends with it.
    creditedPeriodEnd: trialing ? null : end,
    updatedAt: now,
  };
  await rows
    .insertInto('subscriptions')
    .values({ userId, createdAt: now, ...period })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(period)
        .where('subscriptions.currentPeriodEnd', '<', now)
        .whereRef('subscriptions.status', '=', sql.ref('excluded.status')),
    )
    .execute();
  // For a database that was seeded by an earlier release.
  await rows
    .updateTable('subscriptions')
    .set({ stripeSubscriptionId: stripe_subscription_id })
    .where('userId', '=', userId)
    .where('stripeSubscriptionId', 'is', null)
    .execute();
  await seedConsents(em, userId, now);
  await addMissingWatchRows(em, userId, now);
  const { vehicle } = customer;
  await rows
    .insertInto('reports')
    .values({
      customerId: id,
      registrationNumber: vehicle.registration,
      vehicleMake: vehicle.make,
      vehicleModel: vehicle.model,
      vehicleYear: vehicle.year,
      vehicleColor: vehicle.colour,
      reportData: {
        tax_status: null,
        mot_status: null,
        insurance_status: null,
        vdi_data: null,
        full_vdi_data: null,
        raw_api_data: null,
      },
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['customerId', 'registrationNumber']).doNothing())
    .execute();
};

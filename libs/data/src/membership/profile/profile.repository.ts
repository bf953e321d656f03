import type { EntityManager } from '@mikro-orm/postgresql';
import { lockOrCreateCustomer } from '../customer/customer.repository.ts';
import { tables } from '../../entities.ts';
import { phoneColumnsToUpdate } from '../phone/phone.repository.ts';

/** The personal details that a user has entered. */
export interface ProfileRow {
  name: string | null;
  email: string;
  emailConfirmed: boolean;
  address: string | null;
  postcode: string | null;
  /** E.164. */
  phone: string | null;
}

/** Returns the profile of a user; null when there is none. Without a customer it has the e-mail address only. */
export const findProfile = async (em: EntityManager, userId: string): Promise<ProfileRow | null> => {
  const row = await tables(em)
    .selectFrom('users')
    .leftJoin('customers', 'customers.userId', 'users.id')
    .select([
      'users.email',
      'users.emailVerifiedAt',
      'customers.name',
      'customers.address',
      'customers.postcode',
      'customers.phoneNumber',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    // A customer created by saving a report may have the e-mail address as name.
    name: row.name === row.email.slice(0, 200) ? null : row.name,
    email: row.email,
    emailConfirmed: row.emailVerifiedAt !== null,
    address: row.address,
    postcode: row.postcode,
    phone: row.phoneNumber,
  };
};

/** Updates the details of a user, in the caller's transaction; creates the customer if needed. */
export const saveProfile = async (
  em: EntityManager,
  {
    userId,
    profile,
  }: { userId: string; profile: Omit<ProfileRow, 'email' | 'emailConfirmed' | 'name'> & { name: string } },
  now: Date,
): Promise<void> => {
  const id = await lockOrCreateCustomer(em, userId, now);
  await tables(em)
    .updateTable('customers')
    .set({
      name: profile.name,
      address: profile.address,
      postcode: profile.postcode,
      ...phoneColumnsToUpdate(profile.phone),
    })
    .where('id', '=', id)
    .execute();
};

/** Returns the customer at Stripe with the name that it should have there; null when there is none. */
export const findStripeCustomerProfile = async (
  em: EntityManager,
  userId: string,
): Promise<{ id: string; name: string; email: string } | null> => {
  const row = await tables(em)
    .selectFrom('customers')
    .innerJoin('users', 'users.id', 'customers.userId')
    .select(['customers.stripeCustomerId', 'customers.name', 'users.email'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row?.stripeCustomerId == null ? null : { id: row.stripeCustomerId, name: row.name, email: row.email };
};

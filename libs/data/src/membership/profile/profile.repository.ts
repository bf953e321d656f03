import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCustomer } from '../customer/customer.repository.ts';
import { tables } from '../../entities.ts';
import { phoneColumns } from '../phone/phone.repository.ts';

/** What somebody has told us of themselves. */
export interface ProfileRow {
  name: string | null;
  email: string;
  emailConfirmed: boolean;
  address: string | null;
  postcode: string | null;
  /** E.164. */
  phone: string | null;
}

/** The profile of a user; null when there is none. Without a customer it is the e-mail address alone. */
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
    // Made by saving a report, a customer may have the address for a name.
    name: row.name === row.email.slice(0, 200) ? null : row.name,
    email: row.email,
    emailConfirmed: row.emailVerifiedAt !== null,
    address: row.address,
    postcode: row.postcode,
    phone: row.phoneNumber,
  };
};

/** Corrects what a user has told us, in the caller's transaction; the customer is made if it is missing. */
export const saveProfile = async (
  em: EntityManager,
  userId: string,
  profile: Omit<ProfileRow, 'email' | 'emailConfirmed' | 'name'> & { name: string },
  now: Date,
): Promise<void> => {
  const id = await lockCustomer(em, userId, now);
  await tables(em)
    .updateTable('customers')
    .set({
      name: profile.name,
      address: profile.address,
      postcode: profile.postcode,
      ...phoneColumns(profile.phone),
    })
    .where('id', '=', id)
    .execute();
};

/** The customer at Stripe with what it should be called there; null when there is none. */
export const findStripeCustomer = async (
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

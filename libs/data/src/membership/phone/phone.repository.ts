import type { EntityManager } from '@mikro-orm/postgresql';
import type { PhoneState } from '@ve/contracts/http/membership/phone';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Returns the number of a user and whether texts can be sent to it; null when there is none. */
export const readPhoneState = async (em: EntityManager, userId: string): Promise<PhoneState> => {
  const row = await tables(em)
    .selectFrom('customers')
    .leftJoin('text_opt_outs', 'text_opt_outs.phone', 'customers.phoneNumber')
    .select(['customers.phoneNumber as number', 'customers.phoneConfirmedAt as confirmedAt', 'text_opt_outs.reason'])
    .where('customers.userId', '=', userId)
    .executeTakeFirst();
  if (row?.number == null) return null;
  const { number, confirmedAt, reason } = row;
  if (reason !== null) return { number, state: reason === 'stop' ? 'stopped' : 'unreachable' };
  return { number, state: confirmedAt === null ? 'confirm' : 'confirmed' };
};

/** Whether an account has this number, confirmed or not. */
export const isPhoneOfCustomer = async (em: EntityManager, phone: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('customers')
    .select('id')
    .where('phoneNumber', '=', phone)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** The columns of `customers` for a new number: only an unchanged number stays confirmed. */
export const phoneColumnsToUpdate = (phone: string | null) => ({
  phoneNumber: phone,
  phoneConfirmedAt: sql<Date | null>`case when customers.phone_number = ${phone} then customers.phone_confirmed_at end`,
});

/** Stores the number of a user; false when the user has no customer. */
export const savePhoneNumber = async (em: EntityManager, userId: string, phone: string): Promise<boolean> => {
  const saved = await tables(em)
    .updateTable('customers')
    .set(phoneColumnsToUpdate(phone))
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
};

/** The number of a user, locked until the caller's transaction ends; null when there is none. */
export const lockPhoneNumber = async (em: EntityManager, userId: string): Promise<string | null> => {
  const customer = await tables(em)
    .selectFrom('customers')
    .select('phoneNumber')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return customer?.phoneNumber ?? null;
};

/** Marks the number of a user as confirmed, unless it has been changed. */
export const confirmPhoneNumber = async (
  em: EntityManager,
  { userId, phone }: { userId: string; phone: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('customers')
    .set({ phoneConfirmedAt: now })
    .where('userId', '=', userId)
    .where('phoneNumber', '=', phone)
    .execute();
};

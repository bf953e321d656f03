import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isProvided } from '../../membership/subscription/membership-sql.ts';
import { toWatch, watchColumns, type WatchRow } from './watch.repository.ts';

/** A member to whom reminders and alerts of their car may be sent now. */
export interface NotifiableMember {
  userId: string;
  /** The car of the membership. */
  registration: string;
  /** The address of the account. */
  email: string;
  /** Whether the owner of the address unsubscribed from reminders, or mail does not reach it (`mail_suppressions`). */
  emailStopped: boolean;
  /** E.164; null: none that is confirmed and not stopped. */
  phone: string | null;
  /** Whether the membership provides texts: they pause while a payment is due. */
  texts: boolean;
  watch: WatchRow;
}

/**
 * The user as somebody to be sent to at `now`: a membership with a car, that provides e-mails (`servicesOf`). Null for everybody else,
 * however they are named in what waits to be sent. Whether they want it is for the caller to ask of `watch`.
 */
export const findNotifiableMember = async (
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<NotifiableMember | null> => {
  const row = await tables(em)
    .selectFrom('watches')
    .innerJoin('subscriptions', 'subscriptions.userId', 'watches.userId')
    .innerJoin('users', 'users.id', 'watches.userId')
    .leftJoin('customers', 'customers.userId', 'watches.userId')
    .select(watchColumns)
    .select([
      'users.email',
      'subscriptions.registrationNumber as registration',
      sql<boolean>`exists (
        select from mail_opt_outs where mail_opt_outs.email = users.email and mail_opt_outs.stream = 'reminder'
      ) or exists (
        select from mail_suppressions where mail_suppressions.email = users.email and lifted_at is null
      )`.as('emailStopped'),
      sql<string | null>`case
        when customers.phone_confirmed_at is not null
          and not exists (select from text_opt_outs where text_opt_outs.phone = customers.phone_number)
        then customers.phone_number
      end`.as('phone'),
      isProvided('subscriptions', 'texts', now).as('texts'),
    ])
    .where('watches.userId', '=', userId)
    .where(isProvided('subscriptions', 'emails', now))
    .executeTakeFirst();
  if (!row || row.registration === null) return null;
  const { email, emailStopped, phone, texts, registration } = row;
  return { userId, registration, email, emailStopped, phone, texts, watch: toWatch(row) };
};

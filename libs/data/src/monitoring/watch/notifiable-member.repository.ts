import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isServiceProvidedSql } from '../../membership/subscription/membership-sql.ts';
import { watchOfRow, watchColumns, type WatchRow } from './watch.repository.ts';
import type { MembershipService } from '@ve/domain/membership/membership-services';

/** A member to whom reminders and alerts of their car can be sent now. */
export interface NotifiableMember {
  userId: string;
  /** The car of the membership. */
  registration: string;
  /** The address of the account. */
  email: string;
  /**
   * Whether the owner of the address unsubscribed from reminders, or mail does not arrive there (`mail_suppressions`).
   */
  emailStopped: boolean;
  /** E.164; null: no number that is confirmed and not opted out. */
  phone: string | null;
  /** Whether the membership provides texts: they pause while a payment is due. */
  texts: boolean;
  watch: WatchRow;
}

/**
 * Returns the user as a recipient at `now`: a member with a car whose membership provides e-mails
 * (`servicesByMembershipState`). Null for all other users, even if pending messages refer to them. The caller checks
 * the preferences in `watch`.
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
      isServiceProvidedSql('subscriptions', 'texts', now).as('texts'),
    ])
    .where('watches.userId', '=', userId)
    .where(isServiceProvidedSql('subscriptions', 'emails', now))
    .executeTakeFirst();
  if (!row || row.registration === null) return null;
  const { email, emailStopped, phone, texts, registration } = row;
  return { userId, registration, email, emailStopped, phone, texts, watch: watchOfRow(row) };
};

/** Whether the user's membership provides a service at `now`. */
export const isServiceProvidedTo = async (
  em: EntityManager,
  { userId, service }: { userId: string; service: MembershipService },
  now: Date,
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where(isServiceProvidedSql('subscriptions', service, now))
    .executeTakeFirst();
  return row !== undefined;
};

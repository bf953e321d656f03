import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { MailSuppressionReason } from './mail-suppression.entity.ts';

/**
 * Suppresses an address since `at`, unless it was suppressed, or its suppression lifted, later: late and repeated
 * reports change nothing.
 */
export const suppressMailAddress = async (
  em: EntityManager,
  { email, reason, at }: { email: string; reason: MailSuppressionReason; at: Date },
): Promise<void> => {
  await sql`
    insert into mail_suppressions (email, reason, suppressed_at) values (${email}, ${reason}, ${at.toISOString()})
    on conflict (email) do update
    set reason = excluded.reason, suppressed_at = excluded.suppressed_at, lifted_at = null
    where mail_suppressions.lifted_at < excluded.suppressed_at
  `.execute(tables(em));
};

/** Whether an address gets mails of the stream `service` only. */
export const isMailAddressSuppressed = async (em: EntityManager, email: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('mail_suppressions')
    .select('email')
    .where('email', '=', email)
    .where('liftedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Lifts the suppression of an address because its owner subscribed again. */
export const liftMailSuppression = async (em: EntityManager, email: string, now: Date): Promise<void> => {
  await lift(em, email, now).execute();
};

/** Lifts the suppression of an address because mail was seen to arrive, unless its owner had marked a mail as spam. */
export const liftMailSuppressionAfterDelivery = async (em: EntityManager, email: string, now: Date): Promise<void> => {
  await lift(em, email, now).where('reason', '<>', 'complaint').execute();
};

const lift = (em: EntityManager, email: string, now: Date) =>
  tables(em)
    .updateTable('mail_suppressions')
    .set({ liftedAt: now })
    .where('email', '=', email)
    .where('liftedAt', 'is', null);

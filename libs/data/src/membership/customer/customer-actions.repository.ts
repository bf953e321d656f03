import type { EntityManager } from '@mikro-orm/postgresql';
import { type OptionalMailStream, optionalMailStreams } from '@ve/contracts/mails';
import { tables } from '../../entities.ts';
import { isMailStreamOptedOut, recordMailOptOut } from '../../messaging/mails/mail-opt-out.repository.ts';

/** Whether a user has staff rights. */
export const isStaffUser = async (em: EntityManager, userId: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('user_roles')
    .select('id')
    .where('userId', '=', userId)
    .where('role', '<>', 'user')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Returns the vehicle whose report a link opens: the one of the membership, else of the latest report. Null when there
 * is none.
 */
export const findRegistrationForReportLink = async (em: EntityManager, userId: string): Promise<string | null> => {
  const membership = await tables(em)
    .selectFrom('subscriptions')
    .select('registrationNumber')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (membership?.registrationNumber != null) return membership.registrationNumber;
  const report = await tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .select('reports.registrationNumber')
    .where('customers.userId', '=', userId)
    .orderBy('reports.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return report?.registrationNumber ?? null;
};

/**
 * Unsubscribes an address from every optional stream, in the caller's transaction; returns the streams that it was
 * subscribed to.
 */
export const optOutOfAllStreams = async (
  em: EntityManager,
  email: string,
  now: Date,
): Promise<OptionalMailStream[]> => {
  const stopped: OptionalMailStream[] = [];
  for (const stream of optionalMailStreams) {
    if (await isMailStreamOptedOut(em, email, stream)) continue;
    await recordMailOptOut(em, { email, stream }, now);
    stopped.push(stream);
  }
  return stopped;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { errorLogSchema, type ErrorLogEntry } from '@ve/contracts/http/error-logs';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

const aDay = 86_400_000;

/**
 * Stores a reported error, in the caller's transaction. An error with the same fingerprint first seen within the last
 * 24 hours is counted on its row instead; the same report delivered twice counts once. A client time in the future or
 * more than a day ago is replaced by the time of receipt.
 * @throws ZodError when the entry does not match `contracts/http/error-logs`
 */
export const writeErrorLog = async (
  em: EntityManager,
  entry: ErrorLogEntry,
  { fingerprint, userId = null, receivedAt }: { fingerprint: string; userId?: string | null; receivedAt: Date },
): Promise<void> => {
  const checked = errorLogSchema.parse(entry);
  // Two concurrent first reports of one error must not both insert a row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tables(em));
  if (await countOnto(em, fingerprint, receivedAt)) return;
  await tables(em)
    .insertInto('error_logs')
    .values({
      timestamp: believableTime(new Date(checked.timestamp), receivedAt),
      error_message: checked.error_message,
      error_stack: checked.error_stack,
      user_agent: checked.user_agent,
      // Null when the account was deleted since.
      user_id: sql<string | null>`(select id from users where id = ${userId})`,
      url: checked.url,
      session_id: checked.session_id,
      error_type: checked.error_type,
      component_name: checked.component_name,
      additional_data: checked.additional_data,
      fingerprint,
      last_seen: receivedAt,
    })
    .execute();
};

const countOnto = async (em: EntityManager, fingerprint: string, receivedAt: Date): Promise<boolean> => {
  const at = receivedAt.toISOString();
  const counted = await sql`
    update error_logs
    set occurrences = occurrences + (case when last_seen = ${at} then 0 else 1 end),
      last_seen = greatest(last_seen, ${at})
    where fingerprint = ${fingerprint} and timestamp > ${new Date(receivedAt.getTime() - aDay).toISOString()}
  `.execute(tables(em));
  return (counted.numAffectedRows ?? 0n) > 0n;
};

const believableTime = (claimed: Date, receivedAt: Date): Date => {
  const age = receivedAt.getTime() - claimed.getTime();
  return age >= 0 && age < aDay ? claimed : receivedAt;
};

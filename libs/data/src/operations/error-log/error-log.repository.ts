import type { EntityManager } from '@mikro-orm/postgresql';
import { errorLogSchema, type ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { errorRowMs, plausibleErrorTime } from '@ve/domain/jobs/error-log/error-report-time';
import { releaseOfErrorReport } from '@ve/domain/jobs/error-log/release-of-error-report';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countInErrorGroup } from './error-group.repository.ts';

/**
 * Stores a reported error, in the caller's transaction, and counts it in its group. An error whose fingerprint was
 * first seen within `errorRowMs` is counted on its row instead of getting a new one; the same report delivered
 * twice counts once.
 * @throws ZodError when the entry does not match `contracts/http/jobs/error-logs`
 */
export const writeErrorLog = async (
  em: EntityManager,
  entry: ErrorLogEntry,
  { fingerprint, userId = null, receivedAt }: { fingerprint: string; userId?: string | null; receivedAt: Date },
): Promise<void> => {
  const checked = errorLogSchema.parse(entry);
  // Two concurrent first reports of one error must not both insert a row, here or in the groups.
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tables(em));
  const timestamp = plausibleErrorTime(new Date(checked.timestamp), receivedAt);
  const outcome = await countOnto(em, fingerprint, receivedAt);
  if (outcome === 'repeated') return;
  if (outcome === 'none') {
    await tables(em)
      .insertInto('error_logs')
      .values({
        timestamp,
        errorMessage: checked.error_message,
        errorStack: checked.error_stack,
        userAgent: checked.user_agent,
        // Null when the account was deleted since.
        userId: sql<string | null>`(select id from users where id = ${userId})`,
        url: checked.url,
        sessionId: checked.session_id,
        errorType: checked.error_type,
        componentName: checked.component_name,
        additionalData: checked.additional_data,
        fingerprint,
        lastSeen: receivedAt,
      })
      .execute();
  }
  await countInErrorGroup(em, {
    fingerprint,
    type: checked.error_type,
    message: checked.error_message,
    release: releaseOfErrorReport(checked),
    firstSeen: timestamp,
    receivedAt,
  });
};

/** Counts a report on a row of its error; `none` when there is no row of this time. */
const countOnto = async (
  em: EntityManager,
  fingerprint: string,
  receivedAt: Date,
): Promise<'counted' | 'repeated' | 'none'> => {
  const at = receivedAt.toISOString();
  // Updates one row only: a late report may fall into the time of two.
  const counted = await sql<{ isNew: boolean }>`
    with found as (
      select id, last_seen from error_logs
      where fingerprint = ${fingerprint} and timestamp > ${new Date(receivedAt.getTime() - errorRowMs).toISOString()}
      order by timestamp limit 1
    )
    update error_logs
    set occurrences = occurrences + (case when found.last_seen = ${at} then 0 else 1 end),
      last_seen = greatest(found.last_seen, ${at})
    from found where error_logs.id = found.id
    returning found.last_seen <> ${at} as "isNew"
  `.execute(tables(em));
  const [row] = counted.rows;
  if (!row) return 'none';
  return row.isNew ? 'counted' : 'repeated';
};

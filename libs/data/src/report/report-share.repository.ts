import type { EntityManager } from '@mikro-orm/postgresql';
import { type FullCheck, parseStoredFullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../entities.ts';
import { latestKnownVehicleRecord } from './report.repository.ts';

const aDayMs = 86_400_000;

export interface ReportShareRow {
  id: string;
  name: string | null;
  createdAt: Date;
  expiresAt: Date;
  viewCount: number;
  lastViewedAt: Date | null;
}

/**
 * Whether a link is valid. A link from before the clock was set back becomes valid when that time is reached again;
 * none is valid for longer than its days.
 */
const isValid = (now: Date) => sql<boolean>`(
  share.revoked_at is null and share.expires_at > ${now.toISOString()}::timestamptz
  and share.created_at <= ${latestPlausibleInstant(now).toISOString()}::timestamptz
)`;

/** Returns the user's saved report on a vehicle, if it has a record that can be shown; null otherwise. */
export const findShareableReport = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<string | null> => {
  const found = await tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .select('reports.id')
    .where('customers.userId', '=', userId)
    .where('reports.registrationNumber', '=', registration)
    .where(sql<boolean>`report_data ->> 'raw_api_data' is not null`)
    .executeTakeFirst();
  return found?.id ?? null;
};

/**
 * The links to a report that are neither revoked nor expired, newest first. Includes a link from before the clock was
 * set back, so that its owner can revoke it before it becomes valid again.
 */
export const listActiveReportShares = async (
  em: EntityManager,
  reportId: string,
  now: Date,
): Promise<ReportShareRow[]> => {
  const found = await sql<ReportShareRow>`
    select ${shareColumns} from report_shares share where share.report_id = ${reportId}
      and share.revoked_at is null and share.expires_at > ${now.toISOString()}::timestamptz
    order by share.created_at desc, share.id desc
  `.execute(tables(em));
  return found.rows;
};

/** Returns a link to a report by the hash of its token, or null when there is none. */
export const findReportShareByToken = async (
  em: EntityManager,
  { reportId, tokenHash }: { reportId: string; tokenHash: string },
  now: Date,
): Promise<(ReportShareRow & { isValid: boolean }) | null> => {
  const found = await sql<ReportShareRow & { isValid: boolean }>`
    select ${shareColumns}, ${isValid(now)} as "isValid" from report_shares share
    where share.report_id = ${reportId} and share.token_hash = ${tokenHash}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/** Counts the links that a customer created since `since`, to any of their reports and in any state. */
export const countReportShares = async (
  em: EntityManager,
  { customerId, since }: { customerId: string; since: Date },
  now: Date,
): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from report_shares share join reports on reports.id = share.report_id
    where reports.customer_id = ${customerId} and share.created_at > ${since.toISOString()}::timestamptz
      and share.created_at <= ${latestPlausibleInstant(now).toISOString()}::timestamptz
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Stores a link that is valid for the given number of 24-hour days. */
export const addReportShare = async (
  em: EntityManager,
  share: { reportId: string; tokenHash: string; name: string | null; days: number },
  now: Date,
): Promise<ReportShareRow> => {
  const added = await sql<ReportShareRow>`
    insert into report_shares as share (report_id, token_hash, name, created_at, expires_at)
    values (${share.reportId}, ${share.tokenHash}, ${share.name}, ${now.toISOString()},
      ${new Date(now.getTime() + share.days * aDayMs).toISOString()})
    returning ${shareColumns}
  `.execute(tables(em));
  const [row] = added.rows;
  if (!row) throw new Error('The link was not stored');
  return row;
};

/** Revokes a link of the user; idempotent. False for an unknown link and for another user's. */
export const revokeReportShare = async (
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<boolean> => {
  const revoked = await sql`
    update report_shares share set revoked_at = coalesce(share.revoked_at, ${now.toISOString()}::timestamptz)
    from reports join customers on customers.id = reports.customer_id
    where share.id = ${id} and reports.id = share.report_id and customers.user_id = ${userId}
  `.execute(tables(em));
  return revoked.numAffectedRows === 1n;
};

/** The result of opening a token; null also when the report was deleted. */
export type ViewedReportShare =
  | { state: 'open'; expiresAt: Date; record: VehicleRecord; fullCheck: FullCheck | null }
  | { state: 'expired' | 'revoked'; endedAt: Date };

/**
 * Counts one view of a valid share link and reads the report as it is now, with sections that changed since it was
 * saved. A single statement, so that a revoked link never shows anything.
 */
export const viewReportShare = async (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<ViewedReportShare | null> => {
  const opened = await sql<{ expiresAt: Date; saved: unknown; fullCheck: unknown; held: unknown; updatedAt: Date }>`
    with opened as (
      update report_shares share set view_count = share.view_count + 1, last_viewed_at = ${now.toISOString()}
      where share.token_hash = ${tokenHash} and ${isValid(now)}
      returning share.report_id, share.expires_at
    )
    select opened.expires_at, report_data -> 'raw_api_data' as saved,
      report_data -> 'full_vdi_data' as "fullCheck", vehicles.record as held,
      reports.updated_at
    from opened join reports on reports.id = opened.report_id
    left join vehicles on vehicles.registration = reports.registration_number
  `.execute(tables(em));
  const [row] = opened.rows;
  if (!row) return endedShare(em, tokenHash, now);
  const record = latestKnownVehicleRecord(row.saved, row.held);
  if (record === null) return null;
  return {
    state: 'open',
    expiresAt: row.expiresAt,
    record,
    fullCheck: parseStoredFullCheck(row.fullCheck, row.updatedAt),
  };
};

const endedShare = async (em: EntityManager, tokenHash: string, now: Date): Promise<ViewedReportShare | null> => {
  const row = await tables(em)
    .selectFrom('report_shares')
    .select(['revokedAt', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return null;
  const { revokedAt, expiresAt } = row;
  // May be in the future after the clock was set back.
  const endedAt = new Date(Math.min((revokedAt ?? expiresAt).getTime(), now.getTime()));
  return { state: revokedAt === null ? 'expired' : 'revoked', endedAt };
};

const shareColumns = sql`share.id, share.name, share.created_at, share.expires_at,
  share.view_count, share.last_viewed_at`;

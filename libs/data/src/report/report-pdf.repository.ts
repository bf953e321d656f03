import type { EntityManager } from '@mikro-orm/postgresql';
import { type FullCheck, parseStoredFullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { tables } from '../entities.ts';
import { payloadContainsAnySql } from '../jobs/outbox/outbox-payload-index.ts';
import { requeueJobIfLost } from '../jobs/outbox/requeue-lost-job.ts';
import { latestKnownVehicleRecord } from './report.repository.ts';

export interface ReportPdfRow {
  id: string;
  registration: string;
  status: 'making' | 'ready' | 'failed';
  createdAt: Date;
}

/** The data that a PDF is made from. */
export interface ReportPdfData {
  reportId: string;
  registration: string;
  record: VehicleRecord;
  fullCheck: FullCheck | null;
}

/**
 * Within this time a PDF in progress is not checked for a lost job, because concurrent requests cannot see each other's
 * job yet.
 */
const leaseMs = 5_000;

interface StoredReport {
  id: string;
  registration: string;
  saved: unknown;
  held: unknown;
  fullCheck: unknown;
  updatedAt: Date;
}

const stored = sql`
  reports.id, reports.registration_number as registration, reports.report_data -> 'raw_api_data' as saved,
  vehicles.record as held, reports.report_data -> 'full_vdi_data' as "fullCheck",
  reports.updated_at
`;

/** Returns null when nothing is known of the vehicle. */
function toPrintedReport({ id, registration, saved, held, fullCheck, updatedAt }: StoredReport): ReportPdfData | null {
  const record = latestKnownVehicleRecord(saved, held);
  if (record === null) return null;
  return { reportId: id, registration, record, fullCheck: parseStoredFullCheck(fullCheck, updatedAt) };
}

/**
 * Returns the data for a PDF of the user's own report on a vehicle; `no-record` when nothing is known of the vehicle
 * yet.
 */
export const findReportPdfData = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<ReportPdfData | 'no-record' | null> => {
  const found = await sql<StoredReport>`
    select ${stored} from reports
    join customers on customers.id = reports.customer_id
    left join vehicles on vehicles.registration = reports.registration_number
    where customers.user_id = ${userId} and reports.registration_number = ${registration}
  `.execute(tables(em));
  const [row] = found.rows;
  return row === undefined ? null : (toPrintedReport(row) ?? 'no-record');
};

/**
 * Requests a PDF, in the caller's transaction; returns the existing one, unless it failed or its job was lost. `isNew`:
 * it has to be made. For one in progress, checks its queue, which may have lost the job.
 */
export const requestReportPdf = async (
  em: EntityManager,
  { reportId, registration, contentHash }: { reportId: string; registration: string; contentHash: string },
  now: Date,
): Promise<ReportPdfRow & { isNew: boolean }> => {
  const settled = new Date(now.getTime() - leaseMs);
  const ahead = latestPlausibleInstant(now).toISOString();
  const upserted = await sql<{ id: string }>`
    insert into report_pdfs as pdf (report_id, content_hash, status, created_at)
    values (${reportId}, ${contentHash}, 'making', ${now.toISOString()})
    on conflict (report_id, content_hash) do update
      set status = 'making', created_at = excluded.created_at, finished_at = null
      where pdf.status = 'failed' or (
        pdf.status = 'making' and (pdf.created_at < ${settled.toISOString()} or pdf.created_at > ${ahead}) and not exists (
          select from outbox where job_name = 'report-pdfs.render' and ${payloadContainsAnySql(sql`array[pdf.id::text]`)}
        )
      )
    returning id
  `.execute(tables(em));
  const [row] = upserted.rows;
  if (row) return { id: row.id, registration, status: 'making', createdAt: now, isNew: true };
  const present = await tables(em)
    .selectFrom('report_pdfs')
    .select(['id', 'status', 'createdAt'])
    .where('reportId', '=', reportId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
  // Purged between the two statements.
  if (present === undefined) return requestReportPdf(em, { reportId, registration, contentHash }, now);
  if (present.status === 'making')
    await requeueJobIfLost(em, { jobName: 'report-pdfs.render', id: present.id, relayedBefore: settled });
  return { ...present, registration, isNew: false };
};

const ofUser = (em: EntityManager, userId: string, id: string) =>
  tables(em)
    .selectFrom('report_pdfs')
    .innerJoin('reports', 'reports.id', 'report_pdfs.reportId')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .where('report_pdfs.id', '=', id)
    .where('customers.userId', '=', userId);

/** Returns a PDF of the user's reports; null for an unknown id, and for another customer's PDF. */
export const findReportPdf = async (em: EntityManager, userId: string, id: string): Promise<ReportPdfRow | null> => {
  const row = await ofUser(em, userId, id)
    .select([
      'report_pdfs.id',
      'reports.registrationNumber as registration',
      'report_pdfs.status',
      'report_pdfs.createdAt',
    ])
    .executeTakeFirst();
  return row ?? null;
};

/** Returns the PDF itself and when it was made; null until then. */
export const findReportPdfContent = async (
  em: EntityManager,
  userId: string,
  id: string,
): Promise<{ registration: string; finishedAt: Date; content: Uint8Array } | null> => {
  const row = await ofUser(em, userId, id)
    .select(['reports.registrationNumber as registration', 'report_pdfs.finishedAt', 'content'])
    .executeTakeFirst();
  if (row?.content == null || row.finishedAt === null) return null;
  return { registration: row.registration, finishedAt: row.finishedAt, content: row.content };
};

/** Returns the data for a PDF that is still to be made; null when it is made, failed or deleted. */
export const findPendingReportPdfData = async (
  em: EntityManager,
  id: string,
): Promise<{ report: ReportPdfData | null } | null> => {
  const found = await sql<StoredReport>`
    select ${stored} from report_pdfs
    join reports on reports.id = report_pdfs.report_id
    left join vehicles on vehicles.registration = reports.registration_number
    where report_pdfs.id = ${id} and report_pdfs.status = 'making'
  `.execute(tables(em));
  const [row] = found.rows;
  return row === undefined ? null : { report: toPrintedReport(row) };
};

/**
 * Stores a PDF under the hash of its content, which may be newer than requested; no effect when it is made, failed or
 * deleted by now. When another PDF has that hash already, this one serves only its own request.
 */
export const storeReportPdf = async (
  em: EntityManager,
  { id, content, contentHash, madeAt }: { id: string; content: Uint8Array; contentHash: string; madeAt: Date },
): Promise<void> => {
  await sql`
    update report_pdfs pdf set status = 'ready', content = ${Buffer.from(content)}, finished_at = ${madeAt.toISOString()},
      content_hash = case
        when exists (
          select 1 from report_pdfs other
          where other.report_id = pdf.report_id and other.content_hash = ${contentHash} and other.id <> pdf.id
        ) then encode(sha256(convert_to(pdf.id::text, 'UTF8')), 'hex')
        else ${contentHash}
      end
    where id = ${id} and status = 'making'
  `.execute(tables(em));
};

/** Marks a PDF as failed, unless it is made by now. */
export const failReportPdf = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('report_pdfs')
    .set({ status: 'failed', finishedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute();
};

/** Reopens a failed PDF. */
export const reopenReportPdf = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('report_pdfs')
    .set({ status: 'making', finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
};

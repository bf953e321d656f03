import type { EntityManager } from '@mikro-orm/postgresql';
import { type FullCheck, storedFullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '../kernel/clock-skew.ts';
import { tables } from '../entities.ts';
import { payloadNames } from '../jobs/outbox/payload-index.ts';
import { requeueLostJob } from '../jobs/outbox/requeue-lost-job.ts';
import { latestKnownRecord } from './report.repository.ts';

export interface ReportPdfRow {
  id: string;
  registration: string;
  status: 'making' | 'ready' | 'failed';
  createdAt: Date;
}

/** What a PDF is made from. */
export interface PrintedReport {
  reportId: string;
  registration: string;
  record: VehicleRecord;
  fullCheck: FullCheck | null;
}

/** Two who ask at the same time do not see each other's job yet: for so long an order stands as it is. */
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

/** Null where nothing is known of the vehicle. */
function printed({ id, registration, saved, held, fullCheck, updatedAt }: StoredReport): PrintedReport | null {
  const record = latestKnownRecord(saved, held);
  if (record === null) return null;
  return { reportId: id, registration, record, fullCheck: storedFullCheck(fullCheck, updatedAt) };
}

/** What a PDF of the user's own report on a vehicle is made from; `no-record` where nothing is known of the vehicle yet. */
export const findPrintedReport = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<PrintedReport | 'no-record' | null> => {
  const found = await sql<StoredReport>`
    select ${stored} from reports
    join customers on customers.id = reports.customer_id
    left join vehicles on vehicles.registration = reports.registration_number
    where customers.user_id = ${userId} and reports.registration_number = ${registration}
  `.execute(tables(em));
  const [row] = found.rows;
  return row === undefined ? null : (printed(row) ?? 'no-record');
};

/**
 * Orders a PDF, in the caller's transaction: the one that is there, unless it failed or its job is gone. `isNew`: it has to
 * be made. Of one that is being made the job is looked for in its queue, which may have lost it.
 */
export const requestReportPdf = async (
  em: EntityManager,
  { reportId, registration, contentHash }: { reportId: string; registration: string; contentHash: string },
  now: Date,
): Promise<ReportPdfRow & { isNew: boolean }> => {
  const settled = new Date(now.getTime() - leaseMs);
  const ahead = latestPlausibleInstant(now).toISOString();
  const ordered = await sql<{ id: string }>`
    insert into report_pdfs as pdf (report_id, content_hash, status, created_at)
    values (${reportId}, ${contentHash}, 'making', ${now.toISOString()})
    on conflict (report_id, content_hash) do update
      set status = 'making', created_at = excluded.created_at, finished_at = null
      where pdf.status = 'failed' or (
        pdf.status = 'making' and (pdf.created_at < ${settled.toISOString()} or pdf.created_at > ${ahead}) and not exists (
          select from outbox where job_name = 'report-pdfs.render' and ${payloadNames(sql`array[pdf.id::text]`)}
        )
      )
    returning id
  `.execute(tables(em));
  const [row] = ordered.rows;
  if (row) return { id: row.id, registration, status: 'making', createdAt: now, isNew: true };
  const present = await tables(em)
    .selectFrom('report_pdfs')
    .select(['id', 'status', 'createdAt'])
    .where('reportId', '=', reportId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
  // PurgedRetentionName between the two statements.
  if (present === undefined) return requestReportPdf(em, { reportId, registration, contentHash }, now);
  if (present.status === 'making') await requeueLostJob(em, 'report-pdfs.render', present.id, settled);
  return { ...present, registration, isNew: false };
};

const ofUser = (em: EntityManager, userId: string, id: string) =>
  tables(em)
    .selectFrom('report_pdfs')
    .innerJoin('reports', 'reports.id', 'report_pdfs.reportId')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .where('report_pdfs.id', '=', id)
    .where('customers.userId', '=', userId);

/** A PDF of a report of the user's; null for an unknown id, and for another customer's alike. */
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

/** The PDF itself and when it was made; null while it is not. */
export const readReportPdf = async (
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

/** What a PDF that is still to be made is made from; null when it is made, given up or gone. */
export const findPendingPdf = async (
  em: EntityManager,
  id: string,
): Promise<{ report: PrintedReport | null } | null> => {
  const found = await sql<StoredReport>`
    select ${stored} from report_pdfs
    join reports on reports.id = report_pdfs.report_id
    left join vehicles on vehicles.registration = reports.registration_number
    where report_pdfs.id = ${id} and report_pdfs.status = 'making'
  `.execute(tables(em));
  const [row] = found.rows;
  return row === undefined ? null : { report: printed(row) };
};

/**
 * Keeps a PDF that was made, under the hash of what stands on it, which may be newer than what was ordered; of one that is
 * made, given up or gone by now nothing. Where another PDF has that hash already, this one is for its own order alone.
 */
export const storeReportPdf = async (
  em: EntityManager,
  id: string,
  { content, contentHash }: { content: Uint8Array; contentHash: string },
  madeAt: Date,
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

/** Gives a PDF up, unless it is made by now. */
export const failReportPdf = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('report_pdfs')
    .set({ status: 'failed', finishedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute();
};

/** Lets a PDF that was given up be made. */
export const reopenReportPdf = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('report_pdfs')
    .set({ status: 'making', finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
};

import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import type { ReportListPage, ReportForStaff, ListedReport } from '@ve/contracts/http/operations/admin-reports';
import type { Context } from '@ve/data/kernel/context';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import {
  findStaffReport,
  listReports,
  type ListedReportRow,
  type StaffReportRow,
} from '@ve/data/report/staff-report.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';
import { fullCheckSchema } from '@ve/contracts/full-check';
import { vehicleRecordSchema } from '@ve/contracts/vehicle-record';
import type * as z from 'zod/mini';

/** Lists a page with the names and addresses of customers, and audits the read by the ids of the reports. */
export async function listReportsOfAllCustomers(context: Context, query: StaffListPageQuery): Promise<ReportListPage> {
  const { page, total } = await readWithAudit(
    context,
    async (em) => ({
      page: await listReports(em, pagePositionOf(query)),
      total: await readListTotal(em, 'reports', context.now()),
    }),
    ({ page: { rows } }) => ({ action: 'reports.listed', details: { found: rows.map(({ id }) => id) } }),
  );
  return toListPage({ page, total, at: ({ createdAt }) => createdAt, show: toListedReport });
}

/**
 * Reads a report and audits the read, in one transaction.
 * @throws ProblemError `not-found` for an unknown id
 */
export async function readReportForStaff(context: Context, id: string): Promise<ReportForStaff> {
  const row = await readWithAudit(
    context,
    (em) => findStaffReport(em, id),
    (found) => found && { action: 'report.viewed', subject: found.id, details: { customerId: found.customerId } },
  );
  if (row === null) throw new ProblemError('not-found');
  return toStaffReport(row);
}

/** The name, or null if it is only the address of a user who saved a report without a name. */
const nameOf = ({ name, email }: { name: string | null; email: string | null }): string | null =>
  name !== null && email !== null && email.startsWith(name) && name.includes('@') ? null : name;

const toListedReport = ({ name, email, createdAt, ...row }: ListedReportRow): ListedReport => ({
  ...row,
  customer: { name: nameOf({ name, email }), email },
  createdAt: createdAt.toISOString(),
});

type Saved<T> = { state: 'saved'; value: T } | { state: 'none' } | { state: 'unreadable' };

function savedAs<S extends z.ZodMiniType>(schema: S, stored: unknown): Saved<z.infer<S>> {
  if (stored == null) return { state: 'none' };
  const parsed = schema.safeParse(stored);
  return parsed.success ? { state: 'saved', value: parsed.data } : { state: 'unreadable' };
}

const toStaffReport = (row: StaffReportRow): ReportForStaff => {
  const { customerId, userId, name, email, record, fullCheck, createdAt, updatedAt, ...saved } = row;
  const { id, registration, taxStatus, motStatus, insuranceStatus, ...vehicle } = saved;
  return {
    id,
    registration,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    customer: { id: customerId, userId, name: nameOf({ name, email }), email },
    vehicle,
    taxStatus,
    motStatus,
    insuranceStatus,
    record: savedAs(vehicleRecordSchema, record),
    fullCheck: savedAs(fullCheckSchema, fullCheck),
  };
};

import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import type { ReportListPage, StaffReport } from '@ve/contracts/http/operations/admin-reports';
import type { Context } from '@ve/data/kernel/context';
import { totalOf } from '@ve/data/operations/lists/list-totals.repository';
import { findStaffReport, listReports } from '@ve/data/report/staff-report.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';
import { readAudited } from '@ve/app/identity/staff/staff-audit';
import { toListedReport, toStaffReport } from './admin-reports.mapper.ts';

@Injectable()
export class AdminReportsService {
  /** Lists a page with the names and addresses of customers, and audits the read by the ids of the reports. */
  async list(context: Context, query: PageQuery): Promise<ReportListPage> {
    const { page, total } = await readAudited(
      context,
      async (em) => ({
        page: await listReports(em, pagePositionOf(query)),
        total: await totalOf(em, 'reports', context.now()),
      }),
      ({ page: { rows } }) => ({ action: 'reports.listed', details: { found: rows.map(({ id }) => id) } }),
    );
    return toListPage({ page, total, at: ({ createdAt }) => createdAt, show: toListedReport });
  }

  /**
   * Reads a report and audits the read, in one transaction.
   * @throws ProblemError `not-found` for an unknown id
   */
  async read(context: Context, id: string): Promise<StaffReport> {
    const row = await readAudited(
      context,
      (em) => findStaffReport(em, id),
      (found) => found && { action: 'report.viewed', subject: found.id, details: { customerId: found.customerId } },
    );
    if (row === null) throw new ProblemError('not-found');
    return toStaffReport(row);
  }
}

import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@ve/contracts/http/kernel/admin-page';
import type { ReportPage, StaffReport } from '@ve/contracts/http/operations/admin-reports';
import type { Context } from '@ve/data/kernel/context';
import { totalOf } from '@ve/data/operations/lists/totals.repository';
import { findStaffReport, listReports } from '@ve/data/report/staff-report.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';
import { toListedReport, toStaffReport } from './admin-reports.mapper.ts';

@Injectable()
export class AdminReportsService {
  /** Lists a page with the names and addresses of customers, and audits the read by the ids of the reports. */
  list(context: Context, query: PageQuery): Promise<ReportPage> {
    return context.em.transactional(async (em) => {
      const page = await listReports(em, placeOf(query));
      const details = { found: page.rows.map(({ id }) => id) };
      await auditStaff(em, context, { action: 'reports.listed', details });
      return toListPage(
        page,
        await totalOf(em, 'reports', context.now()),
        ({ createdAt }) => createdAt,
        toListedReport,
      );
    });
  }

  /**
   * Reads a report and audits the read, in one transaction.
   * @throws ProblemError `not-found` for an unknown id
   */
  async read(context: Context, id: string): Promise<StaffReport> {
    return context.em.transactional(async (transaction) => {
      const row = await findStaffReport(transaction, id);
      if (row === null) throw new ProblemError('not-found');
      const subject = { subject: row.id, details: { customerId: row.customerId } };
      await auditStaff(transaction, context, { action: 'report.viewed', ...subject });
      return toStaffReport(row);
    });
  }
}

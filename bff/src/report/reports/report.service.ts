import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { SavedReport, saveReport } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import { findCurrentCheck } from '@ve/data/full-check/full-check.repository';
import { addReport, countReports, fillReport, findReportOfUser } from '@ve/data/report/report.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { toSavedReport } from './reports.mapper.ts';

/** New reports of one account per day: more than a buyer needs, too few to fill the table. */
const reportsPerDay = 50;
const aDayMs = 86_400_000;

/** The reports that customers save. Every query is filtered by the signed-in user (specification section 6). */
@Injectable()
export class ReportService {
  /** The user's own report on a vehicle, with its current check. */
  async read({ em }: Pick<Context, 'em'>, userId: string, registration: string): Promise<SavedReport> {
    const row = await findReportOfUser(em, userId, registration);
    if (row === null) return { outcome: 'none' };
    return toSavedReport(row, await findCurrentCheck(em, userId, registration));
  }

  /**
   * Saves the report from the stored record of the vehicle, or completes a saved one (specification section 4, "Report
   * save"). Returns `none` without saving beyond the limit of new reports per day.
   */
  async save(context: Context, userId: string, registration: string): Promise<AnswerOf<typeof saveReport>> {
    const { em, now } = context;
    const held = await findVehicle(em, registration);
    if (held === null) {
      const saved = await this.read(context, userId, registration);
      return saved.outcome === 'found' ? saved : { outcome: 'no-record' };
    }
    await em.transactional(async (transaction) => {
      const at = now();
      const saved = await findReportOfUser(transaction, userId, registration);
      if (saved !== null) {
        await fillReport(transaction, saved.id, held.record, at);
        return;
      }
      const customerId = await lockCustomer(transaction, userId, at);
      const since = new Date(at.getTime() - aDayMs);
      if ((await countReports(transaction, customerId, since)) >= reportsPerDay) return;
      await addReport(transaction, { customerId, registration, record: held.record }, at);
    });
    return this.read(context, userId, registration);
  }
}

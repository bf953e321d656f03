import type { Context } from '@ve/data/kernel/context';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { addReport, countReports, fillReportGaps, findReportOfUser } from '@ve/data/report/report.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';

/** New reports of one account per day: more than a buyer needs, too few to fill the table. */
const reportsPerDay = 50;
const aDayMs = 86_400_000;

/**
 * Saves the report from the stored record of the vehicle, or completes a saved one (specification section 4, "Report
 * save"). False when no record of the vehicle is stored. Saves nothing beyond the limit of new reports per day.
 */
export const saveReport = async (
  { em, now }: Context,
  { userId, registration }: { userId: string; registration: string },
): Promise<boolean> => {
  const held = await findVehicleRecord(em, registration);
  if (held === null) return false;
  await em.transactional(async (transaction) => {
    const at = now();
    const saved = await findReportOfUser(transaction, userId, registration);
    if (saved !== null) {
      await fillReportGaps(transaction, { id: saved.id, record: held.record }, at);
      return;
    }
    const customerId = await lockOrCreateCustomer(transaction, userId, at);
    const since = new Date(at.getTime() - aDayMs);
    if ((await countReports(transaction, customerId, since)) >= reportsPerDay) return;
    await addReport(transaction, { customerId, registration, record: held.record }, at);
  });
  return true;
};

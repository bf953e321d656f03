import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { Context } from '@ve/data/kernel/context';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import {
  addReport,
  countReports,
  fillReportGaps,
  findReportOfUser,
  lockReportData,
  storeFullCheckInReport,
} from '@ve/data/report/report.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { mergeVehicleRecords } from '@ve/domain/vehicle/record/latest-vehicle-record';

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

/**
 * Saves a full check in the customer's report on its vehicle, creating the report if needed, in the caller's
 * transaction. A source that did not respond this time keeps its known values; the retry of an earlier check is too
 * late for the report.
 */
export const saveFullCheckInReport = async (
  em: EntityManager,
  { customerId, record, fullCheck }: { customerId: string; record: VehicleRecord; fullCheck: FullCheck },
  now: Date,
): Promise<void> => {
  const id = await addReport(em, { customerId, registration: record.registration, record }, now);
  const before = await lockReportData(em, id);
  if ((before.full_vdi_data?.checkedAt ?? '') > fullCheck.checkedAt) return;
  const known = mergeVehicleRecords(before.raw_api_data, record);
  await storeFullCheckInReport(em, { id, record: known, fullCheck }, now);
};

import { fullCheckSchema } from '@ve/contracts/full-check';
import type { ListedReport, StaffReport } from '@ve/contracts/http/operations/admin-reports';
import { vehicleRecordSchema } from '@ve/contracts/vehicle-record';
import type { ListedReportRow, StaffReportRow } from '@ve/data/report/staff-report.repository';
import type * as z from 'zod/mini';

/** The name, or null if it is only the address of a user who saved a report without a name. */
const nameOf = ({ name, email }: { name: string | null; email: string | null }): string | null =>
  name !== null && email !== null && email.startsWith(name) && name.includes('@') ? null : name;

export const toListedReport = ({ name, email, createdAt, ...row }: ListedReportRow): ListedReport => ({
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

export const toStaffReport = (row: StaffReportRow): StaffReport => {
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

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FullCheck } from '@ve/contracts/full-check';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { addReport, fillReportGaps, findReportOfUser } from '@ve/data/report/report.repository';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { vehicleRecordWithoutData } from '@ve/data/testing/vehicle-records';
import { saveFullCheckInReport } from './save-report.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const at = now.toISOString();
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const em = () => db.orm.em.fork();
const vdi: FullCheck['vdi'] = { state: 'not-held', source: 'UKVD', at };
const valuation: FullCheck['valuation'] = { state: 'unavailable', source: 'UKVD', at, reason: 'timeout' };
const record = vehicleRecordWithoutData('AB12CDE', at);

describe('a report with a full check', () => {
  const fullCheck: FullCheck = { checkedAt: at, vdi, valuation };

  it('is created if it is missing, with a customer by the known name', async () => {
    const { userId, email } = await insertPaidTestMember(em(), now);
    await em().transactional(async (transaction) => {
      const customerId = await lockOrCreateCustomer(transaction, userId, now);
      expect(await lockOrCreateCustomer(transaction, userId, now)).toBe(customerId);
      await saveFullCheckInReport(transaction, { customerId, record, fullCheck }, now);
    });
    expect(await db.data.all('customers', { userId })).toMatchObject([{ name: email, address: null }]);
    expect(await findReportOfUser(em(), userId, 'AB12CDE')).toMatchObject({ fullCheck, createdAt: now });
    const other = await insertPaidTestMember(em(), now);
    expect(await findReportOfUser(em(), other.userId, 'AB12CDE')).toBeNull();
  });

  it('keeps the value that a source returned before it was unavailable, and its check when it is filled', async () => {
    const { userId } = await insertPaidTestMember(em(), now);
    const customerId = await lockOrCreateCustomer(em(), userId, now);
    const down = { state: 'unavailable', source: 'DVLA', at, reason: 'timeout' } as const;
    const id = await addReport(em(), { customerId, registration: 'AB12CDE', record }, now);
    await saveFullCheckInReport(
      em(),
      {
        customerId,
        record: { ...record, licensing: down, testing: { ...record.testing, at: later(1).toISOString() } },
        fullCheck,
      },
      later(1),
    );
    const data = async () => {
      const row = await db.data.one('reports', { id });
      return row.reportData;
    };
    expect(await data()).toMatchObject({
      raw_api_data: { licensing: record.licensing, testing: { at: later(1).toISOString() } },
      full_vdi_data: fullCheck,
      insurance_status: null,
    });
    const { reportData: whole } = await db.data.one('reports', { id });
    await db.data.set('reports', { reportData: { ...whole!, raw_api_data: null } }, { id });
    expect(await fillReportGaps(em(), { id, record }, later(2))).toBe(true);
    expect(await data()).toMatchObject({ raw_api_data: record, full_vdi_data: fullCheck });
  });

  it('keeps a later check when an earlier one is retried', async () => {
    const { userId } = await insertPaidTestMember(em(), now);
    const customerId = await lockOrCreateCustomer(em(), userId, now);
    const newer = { ...fullCheck, checkedAt: later(1).toISOString() };
    for (const each of [newer, fullCheck])
      await saveFullCheckInReport(em(), { customerId, record, fullCheck: each }, later(2));
    expect((await findReportOfUser(em(), userId, 'AB12CDE'))?.fullCheck).toEqual(newer);
  });
});

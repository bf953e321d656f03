import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const get = async (path: string, headers: Record<string, string>) =>
  (await fetch(`${app.url}${path}`, { headers })).json() as Promise<Record<string, Record<string, unknown>[]>>;

const addReport = async (member: TestMember, registration: string, minute: number, make: string | null = 'FORD') => {
  const { id } = await app.data.one('customers', { userId: member.userId });
  const vehicle = { vehicleMake: make, vehicleModel: 'FOCUS', vehicleYear: 2012, vehicleColor: 'BLUE' };
  const report = { customerId: id, registrationNumber: registration, ...vehicle, updatedAt: at(minute + 1) };
  await app.data.add('reports', report, at(minute));
};
const addPayment = (member: TestMember, minute: number, kind: 'trial' | 'membership', refunded = 0) =>
  app.data.add(
    'payments',
    {
      userId: member.userId,
      kind,
      stripePaymentIntentId: `pi_${member.userId}_${minute}`,
      stripeInvoiceId: kind === 'trial' ? null : `in_${member.userId}_${minute}`,
      amountPence: kind === 'trial' ? 50 : 890,
      refundedPence: refunded,
      paidAt: at(minute),
      periodStart: kind === 'trial' ? null : at(minute),
      periodEnd: kind === 'trial' ? null : at(minute + 1),
      receiptUrl: kind === 'trial' ? null : 'https://invoice.example/1',
    },
    new Date(),
  );

it("lists one's own reports, newest first, with every field", async () => {
  const [member, other] = [await createTestMember(app), await createTestMember(app)];
  await addReport(member, 'AB12CDE', 1);
  await addReport(member, 'FN15FNC', 5, null);
  await addReport(other, 'WO16WOF', 9);
  expect(await get('/api/me/reports', member.headers)).toEqual({
    reports: [
      {
        id: expect.any(String),
        registrationNumber: 'FN15FNC',
        vehicleMake: null,
        vehicleModel: 'FOCUS',
        vehicleYear: 2012,
        vehicleColor: 'BLUE',
        createdAt: at(5).toISOString(),
        updatedAt: at(6).toISOString(),
      },
      expect.objectContaining({ registrationNumber: 'AB12CDE', vehicleMake: 'FORD' }),
    ],
  });
});

it("lists one's own payments, newest first, with refunds and receipts", async () => {
  const [member, other] = [await createTestMember(app), await createTestMember(app)];
  await addPayment(member, 1, 'trial');
  await addPayment(member, 2, 'membership', 890);
  await addPayment(other, 3, 'membership');
  expect(await get('/api/me/payments', member.headers)).toEqual({
    payments: [
      {
        id: expect.any(String),
        kind: 'membership',
        amount: 890,
        currency: 'gbp',
        refunded: 890,
        paidAt: at(2).toISOString(),
        receiptUrl: 'https://invoice.example/1',
      },
      expect.objectContaining({ kind: 'trial', amount: 50, refunded: 0, receiptUrl: null }),
    ],
  });
});

it('is empty for a user who is no customer yet, and refused for visitors', async () => {
  const headers = { cookie: `session=${await createTestSession(app)}` };
  expect(await get('/api/me/reports', headers)).toEqual({ reports: [] });
  expect(await get('/api/me/payments', headers)).toEqual({ payments: [] });
  for (const path of ['reports', 'payments']) expect((await fetch(`${app.url}/api/me/${path}`)).status).toBe(401);
});

import { createMember, type TestMember } from '../../testing/members.ts';
import { signIn } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const get = async (path: string, headers: Record<string, string>) =>
  (await fetch(`${app.url}${path}`, { headers })).json() as Promise<Record<string, Record<string, unknown>[]>>;

const addReport = (member: TestMember, registration: string, minute: number, make: string | null = 'FORD') =>
  app.rows(
    `insert into reports (customer_id, registration_number, vehicle_make, vehicle_model, vehicle_year, vehicle_color,
       report_data, created_at, updated_at)
     select id, ?, ?, 'FOCUS', 2012, 'BLUE', '{}', ?, ? from customers where user_id = ?`,
    [registration, make, at(minute), at(minute + 1), member.userId],
  );
const addPayment = (member: TestMember, minute: number, kind: 'trial' | 'membership', refunded = 0) =>
  app.rows(
    `insert into payments (user_id, kind, stripe_payment_intent_id, stripe_invoice_id, amount_pence, currency,
       refunded_pence, paid_at, period_start, period_end, receipt_url, created_at)
     values (?, ?, ?, ?, ?, 'gbp', ?, ?, ?, ?, ?, now())`,
    [
      member.userId,
      kind,
      `pi_${member.userId}_${minute}`,
      kind === 'trial' ? null : `in_${member.userId}_${minute}`,
      kind === 'trial' ? 50 : 890,
      refunded,
      at(minute),
      kind === 'trial' ? null : at(minute),
      kind === 'trial' ? null : at(minute + 1),
      kind === 'trial' ? null : 'https://invoice.example/1',
    ],
  );

it("lists one's own reports, newest first, with every field", async () => {
  const [member, other] = [await createMember(app), await createMember(app)];
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
  const [member, other] = [await createMember(app), await createMember(app)];
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

it('has nothing for somebody who is no customer yet, and for visitors', async () => {
  const headers = { cookie: `session=${await signIn(app)}` };
  expect(await get('/api/me/reports', headers)).toEqual({ reports: [] });
  expect(await get('/api/me/payments', headers)).toEqual({ payments: [] });
  for (const path of ['reports', 'payments']) expect((await fetch(`${app.url}/api/me/${path}`)).status).toBe(401);
});

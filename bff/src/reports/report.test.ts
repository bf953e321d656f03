import { savedReportSchema } from '@ve/contracts/http/reports';
import { lockCustomer } from '@ve/data/customer/customer.repository';
import { saveFullCheck } from '@ve/data/report/report.repository';
import { saveVehicle } from '@ve/data/vehicle/vehicle.repository';
import { command, createMember } from '../testing/members.ts';
import { signIn } from '../testing/sessions.ts';
import { recordOf, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await saveVehicle(app.em(), recordOf('AB12CDE', new Date()));
});
afterAll(() => app.close());

type Headers = Record<string, string>;
let accounts = 0;
/** Signed in, and no customer yet. */
const account = async () => {
  const email = `saver${(accounts += 1)}@example.com`;
  const headers = { cookie: `session=${await signIn(app, { email })}` };
  return { email, headers };
};
const save = async (headers: Headers, registration = 'AB12CDE') =>
  (await command(`${app.url}/api/reports/${registration}`, headers)).json() as Promise<Record<string, unknown>>;
const read = async (headers: Headers, registration = 'AB12CDE') =>
  (await fetch(`${app.url}/api/reports/${registration}`, { headers })).json() as Promise<Record<string, unknown>>;

it('is saved from the stored record, with a customer named by the address, and kept when saved again', async () => {
  const { email, headers } = await account();
  expect(await read(headers)).toEqual({ outcome: 'none' });
  const saved = savedReportSchema.parse(await save(headers, 'ab12%20cde'));
  expect(saved).toMatchObject({ outcome: 'found', registration: 'AB12CDE', fullCheck: null, check: null });
  expect(await save(headers)).toEqual(saved);
  expect(await read(headers)).toEqual(saved);
  const rows = await app.rows(
    `select name, address, vehicle_make, report_data -> 'raw_api_data' ->> 'registration' as record
     from reports join customers on customers.id = customer_id where customers.email = ?`,
    [email],
  );
  expect(rows).toEqual([{ name: email, address: null, vehicle_make: expect.any(String), record: 'AB12CDE' }]);
});

it('is saved once by ten tabs', async () => {
  const { headers } = await account();
  const saved = await Promise.all(Array.from({ length: 10 }, () => save(headers)));
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
});

it('is filled when it was saved without a record, and keeps its full check', async () => {
  const member = await createMember(app);
  const [row] = await app.rows<{ id: string }>(
    `insert into reports (customer_id, registration_number, report_data, created_at, updated_at)
     select id, 'AB12CDE', '{"raw_api_data": null}', now(), now() from customers where user_id = ? returning id`,
    [member.userId],
  );
  expect(await save(member.headers)).toMatchObject({ id: row?.id });
  const at = new Date().toISOString();
  const vdi = { state: 'not-held', source: 'UKVD', at } as const;
  const fullCheck = { checkedAt: at, vdi, valuation: vdi };
  await app.em().transactional(async (em) => {
    const customerId = await lockCustomer(em, member.userId, new Date());
    await saveFullCheck(em, { customerId, record: recordOf('AB12CDE', new Date()), fullCheck }, new Date());
  });
  expect(await save(member.headers)).toMatchObject({ fullCheck });
  const [filled] = await app.rows<{ make: string }>('select vehicle_make as make from reports where id = ?', [row?.id]);
  expect(filled?.make).toEqual(expect.any(String));
});

it('is not saved of a vehicle that was never fetched', async () => {
  const { headers } = await account();
  expect(await save(headers, 'AA19AAA')).toEqual({ outcome: 'no-record' });
  expect(await app.rows('select 1 from reports where registration_number = ?', ['AA19AAA'])).toEqual([]);
});

it('is nobody else’s', async () => {
  const [one, other] = [await account(), await account()];
  await save(one.headers);
  expect(await read(other.headers)).toEqual({ outcome: 'none' });
  expect(await read(other.headers, 'AA19AAA')).toEqual({ outcome: 'none' });
});

it('is not saved for visitors, nor for a registration that is none', async () => {
  expect((await command(`${app.url}/api/reports/AB12CDE`)).status).toBe(401);
  expect((await fetch(`${app.url}/api/reports/AB12CDE`)).status).toBe(401);
  const { headers } = await account();
  for (const hostile of ['%20', "A'--", 'ABCDEFGHI', '%2e%2e%2fx']) {
    expect((await command(`${app.url}/api/reports/${hostile}`, headers)).status).toBe(404);
  }
});

it('is not saved beyond fifty new ones a day, also all at once; those that are there stay', async () => {
  const { headers } = await account();
  const registrations = Array.from({ length: 55 }, (_, index) => `A${index + 1}ABC`);
  await Promise.all(registrations.map((each) => saveVehicle(app.em(), recordOf(each, new Date()))));
  const saved = await Promise.all(registrations.map((each) => save(headers, each)));
  const kept = saved.filter(({ outcome }) => outcome === 'found');
  expect(kept).toHaveLength(50);
  expect(saved.filter(({ outcome }) => outcome === 'none')).toHaveLength(5);
  expect(await save(headers, String(kept[0]?.registration))).toEqual(kept[0]);
});

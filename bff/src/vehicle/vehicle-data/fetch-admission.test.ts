import { problemSchema } from '@ve/contracts/errors';
import { finishTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let second: TestApp;
/** Ten a second for two seconds: twenty live fetches, sixteen for visitors, two per client. */
const depth = { TRUST_PROXY: '1', VEHICLE_FETCHES_PER_SECOND: '10', VEHICLE_FETCH_SECONDS: '2' };
beforeAll(async () => {
  app = await startTestApp(depth);
  second = await startTestApp(depth, () => new Date(), { sharing: app });
});
beforeEach(() => app.empty('vehicle_fetches', 'outbox', 'vehicles'));
afterAll(async () => {
  await second.close();
  await app.close();
});

const letters = 'ABCDEFGHJKLMNOPRSTUVWXY';
const registrationOf = (number: number) =>
  `FL17A${letters[Math.floor(number / letters.length)]}${letters[number % letters.length]}`;
const ask = (registration: string, client: string, at = app, headers: Record<string, string> = {}) =>
  postFromOwnPage(
    `${at.url}/api/fetch-vehicle-data`,
    { registration, datapackage: 'VehicleData' },
    { 'x-forwarded-for': client, ...headers },
  );
const clientOf = (number: number) => `10.0.${number >> 8}.${number & 255}`;
const problemOf = async (answer: Response) => ({
  status: answer.status,
  retryAfter: answer.headers.get('retry-after'),
  code: problemSchema.parse(await answer.json()).code,
});
const busy = { status: 503, retryAfter: '60', code: 'busy' };
const share = { status: 429, retryAfter: '60', code: 'too-many-requests' };
const live = () => app.data.all('vehicle_fetches', { status: notEqualCondition('done') });

describe('new fetches', () => {
  it('count their refusals from 0, so that the first one is an increase', async () => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    for (const reason of ['share', 'busy'])
      expect(metrics).toContain(`vehicle_fetch_refusals_total{reason="${reason}"} 0`);
  });

  it('of visitors are limited to sixteen over all processes; joining a live one is admitted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => ask(registrationOf(n), clientOf(n), n % 2 === 0 ? app : second)),
    );
    expect(await live()).toHaveLength(16);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(44);
    for (const answer of refused) expect(await problemOf(answer)).toEqual(busy);
    const lookedUp = await fetch(`${app.url}/api/vehicle-lookup?reg=BU51BSY`);
    expect(await problemOf(lookedUp)).toEqual(busy);

    const taken = answers.findIndex(({ status }) => status === 202);
    expect((await ask(registrationOf(taken), '192.0.2.77', second)).status).toBe(202);
    expect(await live()).toHaveLength(16);
  });

  it('of one client are limited to two, without affecting others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(registrationOf(n), '203.0.113.9', n % 2 === 0 ? app : second)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 202);
    expect(await problemOf(refused!)).toEqual(share);
    expect((await ask('VS17TOR', '198.51.100.4')).status).toBe(202);
  });

  it('of customers have capacity beyond that of visitors; their limit is per account', async () => {
    await Promise.all(Array.from({ length: 16 }, (_, n) => ask(registrationOf(n), clientOf(n))));
    const cookie = `session=${await createTestSession(app)}`;
    const asCustomer = (n: number) => ask(registrationOf(n), clientOf(n), n % 2 === 0 ? app : second, { cookie });
    expect([(await asCustomer(20)).status, (await asCustomer(21)).status]).toEqual([202, 202]);
    expect(await problemOf(await asCustomer(22))).toEqual(share);
    const expired = { cookie: `session=${await createTestSession(app, { state: 'expired' })}` };
    expect(await problemOf(await ask(registrationOf(23), clientOf(23), app, expired))).toEqual(busy);
    const other = { cookie: `session=${await createTestSession(app)}` };
    expect((await ask('VS17TOR', '198.51.100.4', app, other)).status).toBe(202);
  });

  it('are not refused because of another client that requested the same concurrently', async () => {
    await ask(registrationOf(1), '203.0.113.9');
    await ask(registrationOf(2), '203.0.113.9');
    const [greedy, visitor] = await Promise.all([ask('VS17TOR', '203.0.113.9'), ask('VS17TOR', '198.51.100.4')]);
    expect(visitor.status).toBe(202);
    // Refused, or joined to the visitor's.
    expect([429, 202]).toContain(greedy.status);
  });

  it('are admitted again as soon as others have ended, which discards their requester', async () => {
    await Promise.all(Array.from({ length: 16 }, (_, n) => ask(registrationOf(n), clientOf(n))));
    expect(await problemOf(await ask('VS17TOR', '198.51.100.4'))).toEqual(busy);
    const [one] = await live();
    expect(one?.requesterHash).toMatch(/^[0-9a-f]{64}$/);
    await finishTestVehicleFetch(app.em(), one!.id, { outcome: 'not-found' });
    expect(await app.data.values('vehicle_fetches', 'requesterHash', { id: one!.id })).toEqual([null]);
    expect((await ask('VS17TOR', '198.51.100.4')).status).toBe(202);
  });

  it('are refused with one log line a minute, and counted', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(registrationOf(n), clientOf(n))));
    const lines = app.logLines.filter((line) => line.includes('"reason":"busy"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('vehicle_fetch_refused');
    expect(app.logLines.some((line) => line.includes('dependency_unavailable'))).toBe(false);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(
      /vehicle_fetch_refusals_total\{reason="busy"\} [1-9]/,
    );
  });
});

it('a fresh record is served from a read-only database', async () => {
  await saveVehicleRecordIfNewer(app.em(), completeRecordOf('FR15SHH', new Date()));
  const reader = await startTestApp(depth, () => new Date(), { sharing: app });
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await app.rows(`alter database "${name}" set default_transaction_read_only = on`);
  try {
    await app.rows(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%'
    `);
    // The first request hits connections that were terminated.
    await fetch(`${reader.url}/readyz`);
    const lookedUp = await fetch(`${reader.url}/api/vehicle-lookup?reg=FR15SHH`);
    expect([lookedUp.status, (await ask('FR15SHH', '198.51.100.4', reader)).status]).toEqual([200, 200]);
    expect((await ask('VS17TOR', '198.51.100.4', reader)).status).toBeGreaterThanOrEqual(500);
  } finally {
    await app.rows(`set default_transaction_read_only = off`);
    await app.rows(`alter database "${name}" reset default_transaction_read_only`);
    await reader.close();
  }
});

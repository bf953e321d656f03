import type { JobName } from '@ve/contracts/jobs';
import { finishTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { recordVehicleFetchAnswer, startVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import type { AnsweredRecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { setTimeout as pause } from 'node:timers/promises';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, undefined, { sharing: app });
});
afterAll(() => Promise.all([app.close(), other.close()]));
beforeEach(() => app.empty('outbox', 'vehicle_fetches'));

const aDay = 86_400_000;
const [began, ends] = [new Date(Date.now() - 10 * aDay), new Date(Date.now() + 20 * aDay)];

const member = async (given: Parameters<typeof createTestMember>[1] = {}): Promise<TestMember> => {
  const made = await createTestMember(app, { status: 'active', currentPeriodEnd: ends, ...given });
  await app.data.set('subscriptions', { currentPeriodStart: began }, { id: made.subscriptionId });
  return made;
};
const change = ({ headers }: Pick<TestMember, 'headers'>, registration: unknown, through = app) =>
  callApi('POST', `${through.url}/api/watch/car`, { headers, body: { registration } });
const known = (...registrations: string[]) =>
  Promise.all(registrations.map((each) => saveVehicleRecordIfNewer(app.em(), completeRecordOf(each, new Date()))));
const carOf = async ({ subscriptionId }: TestMember) =>
  (await app.data.one('subscriptions', { id: subscriptionId })).registrationNumber;
const reportsOf = async ({ userId }: TestMember) =>
  app.data.values(
    'reports',
    'registrationNumber',
    { customerId: (await app.data.one('customers', { userId })).id },
    'registrationNumber',
  );
const jobs = (name: JobName) => app.data.count('outbox', { jobName: name });
/** Acts as the worker: waits for the fetch of a vehicle, then runs `act` on it. */
const workOn = async (registration: string, act: (id: string) => Promise<unknown>) => {
  for (;;) {
    const [row] = await app.data.all('vehicle_fetches', { registration });
    if (row) return act(row.id);
    await pause(20);
  }
};

it('another car is watched from now on; its report is saved, and the earlier car’s findings are deleted', async () => {
  const dana = await member();
  await known('AB12CDE', 'FN15FNC');
  await callApi('PUT', `${app.url}/api/reports/AB12CDE`, { headers: dana.headers });
  await callApi('PUT', `${app.url}/api/watch/due-dates/insurance`, {
    headers: dana.headers,
    body: { on: londonDate(new Date()) },
  });
  const looked = {
    lastResult: JSON.stringify({ taxStatus: 'Taxed' }),
    lastResultRequestedAt: new Date(),
    nextCheckAt: new Date(Date.now() + 7 * 86_400_000),
  };
  await app.data.set('monitor_check_states', looked, { userId: dana.userId, aspect: 'licensing' });
  expect((await change(dana, ' fn15-fnc ')).body).toMatchObject({
    outcome: 'changed',
    watch: {
      registration: 'FN15FNC',
      carMayChangeOn: londonDate(ends),
      dueDates: [
        { kind: 'tax', source: 'DVLA', on: expect.any(String) },
        { kind: 'mot', source: 'DVSA', on: expect.any(String) },
        { kind: 'insurance', on: null },
        {},
      ],
      upcoming: expect.arrayContaining([expect.objectContaining({ kind: 'tax' })]),
    },
  });
  expect(await carOf(dana)).toBe('FN15FNC');
  expect(await reportsOf(dana)).toEqual(expect.arrayContaining(['FN15FNC']));
  const states = await app.data.all('monitor_check_states', { userId: dana.userId });
  expect(states.length).toBeGreaterThan(0);
  for (const { nextCheckAt, ...row } of states) {
    expect(row).toMatchObject({ registrationNumber: 'FN15FNC', lastResult: null });
    expect(nextCheckAt!.getTime()).toBeLessThanOrEqual(Date.now());
  }
  expect(await jobs('reports.backfill')).toBe(1);
});

it('once a billing period, and again in the next', async () => {
  const dana = await member();
  await known('FN15FNC', 'KP08KPR');
  expect((await change(dana, 'FN15FNC')).body).toMatchObject({ outcome: 'changed' });
  expect((await change(dana, 'KP08KPR')).body).toEqual({ outcome: 'once-a-period', mayChangeOn: londonDate(ends) });
  expect((await change(dana, 'FN15FNC')).body).toEqual({ outcome: 'same' });
  expect(await carOf(dana)).toBe('FN15FNC');
  const next = { currentPeriodStart: new Date(Date.now() + 1) };
  await app.data.set('subscriptions', next, { id: dana.subscriptionId });
  expect((await change(dana, 'KP08KPR')).body).toMatchObject({ outcome: 'changed' });
});

it('a refusal costs no look-up', async () => {
  const dana = await member();
  await known('FN15FNC');
  await change(dana, 'FN15FNC');
  await change(dana, 'NE22VER');
  expect(await app.data.all('vehicle_fetches')).toEqual([]);
});

it('a trial changes its car once', async () => {
  const dana = await createTestMember(app);
  await known('FN15FNC', 'KP08KPR');
  expect((await change(dana, 'FN15FNC')).body).toMatchObject({ outcome: 'changed' });
  expect((await change(dana, 'KP08KPR')).body).toMatchObject({ outcome: 'once-a-period' });
});

it('of concurrent requests in several tabs, in two processes, one changes it', async () => {
  const dana = await member();
  const cars = ['FN15FNC', 'KP08KPR', 'CL10CKD', 'WO16WOF'];
  await known(...cars);
  const answers = await Promise.all(cars.map((each, n) => change(dana, each, n % 2 === 0 ? app : other)));
  const outcomes = answers.map(({ body }) => (body as { outcome: string }).outcome).toSorted();
  expect(outcomes).toEqual(['changed', 'once-a-period', 'once-a-period', 'once-a-period']);
  expect(await reportsOf(dana)).toEqual([await carOf(dana)]);
  expect(await jobs('reports.backfill')).toBe(1);
});

describe('an unknown car', () => {
  it('is looked up, and its report is completed when the other sources have answered', async () => {
    const dana = await member();
    const record = completeRecordOf('NE22VER', new Date());
    const [{ body }] = await Promise.all([
      change(dana, 'NE22VER'),
      workOn('NE22VER', async (id) => {
        await startVehicleFetch(app.em(), id);
        await recordVehicleFetchAnswer(app.em(), id, record.licensing as AnsweredRecordSection);
      }),
    ]);
    expect(body).toMatchObject({ outcome: 'changed', watch: { registration: 'NE22VER' } });
    expect(await jobs('reports.backfill')).toBe(1);
  });

  it.each(['not-found', 'unavailable'] as const)('and that is %s changes nothing', async (outcome) => {
    const dana = await member();
    const registration = outcome === 'not-found' ? 'NO12ONE' : 'DN02DWN';
    const [{ body }] = await Promise.all([
      change(dana, registration),
      workOn(registration, (id) => finishTestVehicleFetch(app.em(), id, { outcome })),
    ]);
    expect(body).toEqual({ outcome });
    expect(await carOf(dana)).toBe('AB12CDE');
    expect(await reportsOf(dana)).toEqual([]);
    await known('FN15FNC');
    expect((await change(dana, 'FN15FNC')).body).toMatchObject({ outcome: 'changed' });
  });
});

it('only a member changes the car', async () => {
  await known('FN15FNC');
  const lapsed = await member({ status: 'canceled' });
  const never = { headers: { cookie: `session=${await createTestSession(app, { email: 'car-never@example.com' })}` } };
  expect((await change(lapsed, 'FN15FNC')).body).toEqual({ outcome: 'not-member' });
  expect((await change(never, 'FN15FNC')).body).toEqual({ outcome: 'not-member' });
  expect((await callApi('POST', `${app.url}/api/watch/car`, { body: { registration: 'FN15FNC' } })).status).toBe(401);
  expect(await carOf(lapsed)).toBe('AB12CDE');
});

it('a membership that ends while the registers are read changes nothing', async () => {
  const dana = await member();
  const [{ body }] = await Promise.all([
    change(dana, 'LA22TER'),
    workOn('LA22TER', async (id) => {
      await app.data.set('subscriptions', { status: 'canceled' }, { id: dana.subscriptionId });
      await finishTestVehicleFetch(app.em(), id, { outcome: 'found', record: completeRecordOf('LA22TER', new Date()) });
    }),
  ]);
  expect(body).toEqual({ outcome: 'not-member' });
  expect(await carOf(dana)).toBe('AB12CDE');
});

it.each([
  ['', 'registration-required'],
  ['not a plate', 'registration-invalid'],
  ['A'.repeat(10_000), 'request-invalid'],
  [7, 'registration-required'],
])('%j is not a registration', async (registration, code) => {
  const { status, body } = await change(await member(), registration);
  expect([400, 413]).toContain(status);
  if (status === 400) expect([code, 'registration-invalid']).toContain((body as { code: string }).code);
});

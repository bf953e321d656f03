import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import { readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import { replaceRecallCampaigns } from '@ve/data/vehicle/places/recall-campaign.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { freeMonitorCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';
import { toMonitorFindings } from './findings.mapper.ts';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const read = async ({ headers }: Pick<TestMember, 'headers'>) =>
  readWatchFindingsEndpoint.answers[200].parse(
    (await callApi('GET', `${app.url}/api/watch/findings`, { headers })).body,
  );
const readAt = new Date('2026-11-20T10:00:00.000Z');
const days = (count: number) => new Date(readAt.getTime() + count * 86_400_000);
interface CheckState {
  known?: object | null;
  failure?: string | null;
  nextCheckAt?: Date | null;
  registration?: string;
}
const addCheckState = (
  { userId }: TestMember,
  aspect: MonitorAspect,
  { known = {}, failure = null, nextCheckAt = days(7), registration = 'AB12CDE' }: CheckState = {},
) =>
  app.data.add('monitor_check_states', {
    userId,
    aspect,
    registrationNumber: registration,
    lastResult: known === null ? null : JSON.stringify(known),
    lastResultRequestedAt: known === null ? null : readAt,
    attemptedAt: readAt,
    failure,
    nextCheckAt,
  });
const notRead = { state: 'not-read', because: null, readAt: null, nextCheckAt: null, found: null };
const ends = new Date(Date.now() + 20 * 86_400_000);
const createPaying = () => createTestMember(app, { status: 'active', currentPeriodEnd: ends });

it.each([
  ['paying', 'active', { state: 'not-read', because: null }],
  ['trying', 'trialing', { state: 'off', because: 'after-trial' }],
] as const)('of a new %s member nothing is read yet', async (_, status, ofPaid) => {
  const { aspects, ...rest } = await read(await createTestMember(app, { status, currentPeriodEnd: ends }));
  expect(aspects).toMatchObject([
    { aspect: 'tax', ...notRead, everyDays: 7 },
    { aspect: 'mot', ...notRead, everyDays: 28 },
    { aspect: 'recall', ...notRead, everyDays: 1 },
    { aspect: 'value', ...notRead, ...ofPaid },
    { aspect: 'finance', ...notRead, ...ofPaid },
    { aspect: 'keepers', ...notRead, ...ofPaid },
    { aspect: 'petrol', ...notRead, state: 'off' },
  ]);
  expect(rest).toEqual({
    values: [],
    recall: { outstanding: 'not-read', readAt: null, listedAt: null, campaigns: [] },
  });
});

it('can be read by pages of the previous release', async () => {
  const { aspects } = await read(await createTestMember(app, { status: 'trialing', currentPeriodEnd: ends }));
  const before = ['read', 'not-read', 'unavailable', 'off'];
  expect(aspects.filter(({ state }) => !before.includes(state))).toEqual([]);
});

it('each watched aspect shows what was read and when, and how often it is; a failure keeps the known value', async () => {
  const dana = await createPaying();
  await addCheckState(dana, 'licensing', {
    known: { taxStatus: 'Untaxed', taxDueOn: '2026-11-19' },
    nextCheckAt: days(3),
  });
  await addCheckState(dana, 'testing', { known: { recall: 'Yes', motDueOn: '2027-03-01' }, nextCheckAt: days(28) });
  await addCheckState(dana, 'value', {
    known: { month: '2026-11', pence: 1 },
    failure: 'timeout',
    nextCheckAt: days(1),
  });
  await addCheckState(dana, 'finance', { known: { agreements: 2, listed: [] } });
  const { aspects, recall } = await read(dana);
  const at = readAt.toISOString();
  expect(aspects.slice(0, 5)).toMatchObject([
    { aspect: 'tax', state: 'read', readAt: at, everyDays: 7, nextCheckAt: days(3).toISOString() },
    { aspect: 'mot', state: 'read', readAt: at, everyDays: 28, found: { of: 'mot', dueOn: '2027-03-01' } },
    { aspect: 'recall', ...notRead },
    { aspect: 'value', state: 'read', readAt: at, found: { of: 'value', month: '2026-11', pence: 1 } },
    { aspect: 'finance', state: 'read', readAt: at, found: { of: 'finance', agreements: 2 } },
  ]);
  expect(aspects[0]?.found).toEqual({ of: 'tax', status: 'Untaxed', dueOn: '2026-11-19' });
  // The flag is as old as the response that contained it, regardless of when the campaigns were read.
  expect(recall).toMatchObject({ outstanding: 'Yes', readAt: at, listedAt: null });
});

it.each([
  ['not-yet', 'not-read', null],
  ['not-read', 'not-read', null],
  ['paused', 'off', null],
  ['switched-off', 'off', null],
  ['not-member', 'off', null],
  ['in-trial', 'off', 'after-trial'],
  ['payment-due', 'off', 'payment-due'],
  ['not-held', 'unavailable', 'not-held'],
  ['budget-spent', 'unavailable', null],
] as const)(
  'a monitor check without a result because of %s is %s, until its next run',
  async (failure, state, because) => {
    const dana = await createPaying();
    await addCheckState(dana, 'finance', { known: null, failure, nextCheckAt: days(30) });
    expect((await read(dana)).aspects[4]).toMatchObject({
      state,
      because,
      readAt: null,
      nextCheckAt: days(30).toISOString(),
    });
  },
);

it('results stay while the next monitor check waits for a payment', async () => {
  const dana = await createTestMember(app, { status: 'past_due' });
  await addCheckState(dana, 'finance', { known: { agreements: 0 }, failure: 'payment-due', nextCheckAt: null });
  expect((await read(dana)).aspects[4]).toMatchObject({ state: 'read', because: 'payment-due', nextCheckAt: null });
});

it.each([
  [{ known: { recall: 'No' } }, 'No'],
  [{ known: { recall: 'Unknown' } }, 'Unknown'],
  [{ known: { recall: null } }, 'not-read'],
  [{ known: null, failure: 'timeout' }, 'Unavailable'],
  [{ known: null, failure: 'not-member' }, 'not-read'],
] as const)('a recall is as DVSA last reported it: %j is %s', async (given, outstanding) => {
  const dana = await createTestMember(app);
  await addCheckState(dana, 'testing', given);
  expect((await read(dana)).recall.outstanding).toBe(outstanding);
});

it('recall campaigns are those that may apply to the car', async () => {
  const dana = await createTestMember(app);
  const record = completeRecordOf('AB12CDE', new Date());
  await saveVehicleRecordIfNewer(app.em(), record);
  const car = recallMatchCarOf(record)!;
  const campaign = (number: string, model: string): RecallCampaign => ({
    number,
    make: car.make,
    model,
    launchedOn: '2026-10-01',
    concern: 'The airbag may not open',
    defect: 'A connector may come loose',
    remedy: 'Replace the connector',
    affected: null,
    vins: [],
    builds: [],
  });
  await replaceRecallCampaigns(app.em(), [campaign('R/2026/100', car.models[0]!), campaign('R/2026/101', 'ANOTHER')]);
  expect((await read(dana)).recall.campaigns).toEqual([
    {
      number: 'R/2026/100',
      launchedOn: '2026-10-01',
      concern: 'The airbag may not open',
      remedy: 'Replace the connector',
    },
  ]);
});

it('petrol prices are watched once a postcode is set', async () => {
  const dana = await createTestMember(app);
  const place = { postcode: 'LS1 1AA', latitude: 53.8, longitude: -1.5 };
  await app.data.add('watches', { userId: dana.userId, ...place });
  expect((await read(dana)).aspects[6]).toEqual({ aspect: 'petrol', ...notRead, everyDays: 1 });
});

it('values are those of the current car, oldest first, of sixty months', async () => {
  const dana = await createTestMember(app);
  await app.rows(
    `insert into monthly_valuations (user_id, registration_number, month, value_pence, fetched_at)
     select ?, 'AB12CDE', to_char('2020-01-15'::date + n * interval '1 month', 'YYYY-MM'), 500000 - n, ?
     from generate_series(0, 69) n`,
    [dana.userId, readAt],
  );
  await app.data.add('monthly_valuations', {
    userId: dana.userId,
    registrationNumber: 'FN15FNC',
    month: '2026-11',
    valuePence: 1,
    fetchedAt: readAt,
  });
  await addCheckState(dana, 'licensing', { registration: 'FN15FNC' });
  const { values, aspects } = await read(dana);
  expect([values.length, values[0]?.month, values.at(-1)]).toEqual([
    60,
    '2020-11',
    { month: '2025-10', pence: 499_931, readAt: readAt.toISOString() },
  ]);
  expect(aspects[0]).toMatchObject({ state: 'not-read' });
});

it('a member cannot see another member’s car', async () => {
  const dana = await createTestMember(app);
  await addCheckState(dana, 'licensing');
  const nonMember = {
    headers: { cookie: `session=${await createTestSession(app, { email: 'findings-never@example.com' })}` },
  };
  for (const other of [await createTestMember(app), nonMember]) {
    expect((await read(other)).aspects[0]).toMatchObject({ state: 'not-read' });
  }
  expect((await callApi('GET', `${app.url}/api/watch/findings`)).status).toBe(401);
});

it('an aspect that is not configured is reported as such, regardless of earlier results', () => {
  const everyDays = { ...freeMonitorCheckIntervalDays, specification: 30, value: 30, finance: 0 };
  const nothing = { states: [], values: [], campaigns: [], recallsReadAt: null, hasPlace: true, isTrial: false };
  const findings = toMonitorFindings({ ...nothing, everyDays });
  expect(findings.aspects).toContainEqual({ aspect: 'finance', ...notRead, everyDays: null, state: 'off' });
  expect(findings.aspects).toContainEqual({ aspect: 'value', ...notRead, everyDays: 30 });
});

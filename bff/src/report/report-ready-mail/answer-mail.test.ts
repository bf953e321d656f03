import { problemSchema } from '@ve/contracts/errors';
import { requestAnswerMailEndpoint } from '@ve/contracts/http/report/answer-mail';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { createTestMember } from '../../testing/members.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

const aMinute = 60_000;
let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(() => app.empty('vehicle_fetches', 'report_ready_mails', 'token_buckets', 'outbox'));
afterAll(() => app.close());

let clients = 0;
const request = (registration: string, email: unknown, headers: Record<string, string> = {}) =>
  postFromOwnPage(
    `${app.url}/api/vehicles/${registration}/answer-mail`,
    { email },
    { 'x-forwarded-for': `10.${(clients += 1)}.0.1`, ...headers },
  );
const outcomeOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return requestAnswerMailEndpoint.answers[200].parse(await answer.json()).outcome;
};
const waiting = () => app.data.all('report_ready_mails', { sentAt: null });
const fail = async (registration: string, outcome: 'unavailable' | 'not-found' = 'unavailable') => {
  const { id } = await requestTestVehicleFetch(app.em(), { registration, now: new Date(now) });
  await finishTestVehicleFetch(app.em(), id, { outcome, now: new Date(now) });
};

it('is stored once for a customer, at the address of their account and not at the one sent', async () => {
  await fail('DN02DWN');
  const { headers, userId } = await createTestMember(app);
  for (let press = 0; press < 3; press += 1) {
    expect(await outcomeOf(await request('dn02 dwn', 'another@example.com', headers))).toBe('will-be-sent');
  }
  expect(await waiting()).toMatchObject([
    {
      registrationNumber: 'DN02DWN',
      userId,
      email: null,
      nextFetchAt: new Date(now + 5 * aMinute),
      retryUntil: new Date(now + 48 * 60 * aMinute),
    },
  ]);
});

it('is stored once for the address of a visitor, in the form in which addresses are stored', async () => {
  await fail('DN02DWN');
  expect(await outcomeOf(await request('DN02DWN', 'Reader@Example.com'))).toBe('will-be-sent');
  expect(await outcomeOf(await request('DN02DWN', 'reader@example.com'))).toBe('will-be-sent');
  expect(await waiting()).toMatchObject([{ userId: null, email: 'reader@example.com' }]);
});

it('is not offered for a vehicle that did not fail within the last hour', async () => {
  expect(await outcomeOf(await request('DN02DWN', 'reader@example.com'))).toBe('ready-now');
  await fail('AB12CDE', 'not-found');
  expect(await outcomeOf(await request('AB12CDE', 'reader@example.com'))).toBe('ready-now');
  await fail('FN15FNC');
  now += 66 * aMinute;
  expect(await outcomeOf(await request('FN15FNC', 'reader@example.com'))).toBe('ready-now');
  expect(await waiting()).toEqual([]);
});

it('is not offered while the first fetch of a vehicle is in progress, which shows nothing yet', async () => {
  await requestTestVehicleFetch(app.em(), { registration: 'AB12CDE', now: new Date(now) });
  expect(await outcomeOf(await request('AB12CDE', 'reader@example.com'))).toBe('ready-now');
  await fail('DN02DWN');
  await requestTestVehicleFetch(app.em(), { registration: 'DN02DWN', now: new Date(now) });
  expect(await outcomeOf(await request('DN02DWN', 'reader@example.com'))).toBe('will-be-sent');
  expect(await waiting()).toMatchObject([{ registrationNumber: 'DN02DWN' }]);
});

it('is stored for one address twice a day, and twice more for other networks, without revealing it', async () => {
  const plates = ['DN02DWN', 'DN03DWN', 'DN04DWN', 'DN05DWN', 'DN06DWN', 'DN07DWN'];
  for (const plate of plates) {
    await fail(plate);
    expect(await outcomeOf(await request(plate, 'eve@example.com'))).toBe('will-be-sent');
  }
  const stored = (await waiting()).length;
  expect(stored).toBe(4);
});

it('is accepted five times an hour from one client', async () => {
  const statuses: number[] = [];
  await fail('DN02DWN');
  for (let index = 0; index < 6; index += 1) {
    const client = { 'x-forwarded-for': '203.0.113.7' };
    statuses.push((await request('DN02DWN', `driver${index}@example.com`, client)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('waits for at most fifty readers of one vehicle', async () => {
  await fail('DN02DWN');
  for (let index = 0; index < 50; index += 1) await request('DN02DWN', `driver${index}@example.com`);
  const refused = await request('DN02DWN', 'driver50@example.com');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3900']);
  expect(await waiting()).toHaveLength(50);
});

it.each([
  ['DN02DWN', null, 400, 'request-invalid'],
  ['DN02DWN', 'driver', 400, 'request-invalid'],
  ['DN02DWN', 'a@example.com\r\nBcc: b@example.com', 400, 'request-invalid'],
  ['%3Cscript%3E', 'reader@example.com', 404, 'not-found'],
])('refuses %s with %j', async (registration, email, status, code) => {
  const answer = await request(registration, email);
  expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([status, code]);
  expect(await waiting()).toEqual([]);
});

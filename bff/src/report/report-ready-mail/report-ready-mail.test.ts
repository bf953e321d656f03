import { testRows } from '@ve/data/testing/test-rows';
import { problemSchema } from '@ve/contracts/errors';
import { registerReportReadyMailEndpoint } from '@ve/contracts/http/report/reports';
import { claimReportReadyMails } from '@ve/data/report/report-ready-mail.repository';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => app.empty('vehicle_fetches', 'report_ready_mails', 'full_checks', 'token_buckets', 'outbox'));
afterAll(() => app.close());

const request = (registration: string, headers: Record<string, string>) =>
  postWithoutBodyFromOwnPage(`${app.url}/api/reports/${registration}/report-ready-mail`, headers);
const outcomeOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return registerReportReadyMailEndpoint.answers[200].parse(await answer.json()).outcome;
};
const waiting = () => app.data.all('report_ready_mails', { sentAt: null });
const liveFetch = (registration: string) => requestTestVehicleFetch(app.em(), { registration });
const take = (registration: string) =>
  app.em().transactional((em) => claimReportReadyMails(em, registration, new Date()));

const liveCheck = ({ userId, subscriptionId }: TestMember, registration: string) =>
  app.data.add('full_checks', {
    userId,
    subscriptionId,
    periodEnd: new Date(),
    registrationNumber: registration,
    status: 'running',
  });

it('is stored once while the sources are read, regardless of repeated requests', async () => {
  const { headers } = await createTestMember(app);
  await liveFetch('SL02WLY');
  const answers = await Promise.all(Array.from({ length: 20 }, () => request('sl02 wly', headers)));
  expect(await Promise.all(answers.map(outcomeOf))).toEqual(Array.from({ length: 20 }, () => 'will-be-sent'));
  expect(await waiting()).toMatchObject([{ registrationNumber: 'SL02WLY' }]);
});

it('is not needed when nothing runs for this user', async () => {
  const [member, other] = [await createTestMember(app), await createTestMember(app)];
  await liveCheck(other, 'AB12CDE');
  await liveFetch('FN15FNC');
  expect(await outcomeOf(await request('AB12CDE', member.headers))).toBe('ready-now');
  expect(await outcomeOf(await request('AB12CDE', other.headers))).toBe('will-be-sent');
  const { id } = await liveFetch('ST17STL');
  await finishTestVehicleFetch(app.em(), id, { outcome: 'unavailable' });
  expect(await outcomeOf(await request('ST17STL', member.headers))).toBe('ready-now');
  expect(await waiting()).toHaveLength(1);
});

it('is never lost to a fetch that ends at the same moment', async () => {
  const { headers } = await createTestMember(app);
  for (let round = 0; round < 25; round += 1) {
    await app.empty('vehicle_fetches', 'report_ready_mails', 'token_buckets', 'outbox');
    const { id } = await liveFetch('SL02WLY');
    const [answer, taken] = await Promise.all([
      request('SL02WLY', headers),
      // As the worker ends it.
      app.em().transactional(async (em) => {
        await finishTestVehicleFetch(em, id, { outcome: 'not-found' });
        return claimReportReadyMails(em, 'SL02WLY', new Date());
      }),
    ]);
    expect([await outcomeOf(answer), taken.length]).toEqual(
      taken.length === 1 ? ['will-be-sent', 1] : ['ready-now', 0],
    );
    expect(await waiting()).toEqual([]);
  }
});

it('is claimed once, by the one of fetch and full check that ends last', async () => {
  for (let round = 0; round < 15; round += 1) {
    await app.empty('vehicle_fetches', 'report_ready_mails', 'full_checks', 'token_buckets', 'outbox');
    const member = await createTestMember(app);
    const { id } = await liveFetch('SL02WLY');
    await liveCheck(member, 'SL02WLY');
    await outcomeOf(await request('SL02WLY', member.headers));
    expect(await take('SL02WLY')).toEqual([]);
    const taken = await Promise.all([
      app.em().transactional(async (em) => {
        await finishTestVehicleFetch(em, id, { outcome: 'found' });
        return claimReportReadyMails(em, 'SL02WLY', new Date());
      }),
      app.em().transactional(async (em) => {
        const failed = { status: 'failed', failure: 'timeout', finishedAt: new Date() } as const;
        await testRows(() => em).set('full_checks', failed);
        return claimReportReadyMails(em, 'SL02WLY', new Date());
      }),
    ]);
    expect(taken.flat()).toHaveLength(1);
  }
});

it('is limited to ten a day per account', async () => {
  const plateOf = (number: number) => `SL${20 + number}WLY`;
  const { headers } = await createTestMember(app);
  const other = await createTestMember(app);
  for (let number = 0; number <= 10; number += 1) {
    await liveFetch(plateOf(number));
    const answer = await request(plateOf(number), headers);
    if (number < 10) expect(await outcomeOf(answer)).toBe('will-be-sent');
    else expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([429, 'too-many-requests']);
  }
  expect(await outcomeOf(await request('AB12CDE', headers))).toBe('ready-now');
  expect(await outcomeOf(await request(plateOf(0), headers))).toBe('will-be-sent');
  expect(await outcomeOf(await request(plateOf(0), other.headers))).toBe('will-be-sent');
  expect(await waiting()).toHaveLength(11);
});

it.each([
  ['a visitor', 'AB12CDE', {}, 401, 'sign-in-required'],
  ['text that is no registration', '%3Cscript%3E', null, 404, 'not-found'],
  ['a long text', 'A'.repeat(3_000), null, 404, 'not-found'],
])('refuses %s', async (_, registration, headers, status, code) => {
  const answer = await request(registration, headers ?? (await createTestMember(app)).headers);
  expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([status, code]);
});

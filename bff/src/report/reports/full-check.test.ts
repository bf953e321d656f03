import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { type FullCheckState, fullCheckStateSchema } from '@ve/contracts/http/report/reports';
import {
  beginFullCheck,
  tryCountRegisterLookup,
  endFullCheck,
  failFullCheck,
  findFullCheck,
  recordFullCheckSteps,
  recordFullCheckCreditReturned,
} from '@ve/data/full-check/full-check.repository';
import { grantPeriodCredit, returnCredit } from '@ve/data/membership/subscription/subscription.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { randomUUID } from 'node:crypto';
import {
  postWithoutBodyFromOwnPage,
  createTestMember,
  type TestMember,
  type TestMembershipOptions,
} from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
/** A second process. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, undefined, { sharing: app });
  await saveVehicleRecordIfNewer(app.em(), completeRecordOf('AB12CDE', new Date()));
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const createPayer = (given: TestMembershipOptions = {}): Promise<TestMember> => {
  const end = inDays(20);
  return createTestMember(app, {
    status: 'active',
    creditsUsed: 0,
    currentPeriodEnd: end,
    creditedPeriodEnd: end,
    ...given,
  });
};
const pathOf = (registration: string) => `/api/reports/${encodeURIComponent(registration)}/full-check`;
const start = ({ headers }: Pick<TestMember, 'headers'>, registration = 'AB12CDE', on = app) =>
  postWithoutBodyFromOwnPage(`${on.url}${pathOf(registration)}`, headers);
const startedBy = async (member: TestMember, registration = 'AB12CDE') =>
  (await (await start(member, registration)).json()) as Extract<FullCheckState, { outcome: 'pending' }>;
const creditsUsed = async ({ subscriptionId }: TestMember) => {
  const row = await app.data.one('subscriptions', { id: subscriptionId });
  return row.creditsUsed;
};
const checksOf = ({ userId }: TestMember) => app.data.all('full_checks', { userId });
const jobsOf = async (member: TestMember) => {
  const ids = new Set((await checksOf(member)).map(({ id }) => id));
  const jobs = await app.data.values('outbox', 'payload', { jobName: 'full-checks.run' });
  return jobs.filter(({ checkId }) => ids.has(String(checkId)));
};
const at = new Date().toISOString();
const unavailable = { state: 'unavailable', source: 'UKVD', at, reason: 'timeout' } as const;
const result = {
  record: completeRecordOf('AB12CDE', new Date()),
  vdi: { state: 'not-held', source: 'UKVD', at },
  valuation: unavailable,
  retryAt: null,
} as const;
/** Acts as the worker whose check fails permanently. */
const fail = async (member: TestMember, checkId: string, failure: FullCheckFailure = 'source-error') => {
  await failFullCheck(app.em(), { id: checkId, failure }, new Date());
  const check = await findFullCheck(app.em(), checkId);
  if (!check || !(await returnCredit(app.em(), member.subscriptionId, check))) throw new Error('not returned');
  await recordFullCheckCreditReturned(app.em(), checkId, new Date());
};

it('uses the credit, queues the check, and is returned with its report immediately', async () => {
  const member = await createPayer();
  const answer = await start(member, 'ab12 cde');
  expect(answer.status).toBe(202);
  const state = fullCheckStateSchema.parse(await answer.json());
  expect(state).toMatchObject({ outcome: 'pending', registration: 'AB12CDE' });
  expect(answer.headers.get('location')).toBe(`/api/full-checks/${state.checkId}`);
  expect(await creditsUsed(member)).toBe(1);
  expect(await jobsOf(member)).toHaveLength(1);
  const report = await (await fetch(`${app.url}/api/reports/AB12CDE`, { headers: member.headers })).json();
  expect(report).toMatchObject({ outcome: 'found', fullCheck: null, check: { outcome: 'pending' } });
});

it('uses one credit for forty concurrent calls of two devices, in two processes', async () => {
  const member = await createPayer();
  const session = await signInAgain(member);
  const calls = Array.from({ length: 40 }, (_, index) =>
    start(index % 3 === 0 ? session : member, 'AB12CDE', index % 2 === 0 ? app : other),
  );
  const states = await Promise.all(calls.map(async (call) => (await call).json() as Promise<FullCheckState>));
  expect(new Set(states.map(({ outcome, checkId }) => `${outcome} ${checkId}`)).size).toBe(1);
  expect(await checksOf(member)).toHaveLength(1);
  expect(await jobsOf(member)).toHaveLength(1);
  expect(await creditsUsed(member)).toBe(1);
});

it('uses one credit for two concurrent vehicles, and returns that there is none for the other', async () => {
  const member = await createPayer();
  const answers = await Promise.all(['AB12CDE', 'FN15FNC'].map((each) => start(member, each)));
  const outcomes = await Promise.all(answers.map(async (answer) => (await answer.json()) as { outcome: string }));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['pending', 'refused']);
  expect(await checksOf(member)).toHaveLength(1);
});

it('is free again in the same period, and costs the next period’s credit', async () => {
  const member = await createPayer();
  const { checkId } = await startedBy(member);
  await endFullCheck(app.em(), { id: checkId, result }, new Date());
  const again = await start(member);
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ outcome: 'done', checkId, fullCheck: { vdi: { state: 'not-held' } } });
  expect(await (await start(member, 'FN15FNC')).json()).toMatchObject({ reason: 'no-credit' });
  const next = inDays(50);
  await app.data.set('subscriptions', { currentPeriodEnd: next }, { id: member.subscriptionId });
  await grantPeriodCredit(app.em(), member.subscriptionId, next);
  const second = await startedBy(member);
  expect(second.outcome).toBe('pending');
  expect(second.checkId).not.toBe(checkId);
  expect(await creditsUsed(member)).toBe(1);
});

describe('is refused, with the text of the specification and without using a credit,', () => {
  const over = inDays(-1);
  const justNow = inDays(-0.01);
  const none = { reason: 'not-subscribed', message: 'No active subscription found' };
  const used = { reason: 'no-credit', message: 'No credits remaining for this billing period' };
  it.each<[string, TestMembershipOptions, object]>([
    ['to a trial', { status: 'trialing', creditsUsed: 1, creditedPeriodEnd: null }, none],
    ['to a trial that has a credit by mistake', { status: 'trialing' }, none],
    ['when the period is over', { currentPeriodEnd: over, creditedPeriodEnd: over }, none],
    ['while a charge is past due', { status: 'past_due' }, none],
    ['to a cancelled membership', { status: 'canceled' }, none],
    ['when the credit was used', { creditsUsed: 1 }, used],
    ['when no period was ever paid', { creditedPeriodEnd: null }, none],
    [
      'in the hour before a renewal is charged, with the check of the month before left',
      { currentPeriodStart: justNow, creditedPeriodEnd: justNow },
      none,
    ],
  ])('%s', async (_, given, expected) => {
    const member = await createPayer(given);
    const before = await creditsUsed(member);
    const answer = await start(member);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ outcome: 'refused', ...expected });
    expect([await creditsUsed(member), await checksOf(member)]).toEqual([before, []]);
  });

  it('to a cancelled membership that has ended here, regardless of Stripe’s state', async () => {
    const member = await createPayer();
    await app.data.set('subscriptions', { endsAt: new Date(Date.now() - 60_000) }, { id: member.subscriptionId });
    expect(await (await start(member)).json()).toMatchObject(none);
  });

  it('to a customer without any membership', async () => {
    const headers = { cookie: `session=${await createTestSession(app)}` };
    expect(await (await start({ headers })).json()).toEqual({ outcome: 'refused', ...none });
  });
});

it('is available to members who cancelled until their paid period ends', async () => {
  const member = await createPayer();
  await app.data.set(
    'subscriptions',
    { cancelRequestedAt: new Date(), endsAt: inDays(20) },
    { id: member.subscriptionId },
  );
  expect((await start(member)).status).toBe(202);
});

it('requires sign-in', async () => {
  expect((await start({ headers: { cookie: '' } })).status).toBe(401);
});

it.each(['', ' ', 'A', "A'; --", '../AB12CDE', '%00', 'ABCDEFGHIJ', '<b>', 'AB12CDE%0d%0aX: 1', 'ÄB12CDE'])(
  'is not started for %j',
  async (registration) => {
    const member = await createPayer();
    expect((await start(member, registration)).status).toBe(404);
    expect([await creditsUsed(member), await checksOf(member)]).toEqual([0, []]);
  },
);

it('that failed shows the reason and the returned credit, and can be started again', async () => {
  const member = await createPayer();
  const { checkId } = await startedBy(member);
  await fail(member, checkId);
  const read = await fetch(`${app.url}/api/full-checks/${checkId}`, { headers: member.headers });
  expect(await read.json()).toEqual({
    outcome: 'failed',
    checkId,
    registration: 'AB12CDE',
    message: 'UK Vehicle Data reported an error at its end.',
    creditReturned: true,
    retry: 'soon',
  });
  const again = await startedBy(member);
  expect([again.outcome, again.checkId === checkId]).toEqual(['pending', false]);
});

it('is not started when the failed ones of a day cost three look-ups; those of the day before do not count', async () => {
  const member = await createPayer();
  for (const lookups of [2, 1]) {
    const { checkId } = await startedBy(member);
    await beginFullCheck(app.em(), checkId);
    for (let count = 0; count < lookups; count += 1) await tryCountRegisterLookup(app.em(), checkId, lookups);
    await fail(member, checkId);
  }
  const refused = await start(member);
  expect(await refused.json()).toEqual({
    outcome: 'refused',
    reason: 'too-many-failed',
    message: 'Several full checks failed today. Your credit is kept: try again tomorrow.',
  });
  expect(await creditsUsed(member)).toBe(0);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await app.data.set('full_checks', { requestedAt: yesterday }, { userId: member.userId });
  expect((await start(member)).status).toBe(202);
});

it('is not started after five that failed in a day, though they cost nothing; in sequence or concurrently', async () => {
  const member = await createPayer();
  for (let count = 0; count < 5; count += 1) await fail(member, (await startedBy(member)).checkId);
  const answers = await Promise.all([app, other].map((each) => start(member, 'FN15FNC', each)));
  for (const answer of answers) expect(await answer.json()).toMatchObject({ reason: 'too-many-failed' });
  expect([await creditsUsed(member), await checksOf(member)]).toEqual([
    0,
    Array(5).fill(expect.objectContaining({ status: 'failed' })),
  ]);
});

it.each(['not-held', 'restricted'] as const)(
  'of a vehicle that was %s returns the same result for a day, and another vehicle can be checked',
  async (failure) => {
    const member = await createPayer();
    const { checkId } = await startedBy(member);
    await fail(member, checkId, failure);
    for (const on of [app, other, app]) {
      const again = await start(member, 'AB12CDE', on);
      expect(again.status).toBe(200);
      expect(await again.json()).toMatchObject({ outcome: 'failed', checkId, creditReturned: true, retry: 'never' });
    }
    expect([await creditsUsed(member), (await checksOf(member)).length]).toEqual([0, 1]);
    expect((await startedBy(member, 'FN15FNC')).outcome).toBe('pending');
    const otherMember = await createPayer();
    expect((await startedBy(otherMember)).outcome).toBe('pending');
  },
);

it('that still runs from the period before is returned, and the new credit is kept', async () => {
  const member = await createPayer();
  const { checkId } = await startedBy(member);
  const next = inDays(50);
  await app.data.set('subscriptions', { currentPeriodEnd: next }, { id: member.subscriptionId });
  await grantPeriodCredit(app.em(), member.subscriptionId, next);
  expect(await startedBy(member)).toMatchObject({ outcome: 'pending', checkId });
  expect([await creditsUsed(member), (await checksOf(member)).length]).toEqual([0, 1]);
});

describe('its state', () => {
  it('is equally unknown to another customer, read or followed', async () => {
    const [member, otherMember] = [await createPayer(), await createPayer()];
    const { checkId } = await startedBy(member);
    const ask = async (id: string, { headers }: Pick<TestMember, 'headers'>) =>
      Promise.all(
        ['', '/events'].map(async (end) => {
          const answer = await fetch(`${app.url}/api/full-checks/${id}${end}`, { headers });
          const { requestId, instance, ...body } = (await answer.json()) as Record<string, unknown>;
          return [answer.status, body, requestId === instance];
        }),
      );
    const foreign = await ask(checkId, otherMember);
    expect(foreign.map(([status]) => status)).toEqual([404, 404]);
    expect(foreign).toEqual(await ask(randomUUID(), otherMember));
    expect((await ask(checkId, { headers: { cookie: '' } })).map(([status]) => status)).toEqual([401, 401]);
  });

  it('is streamed to its owner until it has ended', async () => {
    const member = await createPayer();
    const { checkId, events } = await startedBy(member);
    const stream = await fetch(`${app.url}${events}`, { headers: member.headers });
    const text = stream.text();
    await beginFullCheck(app.em(), checkId);
    await recordFullCheckSteps(app.em(), checkId, { DVSA: 'answered' });
    await endFullCheck(app.em(), { id: checkId, result: { ...result, retryAt: inDays(1) } }, new Date());
    const states = (await text)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => fullCheckStateSchema.parse(JSON.parse(line.slice(6))));
    expect(states[0]).toMatchObject({ outcome: 'pending' });
    expect(states.at(-1)).toMatchObject({ outcome: 'done', isRetrying: true, record: { registration: 'AB12CDE' } });
  });
});

/** A second browser of the same member. */
async function signInAgain({ userId }: TestMember): Promise<Pick<TestMember, 'headers'>> {
  const token = await createTestSession(app);
  await app.data.set('sessions', { userId }, { tokenHash: secretTokenHash(token)! });
  return { headers: { cookie: `session=${token}` } };
}

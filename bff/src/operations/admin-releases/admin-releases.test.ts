import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  readReleaseStatusesEndpoint,
  StaffReleaseMove,
  StaffReleaseMoveOutcome,
} from '@ve/contracts/http/operations/admin-releases';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { lockAllReleases } from '@ve/data/releases/registry/release-locks';
import { moveRelease } from '@ve/app/releases/move-release';
import { addReleaseWebVitals } from '@ve/data/releases/release-health/release-vital.repository';
import { addTestReleaseVisits, startTestCanary } from '@ve/app/testing/canary-runs';
import { webVitalScaleStepOf } from '@ve/domain/releases/vital-scale';
import { jest } from '@jest/globals';
import { ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let headers: { cookie: string };
let userId: string | undefined;
beforeAll(async () => {
  app = await startTestApp();
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
  userId = (await app.data.one('users', { email: 'sam.staff@example.com' })).id;
});
beforeEach(() =>
  app.empty(
    'release_channels',
    'remote_releases',
    'release_moves',
    'release_loads',
    'release_failures',
    'release_vitals',
    'audit_log',
  ),
);
afterAll(() => app.close());

const read = async () => {
  const answer = await fetch(`${app.url}/api/admin/releases`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as EndpointAnswerBody<typeof readReleaseStatusesEndpoint>).names;
};
const move = async (
  requested: StaffReleaseMove,
  seen: { stable: string | null; canary: string | null } = { stable: 'v1', canary: 'v2' },
  reason = 'it is slow on phones',
): Promise<[number, StaffReleaseMoveOutcome]> => {
  const answer = await fetch(`${app.url}/api/admin/releases/mfe-report/moves`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: JSON.stringify({ move: requested, seen, reason }),
  });
  return [answer.status, (await answer.json()) as StaffReleaseMoveOutcome];
};
const given = () => app.data.all('release_channels', {}, 'channel');
const audit = async () =>
  (await app.data.all('audit_log', { actor: notEqualCondition('test') })).map(
    ({ actor, actorUserId: by, subject, details }) => ({
      actor,
      userId: by,
      subject,
      details,
    }),
  );
const hour = () => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

it('lists the releases of each name in the channels, their figures, and the moves', async () => {
  await startTestCanary(app.em());
  await addTestReleaseVisits(
    app.em(),
    { version: 'v2', channel: 'canary', loads: 40 },
    { count: 30, kind: 'failed-load' },
  );
  await addTestReleaseVisits(app.em(), { version: 'v1', channel: 'stable', loads: 360 }, { count: 2, network: 'one' });
  const reading = { name: 'mfe-report', metric: 'LCP', hour: hour() } as const;
  await addReleaseWebVitals(app.em(), [
    { ...reading, version: 'v1', step: webVitalScaleStepOf('LCP', 900), readingCount: 3 },
    { ...reading, version: 'v1', step: webVitalScaleStepOf('LCP', 4_000), readingCount: 1 },
  ]);
  const names = await read();
  expect(names.map(({ name }) => name)).toEqual(['mfe-report']);
  expect(names[0]).toMatchObject({
    stable: {
      version: 'v1',
      share: 100,
      by: 'test',
      figures: { loads: 360, faulty: 2, errors: 2, failedLoads: 0 },
      speed: { LCP: { p75: 933, readings: 4 }, INP: { p75: null, readings: 0 }, CLS: { p75: null, readings: 0 } },
    },
    canary: { version: 'v2', share: 10, figures: { loads: 40, faulty: 30, errors: 0, failedLoads: 30 } },
    verdict: { verdict: 'worse', because: expect.stringMatching(/^Faults met by 30 networks/) as unknown },
    before: null,
    releases: expect.arrayContaining([expect.objectContaining({ version: 'v2' })]) as unknown,
    moves: [
      { action: 'canary', to: 'v2', share: 10, by: 'test', why: null },
      { action: 'stable', from: null, to: 'v1' },
    ],
  });
});

it('has no figures and no verdict while no canary runs', async () => {
  await startTestCanary(app.em());
  await moveRelease(app.em(), { name: 'mfe-report', move: { action: 'rollback' }, by: 'test' }, new Date());
  expect(await read()).toMatchObject([{ stable: { figures: null }, canary: null, verdict: null }]);
});

it('promotes a canary with a reason, under the name of the staff member', async () => {
  await startTestCanary(app.em());
  expect(await move({ action: 'promote' })).toEqual([200, { outcome: 'moved' }]);
  expect(await given()).toMatchObject([{ channel: 'stable', version: 'v2', share: 100 }]);
  expect(await audit()).toEqual([
    {
      actor: 'sam.staff@example.com',
      userId,
      subject: 'mfe-report',
      details: { action: 'promote', from: 'v1', to: 'v2', why: 'it is slow on phones' },
    },
  ]);
  // The history stores the id and shows the address.
  expect(await app.data.values('release_moves', 'createdBy', { action: 'promote' })).toEqual([userId]);
  expect((await read())[0]?.moves[0]).toMatchObject({ by: 'sam.staff@example.com', why: 'it is slow on phones' });
  expect((await read())[0]).toMatchObject({ stable: { by: 'sam.staff@example.com' }, before: 'v1' });
});

it('removes a canary, rolls stable back, then serves a release to a share of visitors', async () => {
  await startTestCanary(app.em());
  expect(await move({ action: 'promote' })).toEqual([200, { outcome: 'moved' }]);
  expect(await move({ action: 'rollback' }, { stable: 'v2', canary: null })).toEqual([200, { outcome: 'moved' }]);
  expect(await given()).toMatchObject([{ channel: 'stable', version: 'v1', share: 100 }]);
  const seen = { stable: 'v1', canary: null };
  expect(await move({ action: 'canary', version: 'v2', share: 5 }, seen)).toEqual([200, { outcome: 'moved' }]);
  expect(await move({ action: 'rollback' })).toEqual([200, { outcome: 'moved' }]);
  expect(await given()).toMatchObject([{ channel: 'stable', version: 'v1', share: 100 }]);
});

it.each([[{ stable: 'v1', canary: null }], [{ stable: 'v0', canary: 'v2' }], [{ stable: null, canary: 'v2' }]])(
  'changes nothing for a page that has seen %j',
  async (seen) => {
    await startTestCanary(app.em());
    expect(await move({ action: 'promote' }, seen)).toEqual([200, { outcome: 'stale' }]);
    expect(await given()).toHaveLength(2);
    expect(await audit()).toEqual([]);
  },
);

it('compares calls while another member of staff moves a release, and sees the move', async () => {
  await startTestCanary(app.em());
  const compared = Promise.withResolvers<undefined>();
  const differences = jest.spyOn(ServedApiCalls.prototype, 'differences').mockImplementation(() => {
    compared.resolve(undefined);
    return [];
  });
  try {
    const [requested] = await app.em().transactional(async (em) => {
      await lockAllReleases(em);
      const moving = move({ action: 'promote' });
      await compared.promise;
      await moveRelease(em, { name: 'mfe-report', move: { action: 'rollback' }, by: 'test' }, new Date());
      return [moving];
    });
    expect(await requested).toEqual([200, { outcome: 'stale' }]);
  } finally {
    differences.mockRestore();
  }
  expect(await given()).toMatchObject([{ channel: 'stable', version: 'v1', share: 100 }]);
});

it.each([
  [{ action: 'canary', version: 'v9', share: 10 }, 'unknown-release'],
  [{ action: 'canary', version: 'v2', share: 10 }, 'unchanged'],
] as const)('returns why %j changes nothing', async (requested, outcome) => {
  await startTestCanary(app.em());
  expect(await move(requested)).toEqual([200, { outcome }]);
  expect(await audit()).toEqual([]);
});

it('refuses a release that is not compatible with the live ones, with the reasons', async () => {
  await startTestCanary(app.em());
  await startTestCanary(app.em(), { name: 'mfe-search' });
  for (const { version, release } of await app.data.all('remote_releases', { name: 'mfe-report' })) {
    const clashing = { ...release, routes: ['/mfe-search'] };
    await app.data.set('remote_releases', { release: clashing }, { name: 'mfe-report', version });
  }
  const [, outcome] = await move({ action: 'promote' });
  expect(outcome).toMatchObject({ outcome: 'refused' });
  expect(JSON.stringify(outcome)).toContain('mfe-report@v2 owns /mfe-search, and so does mfe-search@v1');
  expect(await given()).toHaveLength(4);
});

it('requires a reason', async () => {
  await startTestCanary(app.em());
  expect((await move({ action: 'promote' }, undefined, ' no '))[0]).toBe(400);
  expect(await given()).toHaveLength(2);
});

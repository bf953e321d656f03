import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import { moveRelease } from '@ve/app/releases/move-release';
import { publishTestCanary } from '@ve/app/testing/publish-release';
import { createReleaseChannelCookie } from '../../testing/create-channel-cookie.ts';
import {
  postFromOwnPage,
  remoteReleaseFixture,
  shellReleaseFixture,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { ReleaseFailureReportBudget } from './release-failure-budget.ts';

const name = 'mfe-search';
let app: TestApp;
let now = Date.parse('2026-11-22T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  now += 120_000;
  await app.empty('release_failures', 'outbox');
  await publishTestCanary(app.em(), remoteReleaseFixture(name, 'v2', ['/', '/signup']), 50, new Date(now));
});
afterEach(() => app.data.remove('release_channels', { channel: 'canary' }));
afterAll(() => app.close());

const entry = (
  additional_data: ErrorLogEntry['additional_data'],
  more: Partial<ErrorLogEntry> = {},
): ErrorLogEntry => ({
  timestamp: new Date(now).toISOString(),
  error_message: 'x is undefined',
  error_stack: null,
  user_agent: 'Mozilla/5.0',
  url: '/signup',
  session_id: null,
  error_type: 'React Error',
  component_name: null,
  additional_data,
  ...more,
});
const ofCanary = { remote: 'mfe-search@v2' };
const someone = (isIn: boolean) => createReleaseChannelCookie(app, { name, share: 50, isIn });
let addresses = 0;
const report = async (body: ErrorLogEntry, cookie: string, address = `10.0.${String((addresses += 1))}.1`) => {
  const answer = await postFromOwnPage(`${app.url}/api/error-logs`, body, { cookie, 'x-forwarded-for': address });
  expect(answer.status).toBe(204);
};
const failures = async () =>
  (await app.data.all('release_failures', {}, ['version', 'kind'])).map((failure) => ({
    version: failure.version,
    kind: failure.kind,
    visitor: failure.visitorHash,
    network: failure.networkHash,
  }));

it('records an error of the release that the visitor is served, and its kind', async () => {
  const [canary, stable] = [await someone(true), await someone(false)];
  await report(entry(ofCanary), canary);
  await report(entry({ ...ofCanary, errorName: 'RemoteError' }), canary);
  await report(entry({}, { error_stack: 'x\n at f (http://x.test/remotes/mfe-search/v1/a.js:1:2)' }), stable);
  const found = await failures();
  expect(found.map(({ version, kind }) => `${version} ${kind}`)).toEqual(['v1 error', 'v2 error', 'v2 failed-load']);
  expect(new Set(found.map(({ visitor }) => visitor)).size).toBe(2);
  expect(JSON.stringify(found)).not.toContain(/=([\w-]{22})/.exec(canary)?.[1]);
  expect(found.every(({ visitor, network }) => /^[0-9a-f]{64}$/.test(visitor) && /^[0-9a-f]{64}$/.test(network))).toBe(
    true,
  );
});

it('records a visitor once a day and kind, and one network for all its addresses', async () => {
  const canary = await someone(true);
  for (let times = 0; times < 3; times += 1) await report(entry(ofCanary), canary, '192.0.2.1');
  await report(entry(ofCanary), await someone(true), '192.0.2.250');
  await report(entry(ofCanary), await someone(true), '192.0.3.1');
  const found = await failures();
  expect(found).toHaveLength(3);
  expect(new Set(found.map(({ network }) => network)).size).toBe(2);
});

it.each<[string, () => Promise<[ErrorLogEntry, string]>]>([
  ['a visitor without a cookie', async () => [entry(ofCanary), 'other=1']],
  ['a forged cookie', async () => [entry(ofCanary), `${(await someone(true)).slice(0, -4)}AAAA`]],
  ['a stable visitor about the canary', async () => [entry(ofCanary), await someone(false)]],
  ['a canary visitor about stable', async () => [entry({ remote: 'mfe-search@v1' }), await someone(true)]],
  ['an unknown version', async () => [entry({ remote: 'mfe-search@v9' }), await someone(true)]],
  ['a name without a canary', async () => [entry({ remote: 'mfe-report@v1' }), await someone(true)]],
  ['no release', async () => [entry({}), await someone(true)]],
  ['a visitor who opted out', async () => [entry({ remote: 'mfe-search@v1' }), 've-channel=stable']],
])('records nothing from %s, but stores the error', async (_who, made) => {
  const [body, cookie] = await made();
  await report(body, cookie);
  expect(await failures()).toEqual([]);
  expect(await app.data.count('outbox')).toBe(1);
});

it('records nothing once the canary has ended', async () => {
  const canary = await someone(true);
  await moveRelease(app.em(), { name, move: { action: 'rollback' }, by: 'test' }, new Date(now));
  await report(entry(ofCanary), canary);
  expect(await failures()).toEqual([]);
});

it('records ten a minute from one client, regardless of its cookies', async () => {
  const visitors = await Promise.all(Array.from({ length: 30 }, () => someone(true)));
  await Promise.all(visitors.map((cookie) => report(entry(ofCanary), cookie, '192.0.2.1')));
  expect(await failures()).toHaveLength(10);
});

describe('a flood from other clients', () => {
  /** More reports than the total limit of a minute, from 24 networks. */
  const flood = async (cookieOf: () => Promise<string>) => {
    for (let times = 0; times < 10; times += 1) {
      const cookies = await Promise.all(Array.from({ length: 24 }, cookieOf));
      await Promise.all(cookies.map((cookie, at) => report(entry(ofCanary), cookie, `172.16.${String(at)}.1`)));
    }
  };

  it('without our cookie uses up nothing of clients that have one', async () => {
    const forged = `${(await someone(true)).slice(0, -4)}AAAA`;
    let times = 0;
    await flood(() => Promise.resolve((times += 1) % 2 === 0 ? forged : ''));
    // From a network that has already reported.
    await report(entry(ofCanary), await someone(true), '172.16.1.2');
    await report(entry(ofCanary), await someone(true), '172.16.1.3');
    expect(await failures()).toHaveLength(2);
  });

  it('from a few networks, each with its own cookie, hides no other network', async () => {
    await flood(() => someone(true));
    const before = new Set((await failures()).map(({ network }) => network)).size;
    for (let at = 0; at < 5; at += 1) await report(entry(ofCanary), await someone(true));
    expect(new Set((await failures()).map(({ network }) => network)).size).toBe(before + 5);
  });
});

describe('ReleaseFailureReportBudget', () => {
  const reporter = (at: number, network = at) => ({
    visitor: `v${String(at)}`,
    client: `c${String(at)}`,
    network: `n${String(network)}`,
  });
  const admitted = (
    budget: ReleaseFailureReportBudget,
    count: number,
    of: (at: number) => ReturnType<typeof reporter>,
    at = 0,
  ) => Array.from({ length: count }, (_, index) => budget.admit(of(index), at)).filter(Boolean).length;

  it('admits five a minute per visitor and ten per client', () => {
    const budget = new ReleaseFailureReportBudget();
    expect(admitted(budget, 20, () => reporter(1))).toBe(5);
    expect(admitted(budget, 20, (at) => ({ ...reporter(at + 2), client: 'c' }))).toBe(10);
    expect(admitted(budget, 20, () => reporter(1), 60_000)).toBe(5);
  });

  it('admits the first of each network, and two hundred more in total', () => {
    const budget = new ReleaseFailureReportBudget();
    expect(admitted(budget, 5_000, (at) => reporter(at, at % 20))).toBe(220);
    expect(admitted(budget, 1_000, (at) => reporter(5_000 + at))).toBe(1_000);
    expect(admitted(budget, 5_000, (at) => reporter(9_000 + at))).toBe(980);
  });

  it('is bounded regardless of who reports', () => {
    const budget = new ReleaseFailureReportBudget();
    expect(admitted(budget, 50_000, (at) => reporter(at, 0))).toBe(201);
    expect(admitted(budget, 50_000, (at) => reporter(50_000 + at))).toBe(1_999);
    expect(admitted(budget, 1, () => reporter(1), 60_000)).toBe(1);
  });
});

describe('while a canary of the shell runs', () => {
  const visitors = async () => [
    await createReleaseChannelCookie(app, { name: 'shell', share: 50, isIn: true }),
    await createReleaseChannelCookie(app, { name: 'shell', share: 50, isIn: false }),
  ];
  const stable = () => app.data.all('release_channels', { name: 'shell' });
  const recorded = async () =>
    (await app.data.all('release_failures', {}, ['name', 'version', 'kind'])).map(
      (failure) => `${failure.name}@${failure.version} ${failure.kind}`,
    );
  let before = '';
  beforeEach(async () => {
    before = (await stable())[0]?.version ?? '';
    await app.data.remove('release_channels', { channel: 'canary' });
    await publishTestCanary(app.em(), { ...shellReleaseFixture, version: 's2' }, 50, new Date(now));
  });

  it.each<[string, ErrorLogEntry, string]>([
    ['a remote’s area', entry({ remote: 'mfe-report@v1', errorName: 'RemoteError' }), 'failed-load'],
    ['no release', entry({}), 'error'],
  ])('a failure of %s counts for the shell that each visitor is served', async (_of, body, kind) => {
    for (const visitor of await visitors()) await report(body, visitor);
    expect(await recorded()).toEqual([`shell@${before} ${kind}`, `shell@s2 ${kind}`].toSorted());
  });

  it('a failure of the shell itself is recorded once, and none of a release that the visitor is not served', async () => {
    const [canary = ''] = await visitors();
    await report(entry({ remote: 'shell@s2' }), canary);
    await report(entry({ remote: `shell@${before}`, errorName: 'RemoteError' }), canary);
    await report(entry({ remote: 'mfe-report@v0', errorName: 'RemoteError' }), canary);
    expect(await recorded()).toEqual(['shell@s2 error']);
  });

  it('a failure of a remote with its own canary is a row for each of the two', async () => {
    await publishTestCanary(app.em(), remoteReleaseFixture(name, 'v2', ['/', '/signup']), 100, new Date(now));
    for (const visitor of await visitors()) await report(entry(ofCanary), visitor);
    expect(await recorded()).toEqual([
      'mfe-search@v2 error',
      'mfe-search@v2 error',
      ...[`shell@${before} error`, 'shell@s2 error'].toSorted(),
    ]);
  });
});

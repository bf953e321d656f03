import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { lockReleasesOfName } from '@ve/data/releases/registry/release-locks';
import { findReleaseChannels, listReleaseMoves } from '@ve/data/releases/registry/release-move.repository';
import { moveRelease } from '@ve/app/releases/move-release';
import { findCanaryPairs, readCanaryRunFigures } from '@ve/data/releases/release-health/canary-run.repository';
import { addTestReleaseVisits, startTestCanary } from '@ve/app/testing/canary-runs';
import { clearTables } from '@ve/data/testing/clear-tables';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { rollBackWorseCanaries } from '@ve/app/releases/roll-back-canaries';
import { testableQueueBackends } from '../testing/queue-backends.ts';
import { openQueueHarness, type QueueHarness } from '../testing/queue-harness.ts';
import { waitUntil } from '../testing/wait-until.ts';

const [postgres] = testableQueueBackends();
let harness: QueueHarness;
beforeAll(async () => {
  harness = await openQueueHarness(postgres!);
});
beforeEach(() =>
  clearTables(
    em(),
    'remote_releases',
    'release_moves',
    'release_loads',
    'release_failures',
    'audit_log',
    'scheduled_jobs',
  ),
);
afterEach(() => harness.reset());
afterAll(() => harness.close());

const em = () => harness.orm.em.fork();
const now = () => new Date();
const channels = async () =>
  (await findReleaseChannels(em(), 'mfe-report')).map(({ channel, version }) => `${channel} ${version}`);
const moves = async () =>
  (await listReleaseMoves(em(), 'mfe-report', 9)).map(({ action, createdBy: by, reason: why }) => ({
    action,
    by,
    why,
  }));

const none = { taken: [], failed: [] };

const startWorse = async (name = 'mfe-report') => {
  await startTestCanary(em(), { name });
  await addTestReleaseVisits(em(), { name, version: 'v2', channel: 'canary', loads: 40 }, { count: 30 });
  await addTestReleaseVisits(em(), { name, version: 'v1', channel: 'stable', loads: 360 }, { count: 2 });
};

describe('a canary', () => {
  it('is rolled back when it is worse than stable, with the figures in the history and in the audit log', async () => {
    await startWorse();
    const because = expect.stringMatching(
      /^Faults met by 30 networks in 40 page loads \(75%\) of the canary, and by 2 visitors in 360 page loads \(0.6%\) of stable/,
    ) as unknown;
    expect(await rollBackWorseCanaries(em, now)).toEqual({
      taken: [{ name: 'mfe-report', version: 'v2', because }],
      failed: [],
    });
    expect(await channels()).toEqual(['stable v1']);
    expect((await moves())[0]).toEqual({ action: 'stop', by: 'canary-watch', why: because });
    expect(await harness.data.all('audit_log', { actor: 'canary-watch' })).toMatchObject([
      { action: 'release.moved', subject: 'mfe-report' },
    ]);
    expect(await rollBackWorseCanaries(em, now)).toEqual(none);
    expect(await channels()).toEqual(['stable v1']);
  });

  it('is not rolled back for any number of reports from one place', async () => {
    await startTestCanary(em());
    await addTestReleaseVisits(
      em(),
      { version: 'v2', channel: 'canary', loads: 400 },
      { count: 300, network: 'a forger' },
    );
    await addTestReleaseVisits(em(), { version: 'v1', channel: 'stable', loads: 3_600 }, { count: 0 });
    expect(await rollBackWorseCanaries(em, now)).toEqual(none);
    expect(await channels()).toEqual(['canary v2', 'stable v1']);
  });

  it('is unchanged when a person has moved it since it was evaluated', async () => {
    await startWorse();
    const judged = await findCanaryPairs(em());
    const { run } = await readCanaryRunFigures(em(), judged[0]!);
    expect(canaryVerdict(run).verdict).toBe('worse');
    // The evaluation blocks on the lock of the name, and finds another release afterwards.
    const person = em();
    await person.begin();
    await lockReleasesOfName(person, 'mfe-report');
    const watch = rollBackWorseCanaries(em, now);
    await waitUntil(
      'the watch waits',
      async () => (await harness.orm.em.fork().execute('select 1 from pg_locks where not granted')).length > 0,
    );
    await moveRelease(person, { name: 'mfe-report', move: { action: 'promote' }, by: 'person' }, now());
    await person.commit();
    expect(await watch).toEqual(none);
    expect(await channels()).toEqual(['stable v2']);
  });

  it('is named when it cannot be rolled back, and does not block later ones', async () => {
    await startWorse('mfe-account');
    await startWorse();
    await em().execute(`
      create function refuse_move() returns trigger language plpgsql as 'begin raise exception ''not now''; end';
      create trigger refuse_move before insert on release_moves for each row when (new.name = 'mfe-account')
        execute function refuse_move();
    `);
    try {
      expect(await rollBackWorseCanaries(em, now)).toMatchObject({
        taken: [{ name: 'mfe-report', version: 'v2' }],
        failed: [
          {
            name: 'mfe-account',
            version: 'v2',
            error: expect.objectContaining({ message: expect.stringContaining('not now') as unknown }) as unknown,
          },
        ],
      });
      expect(await channels()).toEqual(['stable v1']);
      expect(await findReleaseChannels(em(), 'mfe-account')).toHaveLength(2);
    } finally {
      await em().execute('drop trigger refuse_move on release_moves; drop function refuse_move');
    }
    expect(await rollBackWorseCanaries(em, now)).toMatchObject({ taken: [{ name: 'mfe-account' }], failed: [] });
  });

  it('is rolled back once by many concurrent processes', async () => {
    await startWorse();
    const taken = await Promise.all(Array.from({ length: 4 }, () => rollBackWorseCanaries(em, now)));
    expect(taken.flatMap((each) => each.taken)).toHaveLength(1);
    expect((await moves()).filter(({ by }) => by === 'canary-watch')).toHaveLength(1);
    expect(await channels()).toEqual(['stable v1']);
  });
});

it('is rolled back once by another worker when the first is killed (-9) while doing so', async () => {
  await startWorse();
  const holder = em();
  await holder.begin();
  await lockReleasesOfName(holder, 'mfe-report');
  const doomed = await harness.startChild({ canaryMs: 50 });
  await waitUntil(
    'it waits for the name',
    async () => (await em().execute('select 1 from pg_locks where not granted')).length > 0,
  );
  doomed.kill('SIGKILL');
  await doomed.exited;
  await holder.commit();
  await harness.startChild({ canaryMs: 50 });
  await waitUntil('the canary ends', async () => (await channels()).length === 1);
  expect(await channels()).toEqual(['stable v1']);
  expect((await moves()).filter(({ by }) => by === 'canary-watch')).toHaveLength(1);
});

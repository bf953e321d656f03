import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addReportReadyMail } from '@ve/data/report/report-ready-mail.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { createUser } from '@ve/data/identity/user/user.repository';
import { findVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { exampleLicensing, exampleMotTesting } from '@ve/workers/testing/scripted-sources';
import { startScriptedSourceServer } from '@ve/workers/testing/source-server';
import { waitUntil } from '@ve/workers/testing/wait-until';

describe.each(queueBackendsForHandlers())('a fetch on $name, whose worker is killed (-9)', (backend) => {
  let harness: QueueHarness;
  let sources: Awaited<ReturnType<typeof startScriptedSourceServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    sources = await startScriptedSourceServer();
  });
  afterEach(async () => {
    await harness.reset();
    await sources.close();
    await clearTables(harness.orm.em.fork(), 'users', 'vehicle_fetches', 'vehicles', 'mails');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const child = () => harness.startChild({ lockMs: 1_000, sourcesUrl: sources.url });
  const licensing = { state: 'found', data: exampleLicensing('FORD') } as const;
  const testing = { state: 'found', data: exampleMotTesting('FORD') } as const;

  it.each([
    ['before any source answered', {}, { DVLA: 2, DVSA: 2, UKVD: 2 }],
    ['after DVLA answered', { DVLA: licensing }, { DVLA: 1, DVSA: 2, UKVD: 2 }],
    ['after all but UK Vehicle Data', { DVLA: licensing, DVSA: testing }, { DVLA: 1, DVSA: 1, UKVD: 2 }],
  ] as const)('%s, is finished by the next worker, which calls only the other sources', async (_, answers, calls) => {
    sources.say(answers);
    const doomed = await child();
    const { id } = await requestTestVehicleFetch(em(), { registration: 'AB12CDE' });
    await waitUntil('all are asked', () => Object.values(sources.calls).every((count) => count === 1));
    await waitUntil('what was said is stored', async () => {
      const sections = (await findVehicleFetch(em(), id))?.sections ?? {};
      return Object.keys(sections).length === Object.keys(answers).length;
    });
    const userId = (await createUser(em(), 'dana@example.com', new Date()))!;
    await addReportReadyMail(em(), { userId, registration: 'AB12CDE' }, new Date());
    doomed.kill('SIGKILL');
    await doomed.exited;
    sources.say({ DVLA: licensing, DVSA: testing, UKVD: { state: 'not-held' } });
    await child();
    await waitUntil('it is done', async () => (await findVehicleFetch(em(), id))?.status === 'done');
    await waitUntil('the queues are idle', harness.idle);
    expect(sources.calls).toEqual(calls);
    expect((await findVehicleRecord(em(), 'AB12CDE'))?.record).toMatchObject({
      licensing: { state: 'found', data: { make: 'FORD' } },
      testing: { state: 'found', data: { make: 'FORD' } },
      specification: { state: 'not-held' },
    });
    expect(await harness.data.all('mails')).toMatchObject([
      { template: 'report-ready', recipient: 'dana@example.com' },
    ]);
  });
});

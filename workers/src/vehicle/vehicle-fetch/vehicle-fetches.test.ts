import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listenToNotifyChannels } from '@ve/data/kernel/notifications';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { findVehicleFetch, vehicleFetchNotifyChannel } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { createJobHandlers } from '../../handlers.ts';
import { queueBackendsForHandlers } from '../../testing/queue-backends.ts';
import { openQueueHarness, type QueueHarness } from '../../testing/queue-harness.ts';
import { scriptedMail } from '../../testing/scripted-mail.ts';
import { paymentsThatThrow } from '../../testing/scripted-payments.ts';
import { scriptedPaidSources } from '../../testing/scripted-registers.ts';
import { exampleLicensing, scriptedSources } from '../../testing/scripted-sources.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { scriptedTexts } from '../../testing/scripted-texts.ts';

describe.each(queueBackendsForHandlers())('vehicle fetches through the queue on $name', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(() => harness.stopAll());
  afterAll(() => harness.close());

  const request = (registration: string) =>
    requestTestVehicleFetch(harness.orm.em.fork(), { registration, now: new Date() });

  it('cost one call per source for a hundred simultaneous requests', async () => {
    const { sources, calls } = scriptedSources({
      licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }),
    });
    const asked = await Promise.allSettled(Array.from({ length: 100 }, () => request('AB12CDE')));
    const rows = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    await harness.startHere(
      createJobHandlers({
        ...scriptedTexts(),
        sources,
        ...scriptedPaidSources(),
        payments: paymentsThatThrow,
        queues: harness.queues,
        ...scriptedMail(),
      }),
    );
    const { id } = rows[0]!;
    await waitUntil('it is done', async () => (await findVehicleFetch(harness.orm.em.fork(), id))?.status === 'done');
    await waitUntil('the queues are idle', harness.idle);
    expect(rows).toHaveLength(1);
    expect(calls).toEqual({ licensing: 1, testing: 1, specification: 1 });
    expect(await findVehicleRecord(harness.orm.em.fork(), 'AB12CDE')).not.toBeNull();
  });

  it('notify of every change, and end in time', async () => {
    const { sources } = scriptedSources({});
    await harness.startHere(
      createJobHandlers({
        ...scriptedTexts(),
        sources,
        ...scriptedPaidSources(),
        payments: paymentsThatThrow,
        queues: harness.queues,
        ...scriptedMail(),
      }),
    );
    const states: (string | null)[] = [];
    const listener = await listenToNotifyChannels(harness.url, {
      [vehicleFetchNotifyChannel]: (payload) => states.push(payload),
    });
    const { id } = await request('FN15FNC');
    await waitUntil(
      'it is done',
      async () => (await findVehicleFetch(harness.orm.em.fork(), id))?.status === 'done',
      5_000,
    );
    await waitUntil('every change was notified', () => states.filter((payload) => payload === id).length === 6);
    await listener.close();
  });

  it('are retried when every source is rate-limited', async () => {
    const { sources, calls } = scriptedSources({
      licensing: (call) =>
        call === 1
          ? { state: 'unavailable', reason: 'rate-limited', retryAfterMs: 300 }
          : { state: 'found', data: exampleLicensing('FORD') },
    });
    await harness.startHere(
      createJobHandlers({
        ...scriptedTexts(),
        sources,
        ...scriptedPaidSources(),
        payments: paymentsThatThrow,
        queues: harness.queues,
        ...scriptedMail(),
      }),
    );
    const { id } = await request('CL10CKD');
    await waitUntil('it is done', async () => (await findVehicleFetch(harness.orm.em.fork(), id))?.status === 'done');
    expect(await findVehicleFetch(harness.orm.em.fork(), id)).toMatchObject({ outcome: 'found' });
    expect(calls.licensing).toBe(2);
  });
});

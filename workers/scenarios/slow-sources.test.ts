import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type VehicleFetch, vehicleFetchSchema, vehicleLookupSchema } from '@ve/contracts/http/vehicle/vehicle-data';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { clearTables } from '@ve/data/testing/clear-tables';
import type { MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { createJobHandlers } from '@ve/workers/handlers';
import { startBff } from '@ve/workers/testing/bff-process';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { scriptedMail } from '@ve/workers/testing/scripted-mail';
import { paymentsThatThrow } from '@ve/workers/testing/scripted-payments';
import { scriptedPaidSources } from '@ve/workers/testing/scripted-registers';
import { exampleLicensing, scriptedSources, exampleMotTesting } from '@ve/workers/testing/scripted-sources';
import { scriptedTexts } from '@ve/workers/testing/scripted-texts';

/* BFF, queue and workers as in production, with slow sources. */

let harness: QueueHarness;
let bff: Awaited<ReturnType<typeof startBff>> | undefined;
let dvsa: PromiseWithResolvers<VehicleAnswer<MotTestingData>>;
let calls: ReturnType<typeof scriptedSources>['calls'];
beforeAll(async () => {
  harness = await openQueueHarness({ name: 'Postgres', queueUrl: undefined });
  bff = await startBff({ DATABASE_URL: harness.url });
}, 60_000);
beforeEach(async () => {
  await harness.stopAll();
  await clearTables(harness.orm.em.fork(), 'vehicle_fetches', 'vehicles', 'outbox');
  dvsa = Promise.withResolvers();
  const scripted = scriptedSources({
    licensing: () => ({ state: 'found', data: exampleLicensing('FORD') }),
    testing: () => dvsa.promise,
    specification: () => ({ state: 'unavailable', reason: 'source-error' }),
  });
  ({ calls } = scripted);
  await harness.startHere(
    createJobHandlers({
      ...scriptedTexts(),
      sources: scripted.sources,
      ...scriptedPaidSources(),
      payments: paymentsThatThrow,
      queues: harness.queues,
      ...scriptedMail(),
    }),
  );
});
afterAll(async () => {
  await bff?.close();
  await harness.close();
});

const ask = async (registration: string): Promise<VehicleFetch> => {
  const answer = await fetch(`${bff?.url}/api/fetch-vehicle-data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders },
    body: JSON.stringify({ registration, datapackage: 'VehicleData' }),
  });
  return vehicleFetchSchema.parse(await answer.json());
};

/** The states of a followed fetch, as they arrive. */
async function* statesOf(path: string): AsyncGenerator<VehicleFetch> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of (await fetch(`${bff?.url}${path}`)).body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield vehicleFetchSchema.parse(JSON.parse(data));
    }
  }
}

it('sections are shown while another source is still pending, and each source is called once', async () => {
  const first = await ask('SL02WLY');
  if (first.outcome !== 'pending') throw new Error(`expected a pending fetch, got ${first.outcome}`);
  let checked = false;
  let last: VehicleFetch | undefined;
  for await (const state of statesOf(first.events)) {
    last = state;
    const known = state.outcome === 'pending' && state.partial?.record;
    if (!known || known.specification.state !== 'unavailable' || checked) continue;
    expect(known).toMatchObject({
      licensing: { state: 'found', data: { make: 'FORD' } },
      testing: { state: 'asking', source: 'DVSA', at: first.requestedAt },
    });
    // Another visitor who opens the report gets the same immediately, without a new fetch.
    expect(await ask('SL02WLY')).toMatchObject({ fetchId: first.fetchId, partial: { record: known } });
    checked = true;
    dvsa.resolve({ state: 'found', data: exampleMotTesting('FORD') });
  }
  expect(checked).toBe(true);
  expect(last).toMatchObject({
    outcome: 'found',
    record: { licensing: { state: 'found' }, testing: { state: 'found' }, specification: { state: 'unavailable' } },
  });
  expect(calls).toEqual({ licensing: 1, testing: 1, specification: 1 });
});

it('a look-up does not wait for a source that does not respond', async () => {
  const answer = await fetch(`${bff?.url}/api/vehicle-lookup?reg=SL02WLY`);
  expect(vehicleLookupSchema.parse(await answer.json())).toMatchObject({ outcome: 'found', source: 'DVLA' });
  expect(await ask('SL02WLY')).toMatchObject({ outcome: 'pending' });
  dvsa.resolve({ state: 'not-held' });
});

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { openQueueHarness, type QueueHarness } from './testing/queue-harness.ts';
import { waitUntil } from './testing/wait-until.ts';

let harness: QueueHarness;
beforeEach(async () => {
  harness = await openQueueHarness({ name: 'Postgres', queueUrl: undefined });
});
afterEach(() => harness.close());

it('workers whose connections to the queues are cut while they start pause between attempts, then work', async () => {
  const cuts = 30;
  const proxy = await startCuttingProxy(harness.url, { application: 've-queue', cuts });
  try {
    await harness.startChild({ databaseUrl: proxy.url });
    await waitUntil('all were cut', () => proxy.cutAt.length === cuts);
    // Five queues and five workers start at once; what follows are the attempts of the workers, every two seconds.
    expect(proxy.cutAt.at(-1)! - proxy.cutAt[0]!).toBeGreaterThan(1_500);
    const checkId = await harness.order();
    const events = async () => (await harness.runsOf(checkId)).map(({ event }) => event);
    await waitUntil('the job is done', async () => (await events()).includes('completed'));
    expect(await events()).toEqual(['started', 'completed']);
  } finally {
    proxy.close();
  }
});

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { queueNames } from '@ve/contracts/jobs';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { startFaultyProxy } from '@ve/workers/testing/faulty-proxy';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { waitUntil } from '@ve/workers/testing/wait-until';

let harness: QueueHarness;
beforeEach(async () => {
  harness = await openQueueHarness({ name: 'Postgres', queueUrl: undefined });
});
afterEach(() => harness.close());

it('workers whose queue connections are cut during the start pause between attempts, then work', async () => {
  const cuts = 6 * queueNames.length;
  const proxy = await startFaultyProxy(harness.url, { application: 've-queue', cuts });
  try {
    await harness.startChild({ databaseUrl: proxy.url });
    await waitUntil('all were cut', () => proxy.cutAt.length === cuts);
    // Every queue and its worker connect at the same time; after that come the workers' attempts, every two seconds.
    expect(proxy.cutAt.at(-1)! - proxy.cutAt[0]!).toBeGreaterThan(1_500);
    const checkId = await harness.order();
    const events = async () => (await harness.runsOf(checkId)).map(({ event }) => event);
    await waitUntil('the job is done', async () => (await events()).includes('completed'));
    expect(await events()).toEqual(['started', 'completed']);
  } finally {
    proxy.close();
  }
});

it('a queue query fails when the server falls silent, and the next ones work when it responds again', async () => {
  const proxy = await startFaultyProxy(harness.url, { application: 've-queue', cuts: 0 });
  const onError = () => undefined;
  const connection = await connectQueues({ databaseUrl: proxy.url, silenceMs: 3_000, onError });
  const queues = createJobQueues(connection, onError);
  try {
    await queues.check();
    proxy.freeze(true);
    await expect(queues.check()).rejects.toThrow('Query read timeout');
    proxy.freeze(false);
    await queues.check();
  } finally {
    await queues.close();
    await connection.close();
    proxy.close();
  }
});

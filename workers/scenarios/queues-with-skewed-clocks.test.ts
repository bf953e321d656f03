import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testableQueueBackends } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { waitUntil } from '@ve/workers/testing/wait-until';

const minute = 60_000;
const day = 1_440 * minute;

describe.each(testableQueueBackends())('queues on $name between machines with different clocks', (backend) => {
  let harness: QueueHarness;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  afterEach(() => harness.stopAll());
  afterAll(() => harness.close());

  const started = async (checkId: string) => (await harness.runsOf(checkId)).filter(({ event }) => event === 'started');
  const isDone = async (checkId: string) => (await harness.runsOf(checkId)).some(({ event }) => event === 'completed');

  it('do not take over a running job when another machine is two minutes ahead', async () => {
    await harness.startChild({ lockMs: 2_000 });
    const checkId = await harness.order('work:6000');
    await waitUntil('it runs', async () => (await started(checkId)).length === 1);
    await harness.startChild({ lockMs: 2_000, skewMs: 2 * minute });
    await waitUntil('it is done', () => isDone(checkId));
    expect(await started(checkId)).toHaveLength(1);
  });

  it('retry a job on time after a machine that was a day ahead delayed it and died', async () => {
    const ahead = await harness.startChild({ lockMs: 1_000, skewMs: day });
    const checkId = await harness.order('later:1');
    await waitUntil('it was put off', async () => (await harness.queues.counts())['full-checks'].delayed === 1);
    ahead.kill('SIGKILL');
    await ahead.exited;
    await harness.startChild({ lockMs: 1_000 });
    await waitUntil('it is done', () => isDone(checkId));
    expect(await started(checkId)).toHaveLength(2);
  });
});

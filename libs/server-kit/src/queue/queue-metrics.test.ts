import { expect, test } from '@jest/globals';
import { jobDefinitions, queueNames } from '@ve/contracts/jobs';
import { Registry } from 'prom-client';
import { createJobMetrics } from './queue-metrics.ts';

test('the first failure of a job, and the first that stalls, are an increase from 0', async () => {
  const registry = new Registry();
  const metrics = createJobMetrics(registry);
  const read = () => registry.metrics();
  for (const [job, { queue }] of Object.entries(jobDefinitions))
    expect(await read()).toContain(`queue_jobs_total{queue="${queue}",job="${job}",result="failed"} 0`);
  for (const queue of queueNames) expect(await read()).toContain(`queue_jobs_stalled_total{queue="${queue}"} 0`);
  metrics.recordRun({ queue: 'mails', job: 'mails.send', result: 'failed', milliseconds: 5 });
  metrics.stalled('mails');
  expect(await read()).toContain('queue_jobs_total{queue="mails",job="mails.send",result="failed"} 1');
  expect(await read()).toContain('queue_jobs_stalled_total{queue="mails"} 1');
});

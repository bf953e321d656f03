import { jobDefinitions, queueNames } from '@ve/contracts/jobs';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { bullTimestampMs } from '../clock/machine-time.ts';
import type { JobQueues } from './queues.ts';

const jobRunOutcomes = ['completed', 'retried', 'failed', 'put-back'] as const;

export type JobRunOutcome = (typeof jobRunOutcomes)[number];

interface JobRunMeasure {
  queue: string;
  job: string;
  result: JobRunOutcome;
  milliseconds: number;
}

/** Counts the runs of jobs; every counter starts at 0, so that its first event is an increase. */
export const createJobMetrics = (registry: Registry) => {
  const finished = new Counter({
    name: 'queue_jobs_total',
    help: 'Runs of jobs in this process, by how they ended',
    labelNames: ['queue', 'job', 'result'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'queue_job_duration_seconds',
    help: 'How long one run of a job takes',
    labelNames: ['queue', 'job'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 20],
    registers: [registry],
  });
  const stalled = new Counter({
    name: 'queue_jobs_stalled_total',
    help: 'Jobs found without a living worker and put back',
    labelNames: ['queue'],
    registers: [registry],
  });
  for (const [job, { queue }] of Object.entries(jobDefinitions))
    for (const result of jobRunOutcomes) finished.inc({ queue, job, result }, 0);
  for (const queue of queueNames) stalled.inc({ queue }, 0);
  return {
    recordRun: ({ queue, job, result, milliseconds }: JobRunMeasure): void => {
      finished.inc({ queue, job, result });
      seconds.observe({ queue, job }, milliseconds / 1_000);
    },
    stalled: (queue: string): void => stalled.inc({ queue }),
  };
};

export type JobMetrics = ReturnType<typeof createJobMetrics>;

/** Reads the queue lengths, and how long jobs wait, on every scrape. */
export const registerQueueMetrics = (registry: Registry, queues: JobQueues): void => {
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in each queue, by state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const counts = await queues.counts().catch(() => null);
      this.reset();
      if (!counts) return;
      for (const [queue, states] of Object.entries(counts)) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, Number(count));
      }
    },
  });
  new Gauge({
    name: 'queue_oldest_waiting_age_seconds',
    help: 'Age of the job that waits for the longest for its first run',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      const oldest = await queues.oldestWaiting().catch(() => null);
      this.reset();
      for (const [queue, at] of oldest ?? []) {
        this.set({ queue }, at === null ? 0 : Math.max(0, bullTimestampMs() - at.getTime()) / 1_000);
      }
    },
  });
};

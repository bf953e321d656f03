import type { readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import { Gauge, type Registry } from 'prom-client';

/** Reads the outbox backlog on every scrape. */
export const measureOutbox = (registry: Registry, backlog: () => ReturnType<typeof readOutboxBacklog>): void => {
  const read = async (gauge: Gauge<'state'>, which: 'count' | 'oldestSeconds'): Promise<void> => {
    gauge.reset();
    const found = await backlog().catch(() => null);
    if (!found) return;
    for (const state of ['unrelayed', 'unfinished'] as const) gauge.set({ state }, found[state][which]);
  };
  new Gauge({
    name: 'outbox_jobs',
    help: 'Jobs in the outbox that no queue was given yet (unrelayed), and those given that have not ended (unfinished)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      await read(this, 'count');
    },
  });
  new Gauge({
    name: 'outbox_oldest_job_age_seconds',
    help: 'Age of the oldest of them',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      await read(this, 'oldestSeconds');
    },
  });
};

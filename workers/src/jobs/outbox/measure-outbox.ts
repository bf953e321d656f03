import type { outboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import { Gauge, type Registry } from 'prom-client';

/** Reads the outbox backlog on every scrape. */
export const measureOutbox = (registry: Registry, backlog: () => ReturnType<typeof outboxBacklog>): void => {
  const measure = (name: string, help: string, which: 'count' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        const found = await backlog().catch(() => null);
        if (!found) return;
        for (const state of ['unrelayed', 'unfinished'] as const) this.set({ state }, found[state][which]);
      },
    });
  measure(
    'outbox_jobs',
    'Jobs in the outbox that no queue was given yet, and those given that have not ended',
    'count',
  );
  measure('outbox_oldest_seconds', 'Age of the oldest of them', 'oldestSeconds');
};

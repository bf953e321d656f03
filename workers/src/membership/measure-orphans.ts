import { Gauge, type Registry } from 'prom-client';

/** Counts, on every scrape, the running Stripe subscriptions that no account owns. */
export const measureOrphanSubscriptions = (registry: Registry, count: () => Promise<number>): void => {
  new Gauge({
    name: 'orphan_subscriptions',
    help: 'Running subscriptions at Stripe with our metadata that no account owns',
    registers: [registry],
    async collect() {
      const found = await count().catch(() => null);
      if (found === null) this.reset();
      else this.set(found);
    },
  });
};

import { Gauge, type Registry } from 'prom-client';

export interface MeasuredPool {
  count: () => { used: number; idle: number; waiting: number };
  /** The most connections that it may have. */
  max: number;
}

/** The connections to Postgres of this process. */
export const registerDatabasePoolMetrics = (registry: Registry, { count, max }: MeasuredPool): void => {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool that are used or idle, and queries that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { used, idle, waiting } = count();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'database_pool_size',
    help: 'Connections that the pool may have at most',
    registers: [registry],
  }).set(max);
};

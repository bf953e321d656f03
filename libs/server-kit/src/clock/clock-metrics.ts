import { Gauge, type Registry } from 'prom-client';
import type { SynchronisedClock } from './synchronised-clock.ts';

export const registerClockMetrics = (registry: Registry, clock: Pick<SynchronisedClock, 'offsetMs'>): void => {
  new Gauge({
    name: 'clock_offset_seconds',
    help: 'How far the source of the time is ahead of the clock of this machine',
    registers: [registry],
    collect() {
      this.set(clock.offsetMs() / 1_000);
    },
  });
};

import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { closeDatabase, connectDatabase, countPoolConnections } from '@ve/data/kernel/database';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { registerClockMetrics } from '@ve/server-kit/clock/clock-metrics';
import { clockReadingOptions } from '@ve/server-kit/clock/clock-source';
import { startSynchronisedClock } from '@ve/server-kit/clock/synchronised-clock';
import { startMetricsServer } from '@ve/server-kit/health/metrics-server';
import { registerDatabasePoolMetrics } from '@ve/server-kit/process/database-pool-metrics';
import { runServerProcess } from '@ve/server-kit/process/run-process';
import { startTracing } from '@ve/server-kit/tracing/tracing';
import { readBffConfig } from './config.ts';
import { createBffApplication } from './create-app.ts';
import { BffDatabase } from './platform/database.ts';
import { BffMetrics } from './platform/metrics.ts';

await runServerProcess({
  name: 'bff',
  config: readBffConfig,
  start: async (config, logger) => {
    const tracing = await startTracing('bff', config);
    const connection = await connectDatabase({
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL,
      silenceMs: 12_000,
    });
    const readings = clockReadingOptions(config.CLOCK_SOURCE, () => readDatabaseTime(connection.em.fork()));
    const clock = await startSynchronisedClock({ ...readings, logger });
    const metrics = new BffMetrics();
    registerClockMetrics(metrics.registry, clock);
    registerDatabasePoolMetrics(metrics.registry, {
      count: () => countPoolConnections(connection),
      max: config.DATABASE_POOL,
    });
    const app = await createBffApplication({
      config,
      logger,
      database: new BffDatabase(connection),
      metrics,
      clock: clock.now,
    });
    const metricsServer = await startMetricsServer(config, {
      logger,
      read: () => metrics.registry.metrics(),
    });
    return {
      url: await app.listen(),
      drain: async () => {
        app.drain();
        await setTimeout(config.DRAIN_SECONDS * 1_000);
      },
      close: async () => {
        await app.close();
        await metricsServer?.close();
        await tracing?.close();
        clock.close();
        await closeDatabase(connection);
      },
    };
  },
});

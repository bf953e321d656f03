import { recordOfferedPrice } from '@ve/data/membership/announced-change/membership-price.repository';
import { connectDatabase } from '@ve/data/kernel/database';
import { watchOutages } from '@ve/data/kernel/database-outage';
import { addVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { offer } from '@ve/domain/membership/offer';
import { measureClock } from '@ve/server-kit/clock/clock-metrics';
import { startHealthServer } from '@ve/server-kit/health/health-server';
import type { Logger } from '@ve/server-kit/log/logger';
import type { RunningProcess } from '@ve/server-kit/process/run-process';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics, measureQueues } from '@ve/server-kit/queue/queue-metrics';
import { createQueues } from '@ve/server-kit/queue/queues';
import { createWorkers } from '@ve/server-kit/queue/workers';
import { createVendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import pTimeout from 'p-timeout';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { WorkersConfig } from './config.ts';
import { connectionsNeeded } from './connections.ts';
import { connectTexts, connectMail } from './messaging/connect-messaging.ts';
import { createMonitorChecks } from './monitoring/alerts/create-monitor-checks.ts';
import { queueDueChecks } from '@ve/app/monitoring/checks/queue-due-checks';
import { queueDelayedTexts } from '@ve/app/monitoring/alerts/notify-member';
import { createHandlers } from './handlers.ts';
import { withJobContext } from './job-context.ts';
import { mailPreviewPagesFor } from './messaging/mails/mail-preview-pages.tsx';
import { collectFinishedJobs } from './jobs/outbox/finished-jobs.ts';
import { measureDatabase } from './measure-database.ts';
import { startRelay } from './jobs/outbox/relay.ts';
import { startProcessClock } from './jobs/process-clock.ts';
import { connectPayments } from './membership/payments.ts';
import { startImports } from './vehicle/places/start-imports.ts';
import {
  connectPictures,
  connectSources,
  connectCheckSources,
  connectPublicSources,
} from './vehicle/connect-sources.ts';
import { startMaintenance } from './operations/maintenance/maintenance.ts';
import { createQueueWarnings } from './jobs/queue-warnings.ts';
import { vendorOptions } from './jobs/vendor-options.ts';

/** Timeout of a query to an unresponsive database. */
const silenceMs = 60_000;

/** Starts everything that the workers process runs; closes in a safe order, within nine seconds. */
export const startWorkers = async (config: WorkersConfig, logger: Logger): Promise<RunningProcess> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const poolSize = config.DATABASE_POOL ?? connectionsNeeded(config.QUEUE_CONCURRENCY);
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize, silenceMs });
  const clock = await startProcessClock({ orm, source: config.CLOCK_SOURCE, logger });
  const { now } = clock;
  measureClock(registry, clock);
  const offered = { stripePriceId: config.STRIPE_PRICE_ID, pence: offer.membership.pence, currency: offer.currency };
  await recordOfferedPrice(orm.em.fork(), offered, now());
  const onError = createQueueWarnings(logger, now);
  const connection = await connectQueues({
    queueUrl: config.QUEUE_URL,
    databaseUrl: config.DATABASE_URL,
    silenceMs,
    onError,
  });
  const queues = createQueues(connection, onError);
  const counting = createVendorCallCounter({
    write: (counted) => addVendorCallCounts(orm.em.fork(), counted),
    now,
    logger,
  });
  const options = vendorOptions(config, { orm, registry, logger, now, counting });
  const sources = connectSources(config, options);
  const charging = connectCheckSources(config, options);
  const picturing = connectPictures(config, options);
  const payments = connectPayments(config, options);
  const texting = connectTexts(config, options);
  const publicSources = connectPublicSources(config, options);
  measureQueues(registry, queues);
  measureDatabase(registry, { fork: () => orm.em.fork(), now });

  const finished = collectFinishedJobs({ orm, logger, now });
  const checks = createMonitorChecks(config, { sources, ...charging });
  const handlers = createHandlers({
    monitorChecks: checks,
    sources,
    ...charging,
    pictures: picturing.pictures,
    payments,
    queues,
    ...connectMail(config, registry, counting),
    ...texting,
  });
  const workers = createWorkers(connection, withJobContext(handlers, { orm, now, finished }), {
    logger,
    metrics: createJobMetrics(registry),
    queues,
    concurrency: config.QUEUE_CONCURRENCY,
    outages: watchOutages(orm),
    onDeadLetter: finished.giveUp,
  });
  const relay = await startRelay({ orm, databaseUrl: config.DATABASE_URL, queues, logger, now });
  const maintenance = startMaintenance({
    orm,
    queues,
    payments,
    queueDueChecks: async (isClosed) => {
      await queueDueChecks(() => orm.em.fork(), { checks, isClosed }, now());
    },
    queueAlertTexts: async () => {
      await queueDelayedTexts(orm.em.fork(), now());
    },
    sources,
    texts: texting.texts,
    logger,
    now,
    newsletterPerMinute: config.NEWSLETTER_MAILS_PER_MINUTE,
    reconcileMs: config.RECONCILE_SECONDS * 1_000,
  });
  const imports = startImports({
    orm,
    sources: { ...publicSources, deltas: sources.deltas },
    logger,
    now,
  });
  const health = await startHealthServer({
    host: config.HOST,
    port: config.PORT,
    checks: { database: () => orm.em.fork().execute('select 1'), queue: () => queues.check() },
    metrics: () => registry.metrics(),
    ...mailPreviewPagesFor(config.NODE_ENV),
  });

  return {
    url: health.url,
    close: async () => {
      health.drain();
      // Work waiting for an unresponsive database or queue is abandoned: its rows and jobs are picked up elsewhere.
      await pTimeout(Promise.all([relay.close(), maintenance.close(), imports.close(), workers.close(6_000, 7_500)]), {
        milliseconds: 8_000,
        message: false,
      });
      // A connection that is still open after a second is dead; the process exits anyway.
      await pTimeout(
        Promise.all([
          finished.close(),
          counting.close(),
          queues.close(),
          sources.close(),
          charging.close(),
          picturing.close(),
          texting.close(),
          payments.close(),
          publicSources.close(),
        ]).then(() => Promise.all([connection.close(), orm.close(true)])),
        { milliseconds: 1_000, message: false },
      );
      clock.close();
      await health.close();
    },
  };
};

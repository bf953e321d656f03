import { recordOfferedPrice } from '@ve/data/membership/announced-change/membership-price.repository';
import { connectDatabase, countPoolConnections } from '@ve/data/kernel/database';
import { createDatabaseOutageDetector } from '@ve/data/kernel/database-outage';
import { addVendorCallCounts } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { membershipOffer } from '@ve/domain/membership/offer';
import { registerClockMetrics } from '@ve/server-kit/clock/clock-metrics';
import { startHealthServer } from '@ve/server-kit/health/health-server';
import { startMetricsServer } from '@ve/server-kit/health/metrics-server';
import type { Logger } from '@ve/server-kit/log/logger';
import { registerDatabasePoolMetrics } from '@ve/server-kit/process/database-pool-metrics';
import type { RunningServerProcess } from '@ve/server-kit/process/run-process';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics, registerQueueMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { createQueueWorkers } from '@ve/server-kit/queue/queue-workers';
import { startTracing } from '@ve/server-kit/tracing/tracing';
import { createVendorCallCounter } from '@ve/server-kit/vendors/vendor-counts';
import pTimeout from 'p-timeout';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { WorkersConfig } from './config.ts';
import { databaseConnectionsNeeded } from './connections.ts';
import { connectTextVendor, connectMailServer } from './messaging/connect-messaging.ts';
import { reportServiceFaults } from '@ve/app/operations/report-service-faults';
import { createMonitorChecks } from './monitoring/alerts/create-monitor-checks.ts';
import { queueDueMonitorChecks } from '@ve/app/monitoring/checks/queue-due-monitor-checks';
import { queueDelayedAlertTexts } from '@ve/app/monitoring/alerts/notify-member';
import { createJobHandlers } from './handlers.ts';
import { wrapHandlersWithJobContext } from './job-context.ts';
import { mailPreviewPagesFor } from './messaging/mails/mail-preview-pages.tsx';
import { createFinishedJobCollector } from './jobs/outbox/finished-jobs.ts';
import { registerDatabaseBacklogMetrics } from './measure-database.ts';
import { startOutboxRelay } from './jobs/outbox/relay.ts';
import { registerObjectiveMetrics } from './jobs/objective-metrics.ts';
import { startProcessClock } from './jobs/process-clock.ts';
import { createWorkersStripeAdapter } from './membership/payments.ts';
import { refusalOfLiveMode } from '@ve/app/membership/payments/live-mode';
import { companyIdentity } from '@ve/domain/membership/company-identity';
import { StartRefusedError } from '@ve/server-kit/process/start-refused-error';
import { startDataImports } from './vehicle/places/start-imports.ts';
import {
  connectPictureVendor,
  connectVehicleDataSources,
  connectFullCheckSources,
  connectImportSources,
} from './vehicle/connect-vehicle-data-sources.ts';
import { connectServiceFaultWebhook } from './operations/connect-service-fault-webhook.ts';
import { startMaintenanceTasks } from './operations/maintenance/maintenance.ts';
import { createQueueConnectionLossLogger } from './jobs/queue-warnings.ts';
import { vendorAdapterOptions } from './jobs/vendor-adapter-options.ts';

/** Timeout of a query to an unresponsive database. */
const silenceMs = 60_000;

/**
 * Starts everything that the workers process runs; closes in a safe order, within nine seconds.
 * @throws StartRefusedError when it must not take real money
 */
export const startWorkers = async (config: WorkersConfig, logger: Logger): Promise<RunningServerProcess> => {
  const tracing = await startTracing('workers', config);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const poolSize = config.DATABASE_POOL ?? databaseConnectionsNeeded(config.QUEUE_CONCURRENCY);
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize, silenceMs });
  const clock = await startProcessClock({ orm, source: config.CLOCK_SOURCE, logger });
  const { now } = clock;
  registerClockMetrics(registry, clock);
  registerDatabasePoolMetrics(registry, { count: () => countPoolConnections(orm), max: poolSize });
  const onError = createQueueConnectionLossLogger(logger, now);
  const connection = await connectQueues({
    queueUrl: config.QUEUE_URL,
    databaseUrl: config.DATABASE_URL,
    silenceMs,
    onError,
  });
  const queues = createJobQueues(connection, onError);
  const counting = createVendorCallCounter({
    write: (counted) => addVendorCallCounts(orm.em.fork(), counted),
    now,
    logger,
  });
  const options = vendorAdapterOptions(config, { orm, registry, logger, now, counting });
  const sources = connectVehicleDataSources(config, options);
  const charging = connectFullCheckSources(config, options);
  const picturing = connectPictureVendor(config, options);
  const payments = createWorkersStripeAdapter(config, options);
  const refusal = await refusalOfLiveMode({ payments, logger, company: companyIdentity }, config);
  if (refusal !== null) throw new StartRefusedError(refusal);
  const offered = {
    stripePriceId: config.STRIPE_PRICE_ID,
    pence: membershipOffer.membership.pence,
    currency: membershipOffer.currency,
  };
  await recordOfferedPrice(orm.em.fork(), offered, now());
  const texting = connectTextVendor(config, options);
  const publicSources = connectImportSources(config, options);
  registerQueueMetrics(registry, queues);
  registerDatabaseBacklogMetrics(registry, { fork: () => orm.em.fork(), now });

  const recordObjective = registerObjectiveMetrics(registry);
  const finished = createFinishedJobCollector({ orm, logger, now });
  const checks = createMonitorChecks(config, { sources, ...charging });
  const handlers = createJobHandlers({
    monitorChecks: checks,
    sources,
    ...charging,
    pictures: picturing.pictures,
    payments,
    queues,
    ...connectMailServer(config, registry, counting),
    ...texting,
  });
  const workers = createQueueWorkers(
    connection,
    wrapHandlersWithJobContext(handlers, { orm, now, finished, recordObjective }),
    {
      logger,
      metrics: createJobMetrics(registry),
      queues,
      concurrency: config.QUEUE_CONCURRENCY,
      outages: createDatabaseOutageDetector(orm),
      onDeadLetter: finished.giveUp,
    },
  );
  const relay = await startOutboxRelay({ orm, databaseUrl: config.DATABASE_URL, queues, logger, now });
  const webhook = connectServiceFaultWebhook(config, now);
  const maintenance = startMaintenanceTasks({
    orm,
    queues,
    payments,
    queueDueChecks: async (isClosed) => {
      await queueDueMonitorChecks(() => orm.em.fork(), { checks, isClosed }, now());
    },
    reportFaults: () =>
      reportServiceFaults({
        fork: () => orm.em.fork(),
        now,
        readQueues: async () =>
          [...(await queues.oldestWaiting())].map(([name, oldestWaitingAt]) => ({ name, oldestWaitingAt })),
        mailTo: config.SERVICE_FAULT_EMAIL ?? null,
        webhook,
      }),
    queueAlertTexts: async () => {
      await queueDelayedAlertTexts(orm.em.fork(), now());
    },
    sources,
    texts: texting.texts,
    logger,
    now,
    newsletterPerMinute: config.NEWSLETTER_MAILS_PER_MINUTE,
    reconcileMs: config.RECONCILE_SECONDS * 1_000,
  });
  const imports = startDataImports({
    orm,
    sources: { ...publicSources, deltas: sources.deltas },
    logger,
    now,
  });
  const readMetrics = (): Promise<string> => registry.metrics();
  const metricsServer = await startMetricsServer(config, { read: readMetrics, logger });
  const health = await startHealthServer({
    host: config.HOST,
    port: config.PORT,
    checks: { database: () => orm.em.fork().execute('select 1'), queue: () => queues.check() },
    ...(metricsServer === null ? { metrics: readMetrics } : {}),
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
          webhook?.close(),
          tracing?.close(),
        ]).then(() => Promise.all([connection.close(), orm.close(true)])),
        { milliseconds: 1_000, message: false },
      );
      clock.close();
      await Promise.all([health.close(), metricsServer?.close()]);
    },
  };
};

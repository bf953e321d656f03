import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { queueNames } from '@ve/contracts/jobs';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import { databaseConnectionCounts } from '@ve/server-kit/process/database-connection-counts';
import { connectQueues, type QueueConnection } from '@ve/server-kit/queue/queue-connection';
import { readOnlyQueueClass, type ReadOnlyQueue } from '@ve/server-kit/queue/read-only-queue';
import type { BffConfig } from '../../config.ts';
import { CLOCK_TOKEN, CONFIG_TOKEN, LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

interface Opened {
  queues: ReadOnlyQueue[];
  connection: QueueConnection;
}

/** Timeout for Postgres' response to one query. */
const silenceMs = 5_000;

@Module({})
class WatchedQueues {}

/**
 * The workers' queues, for staff to inspect. Connects on the first request of staff: processes that serve only
 * customers never need the queues, and start without them.
 */
@Injectable()
export class StaffQueues implements OnApplicationShutdown {
  #opening: Promise<Opened> | null = null;

  constructor(
    @Inject(CONFIG_TOKEN) private readonly config: BffConfig,
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
    @Inject(CLOCK_TOKEN) private readonly now: Clock,
    @Inject(LazyModuleLoader) private readonly modules: LazyModuleLoader,
  ) {}

  /**
   * Every queue of the contract.
   * @throws Error when the Postgres backend cannot be reached
   */
  async open(): Promise<ReadOnlyQueue[]> {
    this.#opening ??= this.#open();
    try {
      return (await this.#opening).queues;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  async #open(): Promise<Opened> {
    const { QUEUE_URL: queueUrl, DATABASE_URL: databaseUrl } = this.config;
    const logOnce = createLogLimiter(this.now);
    const onError = (error: Error): void => {
      const suppressed = logOnce(error.message);
      if (suppressed !== null)
        this.logger.warn(
          { event: 'staff_queue_connection_failed', err: error, suppressed },
          'The connection of the staff area to the queues failed.',
        );
    };
    const { staffQueues: poolSize } = databaseConnectionCounts;
    const connection = await connectQueues({ queueUrl, databaseUrl, poolSize, silenceMs, onError });
    // BullModule reads it when the queues are registered, globally: nothing may run between the two lines.
    BullModule.queueClass = readOnlyQueueClass(connection, onError);
    const registered = BullModule.registerQueue(...queueNames.map((name) => ({ name, connection: {} })));
    const loaded = await this.modules.load(() => ({ module: WatchedQueues, imports: [registered] }));
    const queues = queueNames.map((name) => loaded.get<ReadOnlyQueue>(getQueueToken(name), { strict: false }));
    return { queues, connection };
  }

  async onApplicationShutdown(): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    if (!opened) return;
    await Promise.all(opened.queues.map((queue) => queue.close()));
    await opened.connection.close();
  }
}

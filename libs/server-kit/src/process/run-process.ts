import { ConfigError } from '../config/read-config.ts';
import type { ServerProcessConfig } from '../config/process-fields.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { StartRefusedError } from './start-refused-error.ts';

export interface RunningServerProcess {
  /** The URL that it serves, for the log event `process_ready`. */
  url: string;
  /**
   * Makes readiness fail while everything is still served, so that a proxy sends new requests elsewhere; resolves when
   * `close` may begin.
   */
  drain?(): Promise<void>;
  /** Stops accepting work, finishes work in progress and releases all resources. */
  close(): Promise<void>;
}

export interface ServerProcessDefinition<C extends ServerProcessConfig> {
  name: string;
  /** Reads the environment; throws ConfigError. */
  config: () => C;
  /** May throw StartRefusedError. */
  start: (config: C, logger: Logger) => Promise<RunningServerProcess>;
  /** Maximum time from a signal to the exit, in milliseconds, after `DRAIN_SECONDS`; 10 s by default. */
  drainMs?: number;
}

/**
 * Runs a server process from configuration to exit code. Configuration errors and a refused start: written to standard
 * error, exit 1. Ready: one log event `process_ready` with the URL. SIGTERM or SIGINT: drains, closes and exits 0, or 1 when
 * draining failed or took too long; further signals are ignored, since a terminal and a launcher may both send one.
 * Uncaught error or rejection: logged, exit 1. With PARENT_PIPE: exits immediately when standard input ends.
 */
export async function runServerProcess<C extends ServerProcessConfig>(
  definition: ServerProcessDefinition<C>,
): Promise<void> {
  const config = readOrExit(definition.config);
  const logger = createLogger({ name: definition.name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });

  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ event: 'uncaught_exception', err: error, origin }, 'An uncaught exception ended the process.');
    process.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.fatal(
      { event: 'unhandled_rejection', err: reason, origin: 'unhandledRejection' },
      'An unhandled rejection ended the process.',
    );
    process.exit(1);
  });
  if (config.PARENT_PIPE) {
    const leave = (): never => process.exit(0);
    process.stdin.on('end', leave).on('close', leave).on('error', leave).resume();
  }

  const started = Promise.withResolvers<RunningServerProcess>();
  started.promise.catch(() => undefined);
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ event: 'process_stopping', signal }, 'The process is stopping.');
    setTimeout(
      () => {
        logger.error({ event: 'process_drain_timed_out' }, 'The process did not finish its work before the deadline.');
        process.exit(1);
      },
      (config.DRAIN_SECONDS ?? 0) * 1_000 + (definition.drainMs ?? 10_000) - 300,
    );
    started.promise
      .then(async (running) => {
        await running.drain?.();
        await running.close();
      })
      .then(
        () => {
          logger.info({ event: 'process_stopped' }, 'The process has stopped.');
          process.exit(0);
        },
        (error: unknown) => {
          logger.error({ event: 'process_stop_failed', err: error }, 'The process could not stop cleanly.');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);

  try {
    const running = await definition.start(config, logger);
    started.resolve(running);
    if (!stopping) logger.info({ event: 'process_ready', url: running.url }, 'The process is ready.');
  } catch (error) {
    // The log shortens messages and redacts parts that look personal, so the operator gets the full text here.
    if (error instanceof StartRefusedError) process.stderr.write(`${error.message}\n`);
    logger.fatal({ event: 'process_start_failed', err: error }, 'The process could not start.');
    process.exit(1);
  }
}

function readOrExit<C>(config: () => C): C {
  try {
    return config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

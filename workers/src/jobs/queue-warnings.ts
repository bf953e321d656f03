import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';

/**
 * Logs lost connections of the queues at warn: one line per kind and minute, with the number of lines suppressed since
 * the previous one. All queues share their connections, so one outage is reported by each.
 */
export const createQueueConnectionLossLogger = (logger: Logger, now: Clock): ((error: Error) => void) => {
  const logOnce = createLogLimiter(now);
  return (error) => {
    const suppressed = logOnce('code' in error ? String(error.code) : error.message);
    if (suppressed !== null)
      logger.warn({ event: 'queue_operation_failed', err: error, suppressed }, 'An operation of a queue failed.');
  };
};

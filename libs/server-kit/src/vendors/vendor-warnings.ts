import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '../log/log-limiter.ts';
import type { Logger } from '../log/logger.ts';
import type { FinishedVendorCall } from './finished-vendor-call.ts';

/**
 * Logs failed vendor calls at warn: one line per vendor, kind of failure and minute, with the number of lines
 * suppressed since the previous one.
 */
export const createFailedVendorCallLogger = (logger: Logger, now: Clock): ((report: FinishedVendorCall) => void) => {
  const logOnce = createLogLimiter(now);
  return ({ provider, failure, ms }) => {
    if (failure === null) return;
    const suppressed = logOnce(`${provider} ${failure}`);
    if (suppressed === null) return;
    logger.warn(
      { event: 'provider_call_failed', provider, failure, ms: Math.round(ms), suppressed },
      'A call to a provider failed.',
    );
  };
};

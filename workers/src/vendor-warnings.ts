import type { Clock } from '@ve/domain/time/clock';
import type { CallReport } from '@ve/providers/http/adapter-options';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';

/**
 * Logs calls that a vendor did not answer: at warn, one line for each vendor, kind of failure and minute, with the
 * number of those that went unsaid since the line before.
 */
export const createVendorWarnings = (logger: Logger, now: Clock): ((report: CallReport) => void) => {
  const toSay = createLogLimiter(now);
  return ({ provider, failure, ms }) => {
    if (failure === null) return;
    const suppressed = toSay(`${provider} ${failure}`);
    if (suppressed === null) return;
    logger.warn({ provider, failure, ms: Math.round(ms), suppressed }, 'no answer from provider');
  };
};

import type { Clock } from '@ve/domain/time/clock';
import type { CallReport } from '@ve/providers/http/adapter-options';
import type { Logger } from '@ve/server-kit/log/logger';

const windowMs = 60_000;

/**
 * Logs calls that a vendor did not answer: at warn, one line for each vendor, kind of failure and minute, with the
 * number of those that went unsaid since the line before.
 */
export const createVendorWarnings = (logger: Logger, now: Clock): ((report: CallReport) => void) => {
  const said = new Map<string, { at: number; suppressed: number }>();
  return ({ provider, failure, ms }) => {
    if (failure === null) return;
    const key = `${provider} ${failure}`;
    const at = now().getTime();
    const last = said.get(key);
    // A clock that was set back does not silence a vendor until it has caught up.
    if (last && Math.abs(at - last.at) < windowMs) {
      last.suppressed += 1;
      return;
    }
    said.set(key, { at, suppressed: 0 });
    logger.warn(
      { provider, failure, ms: Math.round(ms), suppressed: last?.suppressed ?? 0 },
      'no answer from provider',
    );
  };
};

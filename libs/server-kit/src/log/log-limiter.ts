import type { Clock } from '@ve/domain/kernel/time/clock';

const windowMs = 60_000;

/**
 * Limits repetitive log lines to the first of each kind per minute. Returns how many of the kind were suppressed since
 * the previous line, or null when this one is to be suppressed.
 */
export const createLogLimiter = (now: Clock): ((kind: string) => number | null) => {
  const logged = new Map<string, { at: number; suppressed: number }>();
  return (kind) => {
    const at = now().getTime();
    const last = logged.get(kind);
    // Without `abs`, a clock that was set back would suppress a kind until it has caught up.
    if (last && Math.abs(at - last.at) < windowMs) {
      last.suppressed += 1;
      return null;
    }
    logged.set(kind, { at, suppressed: 0 });
    return last?.suppressed ?? 0;
  };
};

import type { Clock } from '@ve/domain/time/clock';

const windowMs = 60_000;

/**
 * Decides what of a stream of like events is worth a line: the first of each kind in a minute. Answers how many of the
 * kind went unsaid since the line before, or null when this one is not to be said.
 */
export const createLogLimiter = (now: Clock): ((kind: string) => number | null) => {
  const said = new Map<string, { at: number; suppressed: number }>();
  return (kind) => {
    const at = now().getTime();
    const last = said.get(kind);
    // A clock that was set back does not silence a kind until it has caught up.
    if (last && Math.abs(at - last.at) < windowMs) {
      last.suppressed += 1;
      return null;
    }
    said.set(kind, { at, suppressed: 0 });
    return last?.suppressed ?? 0;
  };
};

/** The sandbox's time: the machine's, until somebody moves it. */
export interface SandboxClock {
  now(): Date;
  /** Milliseconds that it is ahead of the machine; below zero it is behind. */
  aheadMs(): number;
  /** From now on it is `instant`, and time goes on from there. */
  set(instant: Date): void;
  /** Back to the machine's time. */
  reset(): void;
}

/** @param machine the time that it starts with and goes on by */
export function createClock(machine: () => Date = () => new Date()): SandboxClock {
  let aheadMs = 0;
  return {
    now: () => new Date(machine().getTime() + aheadMs),
    aheadMs: () => aheadMs,
    set: (instant) => {
      aheadMs = instant.getTime() - machine().getTime();
    },
    reset: () => {
      aheadMs = 0;
    },
  };
}

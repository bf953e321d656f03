/** The sandbox's clock: the machine's time until it is moved. */
export interface SandboxClock {
  now(): Date;
  /** Offset from the machine's clock in milliseconds; negative when behind. */
  aheadMs(): number;
  /** Sets the time to `instant`, from where it continues. */
  set(instant: Date): void;
  reset(): void;
}

/** @param machine the underlying clock */
export function createSandboxClock(machine: () => Date = () => new Date()): SandboxClock {
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

import type { Logger } from '@ve/server-kit/log/logger';

export interface Repeating {
  /** Stops, and waits for a run in progress. */
  close(): Promise<void>;
}

/** Runs a task periodically, never concurrently with itself; a failed run is logged. */
export const repeat = (name: string, everyMs: number, logger: Logger, act: () => Promise<void>): Repeating => {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const next = (): void => {
    turn = act()
      .catch((error: unknown) => logger.warn({ err: error, task: name }, 'maintenance failed'))
      .then(() => {
        if (!closed) timer = setTimeout(next, everyMs);
      });
  };
  timer = setTimeout(next, everyMs);
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      return turn;
    },
  };
};

import type { Logger } from '@ve/server-kit/log/logger';

export interface Repeating {
  /** Waits for a turn that is under way. */
  close(): Promise<void>;
}

/** Does something every so often, never twice at the same time; a turn that fails is logged. */
export const repeat = (name: string, everyMs: number, logger: Logger, act: () => Promise<void>): Repeating => {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const next = (): void => {
    turn = act()
      .catch((error: unknown) => logger.warn({ err: error, task: name }, 'upkeep failed'))
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

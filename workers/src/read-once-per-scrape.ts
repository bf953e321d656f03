/**
 * One read for all gauges that show parts of it: the registry collects them at the same moment, and what is called
 * while a read runs gets its result. @throws what `read` throws
 */
export const readOncePerScrape = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= read().finally(() => {
      running = null;
    }));
};

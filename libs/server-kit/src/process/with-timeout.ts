/** Waits for work, but no longer than `milliseconds`; returns whether it finished. Rejects if the work does. */
export const withTimeout = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};

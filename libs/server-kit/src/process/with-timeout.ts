/** Waits for work, but no longer than `milliseconds`; returns whether it finished. Rejects if the work does. */
export const withTimeout = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

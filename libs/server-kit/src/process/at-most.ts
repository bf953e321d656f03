/** Waits for work, but no longer than so many milliseconds; answers whether it was done. Rejects as the work does. */
export const atMost = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

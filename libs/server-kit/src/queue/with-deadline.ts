/** Resolves like `work`. @throws Error with this message when it takes longer */
export const withDeadline = async <T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(message)), milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};

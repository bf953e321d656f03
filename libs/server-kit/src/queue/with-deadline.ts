/** Resolves like `work`. @throws Error with this message when it takes longer */
export const withDeadline = async <T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

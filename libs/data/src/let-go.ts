const patienceMs = 500;

/** Waits for connections to be ended, for half a second at most: the other side may not be there to agree. */
export const letGo = async (ended: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const patienceMs = 500;

/** Waits for connections to close, for at most half a second: the server may not be there to acknowledge it. */
export const closePromptly = async (ended: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

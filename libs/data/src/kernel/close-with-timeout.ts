const waitLimitMs = 500;

/** Waits for connections to close, for at most half a second, because the server may not respond. */
export const closeWithTimeout = async (ended: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), waitLimitMs);
  try {
    await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

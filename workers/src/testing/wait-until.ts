/** Polls every `everyMs` until `holds` is true; rejects after `timeoutMs`, naming what was waited for. */
export const waitUntil = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 40_000,
  everyMs = 20,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};

/** Counts a client's requests: returns true beyond the maximum within a second. `now` in milliseconds. */
export function createRateLimiter(max: number, now = () => performance.now()): (caller: string) => boolean {
  const windows = new Map<string, { since: number; count: number }>();
  return (caller) => {
    const at = now();
    const open = windows.get(caller);
    if (!open || at - open.since >= 1_000) {
      windows.delete(caller);
      if (windows.size >= 1_000) windows.clear();
      windows.set(caller, { since: at, count: 1 });
      return false;
    }
    open.count += 1;
    return open.count > max;
  };
}

const aMinute = 60_000;

/** How sources of which none answered are asked again for a reader who waits for a mail. */
export const sourceRetries = {
  /** How long they are asked again. */
  hours: 48,
  /** The offer follows a failure of at most this age: longer than the longest wait between two retries. */
  offeredForMs: 65 * aMinute,
  /** Vehicles asked about again in one minute, so that recovering sources are not flooded. */
  vehiclesPerMinute: 5,
  /** No retry begins while as many fetches are queued or running: the sources are for readers who wait now. */
  maxUnfinishedFetches: 20,
  /** Readers who may wait for an answer about one vehicle, and about all. */
  maxWaiting: { ofVehicle: 50, all: 1_000 },
} as const;

/** The time until the next retry after `count` of them: 5, 10, 20, 40, then 60 minutes. */
export const sourceRetryDelayMs = (count: number): number => Math.min(60, 5 * 2 ** Math.min(count, 10)) * aMinute;

import { get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** More than a BFF permits in all (`bff/src/platform/server-sent-event-streams.ts`), so that the limit is met. */
const wantedOfOne = 5_200;
/** Streams of one client, which is as many as a BFF permits. */
const ofOneClient = 12;
const opening = 100;
/** Two heartbeats of every stream, in milliseconds. */
const heldMs = 11_000;

export interface HeldStreams {
  /** Those that got a heartbeat in the second half of the time. */
  held: number;
  refused: number;
}

interface OpenStream {
  socket: Socket;
  lastEventAt: number;
}

/** Opens a stream of a fetch as a client behind a proxy; null if it is refused. */
const open = (url: string, client: number): Promise<OpenStream | null> =>
  new Promise((resolve, reject) => {
    const address = `10.${String(client >> 16)}.${String((client >> 8) & 255)}.${String(client & 255)}`;
    const request = get(url, { agent: false, headers: { 'x-forwarded-for': address } }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        resolve(null);
        return;
      }
      const stream = { socket: response.socket, lastEventAt: 0 };
      response.on('data', () => (stream.lastEventAt = performance.now()));
      response.on('error', () => undefined);
      resolve(stream);
    });
    request.on('error', reject);
  });

/**
 * Opens event streams of a live fetch at every BFF until its limit, holds them for two heartbeats, and counts those
 * that still get them. `underLoad` is called while all are open.
 */
export async function holdStreams(
  sites: readonly string[],
  fetchId: string,
  underLoad: () => void,
): Promise<HeldStreams> {
  const wanted = sites.flatMap((site) =>
    Array.from({ length: wantedOfOne }, (_, index) => ({
      url: `${site}/api/vehicle-fetches/${fetchId}/events`,
      client: Math.floor(index / ofOneClient),
    })),
  );
  const streams: OpenStream[] = [];
  let refused = 0;
  const openNext = async (): Promise<void> => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      const stream = await open(next.url, next.client);
      if (stream === null) refused += 1;
      else streams.push(stream);
    }
  };
  try {
    await Promise.all(Array.from({ length: opening }, openNext));
    await setTimeout(heldMs);
    underLoad();
    const since = performance.now() - heldMs / 2;
    return { held: streams.filter(({ lastEventAt }) => lastEventAt >= since).length, refused };
  } finally {
    for (const { socket } of streams) socket.destroy();
  }
}

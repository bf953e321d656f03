import pg from 'pg';
import pTimeout from 'p-timeout';

const firstDelayMs = 250;
const maxDelayMs = 5_000;
const waitLimitMs = 5_000;
const closeLimitMs = 500;

/**
 * Listeners by channel. A null payload means that notifications may have been missed, so the listener re-reads the
 * state.
 */
export type NotifyChannelListeners = Readonly<Record<string, (payload: string | null) => void>>;

/**
 * Calls a channel's listener for every NOTIFY on it. Holds one connection for all channels; when it is lost it
 * reconnects and calls every listener with null, since notifications may have been missed. So does the first
 * connection. Resolves after the first attempt, so a database that is down does not block the start.
 */
export const listenToNotifyChannels = async (
  url: string,
  channels: NotifyChannelListeners,
): Promise<{ close(): Promise<void> }> => {
  const names = Object.keys(channels);
  for (const name of names) if (!/^[a-z_]{1,63}$/.test(name)) throw new Error(`Not a channel name: ${name}`);
  if (names.length === 0) return { close: () => Promise.resolve() };
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let delay = firstDelayMs;

  const again = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = null;
    lost.end().catch(() => undefined);
    if (closed) return;
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, maxDelayMs);
  };

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: waitLimitMs,
      query_timeout: waitLimitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = opened;
    opened.on('error', () => again(opened));
    opened.on('end', () => again(opened));
    opened.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await opened.connect();
      await opened.query(names.map((name) => `listen ${name}`).join('; '));
      delay = firstDelayMs;
      for (const name of names) if (!closed) channels[name]?.(null);
    } catch {
      again(opened);
    }
  };

  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      // The server may not respond.
      if (last)
        await pTimeout(
          last.end().catch(() => undefined),
          { milliseconds: closeLimitMs, message: false },
        );
    },
  };
};

import pg from 'pg';

const firstDelayMs = 250;
const longestDelayMs = 5_000;

/**
 * Calls `onPayload` for every NOTIFY on the channel. Holds a connection of its own; when that is lost it connects again
 * and calls `onPayload(null)`, since anything may have been missed: the caller then reads for itself. The first
 * connection counts as such a one too. Answers after the first attempt, so a database that is down holds up nobody.
 */
export const listen = async (
  url: string,
  channel: string,
  onPayload: (payload: string | null) => void,
): Promise<{ close(): Promise<void> }> => {
  if (!/^[a-z_]{1,63}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`);
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
    delay = Math.min(delay * 2, longestDelayMs);
  };

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
    client = opened;
    opened.on('error', () => again(opened));
    opened.on('end', () => again(opened));
    opened.on('notification', (message) => onPayload(message.payload ?? ''));
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
      delay = firstDelayMs;
      if (!closed) onPayload(null);
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
      await last?.end().catch(() => undefined);
    },
  };
};

import type { Logger } from '../log/logger.ts';
import { type PlainHttpServer, type PlainResponse, startPlainHttpServer } from './plain-http-server.ts';

/** `METRICS_PORT` and `METRICS_HOST`. */
export interface MetricsServerConfig {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
}

/** The metrics as a response of Prometheus' text format. */
export const readMetricsResponse = async (read: () => Promise<string>): Promise<PlainResponse> => ({
  status: 200,
  type: 'text/plain; version=0.0.4; charset=utf-8',
  body: await read(),
});

/**
 * Serves `/metrics` and nothing else on `METRICS_PORT`; null without one. Scrapes at the same moment share one reading,
 * because a reading asks the database.
 */
export async function startMetricsServer(
  { METRICS_PORT: port, METRICS_HOST: host }: MetricsServerConfig,
  { read, logger }: { read: () => Promise<string>; logger: Pick<Logger, 'info'> },
): Promise<PlainHttpServer | null> {
  if (port === undefined) return null;
  let reading: Promise<string> | null = null;
  const readShared = (): Promise<string> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const server = await startPlainHttpServer({
    host,
    port,
    respond: (path) =>
      path === '/metrics'
        ? readMetricsResponse(readShared)
        : Promise.resolve({ status: 404, type: 'application/json', body: '{"status":"not-found"}' }),
  });
  logger.info({ event: 'metrics_listening', url: server.url }, 'Metrics are served by a listener of their own.');
  return server;
}

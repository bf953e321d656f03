import { isIP } from 'node:net';
import * as z from 'zod';

const defaultHost = '127.0.0.1';

/** `METRICS_PORT` and `METRICS_HOST`, for a listener of `/metrics` alone; check them with `withMetricsRules`. */
export const metricsConfigFields = () => ({
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of a listener that serves `/metrics` alone; 0: any free port; not set: `PORT` serves it'),
  METRICS_HOST: z
    .string()
    .refine((host) => host === 'localhost' || isIP(host) !== 0, 'must be localhost or an IP address of this machine')
    .default(defaultHost)
    .describe('Address of that listener; another than loopback only in a network that no other machine reaches'),
});

const listenersOf = (config: unknown): { port?: unknown; metricsPort?: unknown; metricsHost?: unknown } => {
  if (typeof config !== 'object' || config === null) return {};
  const { PORT: port, METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config as Record<string, unknown>;
  return { port, metricsPort, metricsHost };
};

/** Refuses a listener of metrics on the port of the process itself, and an address without a port. */
export const withMetricsRules = <S extends z.ZodType>(schema: S): S =>
  schema
    .refine(
      (config) => {
        const { port, metricsPort } = listenersOf(config);
        return metricsPort === undefined || metricsPort === 0 || metricsPort !== port;
      },
      {
        path: ['METRICS_PORT'],
        error: 'must be another port than PORT, since it has a listener of its own',
        // Run these even when single variables are invalid, to report all errors together.
        when: () => true,
      },
    )
    .refine(
      (config) => {
        const { metricsPort, metricsHost = defaultHost } = listenersOf(config);
        return metricsPort !== undefined || metricsHost === defaultHost;
      },
      {
        path: ['METRICS_HOST'],
        error: 'has no effect without METRICS_PORT: set both, or neither',
        when: () => true,
      },
    );

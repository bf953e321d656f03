import type { TestDatabase } from '@ve/data/testing/test-database';
import { join } from 'node:path';
import { freePort } from '../../tools/ports.mjs';
import { bffVendorSettings, vendorSettings } from '../../tools/settings.mjs';
import { startBff, startServer, type ServerProcess } from './server-process.ts';
import { root } from './workshop.ts';

/** The vendors' stand-in, for servers that start before it. */
export interface ReservedSandbox {
  url: string;
  smtpPort: number;
  start(stripeWebhook: string): Promise<ServerProcess>;
}

export async function reserveSandbox(): Promise<ReservedSandbox> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  return {
    url: `http://127.0.0.1:${String(port)}`,
    smtpPort,
    start: (stripeWebhook) =>
      startServer(
        [join(root, 'sandbox/dist/main.js')],
        {
          PORT: String(port),
          SMTP_PORT: String(smtpPort),
          STRIPE_WEBHOOK_URL: `${stripeWebhook}/api/webhooks/stripe`,
          PARENT_PIPE: '1',
        },
        '/',
      ),
  };
}

/** A BFF with limits of one client that a bench does not reach: all of its requests come from one machine. */
export async function startProductionBff(database: TestDatabase, sandbox: ReservedSandbox): Promise<ServerProcess> {
  const port = String(await freePort());
  return startBff(
    {
      ...bffVendorSettings(sandbox.url, {
        SIGN_UPS_AN_HOUR: '1000000',
        PAYMENT_ATTEMPTS_AN_HOUR: '1000000',
        DECLINES_A_MINUTE: '60000',
      }),
      DATABASE_URL: database.url,
      PORT: port,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      // Streams are limited by client, whose address a proxy names.
      TRUST_PROXY: '1',
    },
    // Its other check is for a published shell, which it does not have.
    '/healthz',
  );
}

/** Workers as in production; their queues are in PostgreSQL without a `queueUrl`. */
export const startProductionWorkers = (
  database: TestDatabase,
  sandbox: ReservedSandbox,
  queueUrl: string | undefined,
): Promise<ServerProcess> =>
  startServer(
    [join(root, 'workers/dist/main.js')],
    {
      ...vendorSettings(sandbox.url, {}, sandbox.smtpPort),
      NODE_ENV: 'production',
      REHEARSAL: 'true',
      LOG_LEVEL: 'warn',
      PARENT_PIPE: '1',
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: 'http://localhost:3000',
      ...(queueUrl === undefined ? {} : { QUEUE_URL: queueUrl }),
    },
    '/readyz',
  );

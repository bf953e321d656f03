import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { testRows } from '@ve/data/testing/test-rows';
import { startSandbox } from '@ve/providers/sandbox-process.fixture';
import { startSynchronisedClock } from '@ve/server-kit/clock/synchronised-clock';
import { createLogger } from '@ve/server-kit/log/logger';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobMetrics } from '@ve/server-kit/queue/queue-metrics';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { createQueueWorkers } from '@ve/server-kit/queue/queue-workers';
import { createServer, type AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { createMonitorChecks } from '../monitoring/alerts/create-monitor-checks.ts';
import { importMotDeltaFiles } from '@ve/app/monitoring/alerts/import-mot-delta-files';
import { queueDueMonitorChecks } from '@ve/app/monitoring/checks/queue-due-monitor-checks';
import { queueDelayedAlertTexts } from '@ve/app/monitoring/alerts/notify-member';
import { connectFullCheckSources, connectVehicleDataSources } from '../vehicle/connect-vehicle-data-sources.ts';
import { configSchema } from '../config.ts';
import { connectMailServer, connectTextVendor } from '../messaging/connect-messaging.ts';
import { createJobHandlers } from '../handlers.ts';
import { wrapHandlersWithJobContext } from '../job-context.ts';
import { queueOpenSignUpCompletions } from '@ve/app/membership/sign-up/reconcile-sign-ups';
import { refreshDueDates } from '@ve/app/monitoring/read-registers';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import {
  queueUnfinishedCancellations,
  queueMembershipNotices,
  queueStaleSubscriptionSyncs,
} from '@ve/app/membership/subscription/sweep-subscriptions';
import { createFinishedJobCollector } from '../jobs/outbox/finished-jobs.ts';
import { startOutboxRelay } from '../jobs/outbox/relay.ts';
import { createWorkersStripeAdapter } from '../membership/payments.ts';
import { vendorAdapterOptions } from '../jobs/vendor-adapter-options.ts';
import { startBff } from './bff-process.ts';
import { waitUntil } from './wait-until.ts';
import { workersEnvironment } from './workers-environment.ts';

/** A mail or a text as it arrived. */
export interface ArrivedMessage {
  /** Time of the stack's clock. */
  at: Date;
  /** E-mail address or phone number. */
  to: string;
  channel: 'email' | 'sms';
  /** The subject of a mail, or the text. */
  words: string;
  unsubscribeUrl: string | null;
}

interface StoredMail {
  at: string;
  to: string[];
  subject: string;
  text: string;
  links: string[];
  headers: { name: string; value: string }[];
}

interface StoredText {
  direction: string;
  to: string;
  body: string;
  status: string;
  createdAt: string;
}

/** Clocks within this distance count as equal. */
const agreedMs = 30_000;

/** Timeout of waits on a busy machine. */
const waitLimitMs = 180_000;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/**
 * The product without its pages: the BFF as a process, the workers' queues, handlers, relay and adapters, PostgreSQL,
 * and the sandbox for every vendor. All follow the sandbox's clock. The scheduled jobs run in `catchUp`, not every few
 * minutes.
 */
export const openTimeTravelStack = async () => {
  const database = await openTestDatabase(40);
  const { orm } = database;
  const fork = () => orm.em.fork();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox(`${origin}/api/webhooks/stripe`, {
    TWILIO_WEBHOOK_URL: `${origin}/api/webhooks/twilio/inbound`,
    MAIL_WEBHOOK_URL: `${origin}/api/webhooks/mail`,
  });
  const { url } = sandbox;
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const readTime = async () => new Date(await (await fetch(`${url}/control/clock`)).text());

  const stripe = {
    STRIPE_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PRICE_ID: 'price_sandbox_membership',
  };
  const twilio = { TWILIO_AUTH_TOKEN: 'sandbox-twilio-token', TWILIO_CALLBACK_ORIGIN: origin };
  const bff = await startBff({
    DATABASE_URL: database.url,
    CLOCK_SOURCE: `${url}/control/clock`,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    ...stripe,
    ...twilio,
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    MAIL_WEBHOOK_SECRET: 'sandbox-mail-webhook-secret-00000',
    SIGN_UPS_AN_HOUR: '1000',
    PAYMENT_ATTEMPTS_AN_HOUR: '1000',
    RATE_LIMIT_PER_MINUTE: '100000',
  });

  const config = configSchema.parse({
    ...workersEnvironment(database.url, url),
    CLOCK_SOURCE: `${url}/control/clock`,
    PUBLIC_ORIGIN: origin,
    DVLA_URL: `${url}/dvla`,
    DVLA_API_KEY: 'sandbox-dvla-key',
    DVSA_URL: `${url}/dvsa`,
    DVSA_TOKEN_URL: `${url}/entra/sandbox-tenant/oauth2/v2.0/token`,
    DVSA_CLIENT_ID: 'sandbox-client',
    DVSA_CLIENT_SECRET: 'sandbox-secret',
    DVSA_API_KEY: 'sandbox-dvsa-key',
    UKVD_URL: `${url}/ukvd`,
    UKVD_API_KEY: 'sandbox-ukvd-key',
    ...stripe,
    ...twilio,
    TWILIO_URL: `${url}/twilio`,
    SMTP_URL: sandbox.smtp,
  });
  const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
  const clock = await startSynchronisedClock({ readTime, everyMs: 50, logger });
  const { now } = clock;
  const registry = new Registry();
  const counting = { count: () => undefined };
  const options = vendorAdapterOptions(config, { orm, registry, logger, now, counting });
  const sources = connectVehicleDataSources(config, options);
  const charging = connectFullCheckSources(config, options);
  const payments = createWorkersStripeAdapter(config, options);
  const texting = connectTextVendor(config, options);
  const checks = createMonitorChecks(config, { sources, ...charging });
  const onError = () => undefined;
  const connection = await connectQueues({ queueUrl: undefined, databaseUrl: database.url, onError });
  const queues = createJobQueues(connection, onError);
  const finished = createFinishedJobCollector({ orm, logger, now });
  const handlers = createJobHandlers({
    monitorChecks: checks,
    sources,
    ...charging,
    pictures: undefined,
    payments,
    queues,
    ...connectMailServer(config, registry, counting),
    ...texting,
  });
  const workers = createQueueWorkers(connection, wrapHandlersWithJobContext(handlers, { orm, now, finished }), {
    logger,
    metrics: createJobMetrics(registry),
    queues,
    onDeadLetter: finished.giveUp,
  });
  const relay = await startOutboxRelay({ orm, databaseUrl: database.url, queues, logger, now, pollMs: 200 });

  const texts = async (): Promise<StoredText[]> => {
    const answer = (await control('GET', 'twilio')) as { texts: StoredText[] };
    return answer.texts.filter(({ direction }) => direction === 'outbound-api');
  };
  const mails = async (): Promise<StoredMail[]> =>
    ((await (await fetch(`${url}/inbox/messages`)).json()) as { messages: StoredMail[] }).messages;

  /** True when nothing waits, runs or is in flight: no job, no Stripe event, no receipt. */
  const isIdle = async (): Promise<boolean> => {
    // The row of a job is deleted when the job has ended.
    if ((await testRows(fork).count('outbox')) > 0) return false;
    const state = (await control('GET', 'state')) as { stripe: { waiting: number } };
    if (state.stripe.waiting > 0) return false;
    return (await texts()).every(({ status }) => status === 'delivered' || status === 'undelivered');
  };
  const settle = (): Promise<void> => waitUntil('nothing is under way', isIdle, waitLimitMs, 100);

  const importFiles = async (signal: AbortSignal): Promise<void> => {
    const importing = { fork, now, deltas: sources.deltas, signal };
    // After a time jump DVSA's token has expired for DVSA only: the first run is refused and the second gets a new one.
    await importMotDeltaFiles(importing).catch(() => importMotDeltaFiles(importing));
  };

  /** The BFF's time, from its metrics. */
  const bffNow = async (): Promise<number> => {
    const [, seconds = 'NaN'] =
      /^clock_offset_seconds (\S+)$/m.exec(await (await fetch(`${origin}/metrics`)).text()) ?? [];
    return Date.now() + Number(seconds) * 1_000;
  };

  /** A browser with cookies. */
  const openBrowser = () => {
    const cookies = new Map<string, string>();
    return async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...firstPartyHeaders,
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    };
  };

  return {
    url,
    now,
    control,
    settle,
    openBrowser,
    rows: <Row extends object>(sql: string): Promise<Row[]> => fork().execute<Row[]>(sql),

    /** Moves the clock of the sandbox and the workers; the BFF's follows within a second. */
    travelTo: async (instant: string): Promise<void> => {
      await control('PUT', 'clock', { instant });
      await waitUntil(
        `it is ${instant}`,
        async () => Math.abs((await readTime()).getTime() - now().getTime()) < agreedMs,
        waitLimitMs,
      );
    },
    untilSiteFollows: () =>
      waitUntil(
        'the BFF follows the clock',
        async () => Math.abs((await bffNow()) - now().getTime()) < agreedMs,
        waitLimitMs,
      ),

    /** Runs the scheduled jobs of the workers until nothing is left to do. */
    catchUp: async (): Promise<void> => {
      const looking = { fork, now, isClosed: () => false };
      const { signal } = new AbortController();
      await settle();
      for (let left = true, round = 0; left && round < 5; round += 1) {
        await queueOpenSignUpCompletions(fork(), now());
        await queueStaleSubscriptionSyncs(fork(), now());
        await queueUnfinishedCancellations(fork(), now());
        await queueMembershipNotices(fork(), now());
        await importFiles(signal);
        const ordered = await queueDueMonitorChecks(fork, { checks }, now());
        await settle();
        await refreshDueDates({ ...looking, sources, signal });
        const { planned, ordered: again } = await scanReminders(looking);
        await queueDelayedAlertTexts(fork(), now());
        await settle();
        left = ordered + planned + again > 0;
      }
    },

    /** Every mail and text that arrived, the earliest first. */
    arrived: async (): Promise<ArrivedMessage[]> => {
      const ofMails = (await mails()).map(({ at, to, subject, headers }): ArrivedMessage => {
        const unsubscribe = headers.find(({ name }) => name === 'list-unsubscribe')?.value ?? '';
        const unsubscribeUrl = /<(https?:[^>]+)>/.exec(unsubscribe)?.[1] ?? null;
        return { at: new Date(at), to: to.join(), channel: 'email', words: subject, unsubscribeUrl };
      });
      const ofTexts = (await texts()).map(({ createdAt, to, body }): ArrivedMessage => {
        return { at: new Date(createdAt), to, channel: 'sms', words: body, unsubscribeUrl: null };
      });
      return [...ofMails, ...ofTexts].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    },
    /** The links in the latest mail to an address. */
    linksTo: async (address: string): Promise<string[]> =>
      (await mails()).find(({ to }) => to.includes(address))?.links ?? [],

    close: async (): Promise<void> => {
      clock.close();
      await Promise.all([relay.close(), workers.close(2_000, 3_000)]);
      await finished.close();
      await Promise.all([bff.close(), queues.close(), sources.close(), charging.close(), texting.close()]);
      await payments.close();
      await connection.close();
      await sandbox.close();
      await database.close();
    },
  };
};

export type TimeTravelStack = Awaited<ReturnType<typeof openTimeTravelStack>>;

import type { MikroORM } from '@mikro-orm/postgresql';
import { connectDatabase, migrate } from '@ve/data/kernel/database';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { startSandbox } from '@ve/providers/sandbox-process.fixture';
import { connectQueues } from '@ve/server-kit/queue/queue-connection';
import { createJobQueues } from '@ve/server-kit/queue/queues';
import { creditAuditTablesSql } from '@ve/workers/testing/money-invariants';
import { sandboxPayments } from '@ve/workers/testing/stripe-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { workersEnvironment } from '@ve/workers/testing/workers-environment';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pRetry from 'p-retry';
import { freePort } from '../../tools/ports.mjs';
import { startLoadBalancer } from './load-balancer.ts';
import { createKillableProcess } from './killable-process.ts';
import { startKillablePostgres } from './killable-postgres.ts';
import { startKillableRedis } from './killable-redis.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Clocks within this distance count as equal. */
const agreedMs = 30_000;
/** The clock's largest step: longer outages are not tested here. */
const maxStepMs = 7 * 86_400_000;
const waitLimitMs = 240_000;

export interface WaitingOutboxRow {
  id: string;
  job: string;
  relayed: boolean;
}

export type ScenarioStack = Awaited<ReturnType<typeof openScenarioStack>>;

/** Tables whose last row versions are kept even after deletion. */
const watchedTables = [
  'users',
  'sign_ups',
  'subscriptions',
  'payments',
  'cancellation_requests',
  'full_checks',
  'mails',
];

const watchRows = `
  create table history (kind text not null, id uuid not null, content jsonb not null, gone boolean not null, primary key (kind, id));
  create function note_row() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      update history set gone = true where kind = tg_table_name and id = old.id;
      return old;
    end if;
    insert into history values (tg_table_name, new.id, to_jsonb(new), false)
    on conflict (kind, id) do update set content = excluded.content;
    return new;
  end $$;
  ${watchedTables
    .map(
      (table) =>
        `create trigger note_row after insert or update or delete on ${table} for each row execute function note_row();`,
    )
    .join('\n')}
`;

/**
 * The product without its pages, each part a process: two BFFs behind a load balancer, two workers, PostgreSQL, Redis
 * where `redisProgram` is given, and the sandbox for every vendor. All follow the sandbox's clock. Mails are delivered
 * to a server in this process, so that every one is counted.
 */
export const openScenarioStack = async ({ name, redisProgram }: { name: string; redisProgram: string | null }) => {
  const logs = join(root, '.cache', 'scenarios', name);
  mkdirSync(logs, { recursive: true });
  const [postgres, redis, smtp] = await Promise.all([
    startKillablePostgres(),
    redisProgram === null ? null : startKillableRedis(redisProgram),
    startSmtpServer(),
  ]);
  const orm: MikroORM = await connectDatabase({ url: postgres.url, poolSize: 6 });
  await migrate(orm);
  await orm.em.fork().execute(creditAuditTablesSql);
  await orm.em.fork().execute(watchRows);

  const port = await freePort();
  const ports = { bffs: [await freePort(), await freePort()], workers: [await freePort(), await freePort()] };
  const origin = `http://127.0.0.1:${port}`;
  const balancer = await startLoadBalancer(port, ports.bffs);
  const sandbox = await startSandbox(`${origin}/api/webhooks/stripe`, {
    TWILIO_WEBHOOK_URL: `${origin}/api/webhooks/twilio/inbound`,
    MAIL_WEBHOOK_URL: `${origin}/api/webhooks/mail`,
  });
  const { url } = sandbox;
  const shared = {
    DATABASE_URL: postgres.url,
    QUEUE_URL: redis?.url ?? '',
    CLOCK_SOURCE: `${url}/control/clock`,
    PUBLIC_ORIGIN: origin,
    STRIPE_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PRICE_ID: 'price_sandbox_membership',
    TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
    TWILIO_CALLBACK_ORIGIN: origin,
  };
  const bffs = ports.bffs.map((own, at) =>
    createKillableProcess({
      name: `bff ${at + 1}`,
      script: 'bff',
      logFile: join(logs, `bff-${at + 1}.log`),
      env: {
        ...shared,
        PORT: String(own),
        TRUST_PROXY: '1',
        IDEAL_POSTCODES_URL: `${url}/ideal-postcodes`,
        IDEAL_POSTCODES_API_KEY: 'sandbox-postcodes-key',
        STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
        MAIL_WEBHOOK_SECRET: 'sandbox-mail-webhook-secret-00000',
        SIGN_UPS_AN_HOUR: '1000',
        PAYMENT_ATTEMPTS_AN_HOUR: '1000',
        DECLINES_A_MINUTE: '10000',
        RATE_LIMIT_PER_MINUTE: '100000',
        MAX_CONNECTIONS_PER_ADDRESS: '2000',
      },
    }),
  );
  const workers = ports.workers.map((own, at) =>
    createKillableProcess({
      name: `workers ${at + 1}`,
      script: 'workers',
      logFile: join(logs, `workers-${at + 1}.log`),
      env: {
        ...workersEnvironment(postgres.url, url),
        ...shared,
        PORT: String(own),
        RECONCILE_SECONDS: '3',
        DVLA_URL: `${url}/dvla`,
        DVLA_API_KEY: 'sandbox-dvla-key',
        DVSA_URL: `${url}/dvsa`,
        DVSA_TOKEN_URL: `${url}/entra/sandbox-tenant/oauth2/v2.0/token`,
        DVSA_CLIENT_ID: 'sandbox-client',
        DVSA_CLIENT_SECRET: 'sandbox-secret',
        DVSA_API_KEY: 'sandbox-dvsa-key',
        UKVD_URL: `${url}/ukvd`,
        UKVD_API_KEY: 'sandbox-ukvd-key',
        RECALLS_URL: `${url}/recalls/documents/RecallsFile.csv`,
        VDI_PENCE_A_DAY: '2000000',
        VALUATION_PENCE_A_DAY: '2000000',
        WATCH_SPECIFICATION_DAYS: '0',
        WATCH_VALUE_DAYS: '0',
        WATCH_FINANCE_DAYS: '0',
        TWILIO_URL: `${url}/twilio`,
        SMTP_URL: smtp.url,
      },
    }),
  );
  const servers = [...bffs, ...workers];
  await Promise.all(servers.map((server) => server.start()));

  const payments = sandboxPayments(url);
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Record<string, string> = {},
    key = 'sk_test_sandbox',
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const form = new URLSearchParams(fields).toString();
    const answer = await fetch(`${url}/v1/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  /** Queries the database; retries while Postgres is down. */
  const rows = <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    pRetry(() => orm.em.fork().execute<Row[]>(sql, [...values]), { retries: 59, factor: 1, minTimeout: 500 });

  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const agrees = async (at: number): Promise<boolean> => {
    const metrics = await fetch(`http://127.0.0.1:${at}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    const [, seconds = 'NaN'] = /^clock_offset_seconds (\S+)$/m.exec(metrics) ?? [];
    return Math.abs(Number(seconds) * 1_000 - aheadMs) < agreedMs;
  };
  const stepTo = async (instant: Date): Promise<void> => {
    await control('PUT', 'clock', { instant: instant.toISOString() });
    aheadMs = instant.getTime() - Date.now();
    const all = [...ports.bffs, ...ports.workers];
    await waitUntil(
      'every server has the time',
      async () => (await Promise.all(all.map(agrees))).every(Boolean),
      waitLimitMs,
      100,
    );
  };

  /** Jobs that wait, without those delayed beyond this time, such as retries of a mail. */
  const waitingRows = () =>
    rows<WaitingOutboxRow>(
      'select id::text, job_name as job, relayed_at is not null as relayed from outbox order by id',
    );
  const webhooksWaiting = async (): Promise<number> =>
    ((await control('GET', 'state')) as { stripe: { waiting: number } }).stripe.waiting;
  const isIdle = async (): Promise<boolean> => (await waitingRows()).length === 0 && (await webhooksWaiting()) === 0;

  return {
    url,
    origin,
    postgres,
    redis,
    bffs,
    workers,
    ports,
    /** Has the mail server refuse every connection, or take mail again. */
    breakMail: (isBroken: boolean): void => smtp.setFault(isBroken ? { at: 'connect', code: 421 } : undefined),
    mails: smtp.mails,
    payments,
    call,
    control,
    rows,
    now,
    waitingRows,
    /** Waits until no job and no event is in flight; false if some still are after `withinMs` real milliseconds. */
    settle: (withinMs: number): Promise<boolean> =>
      waitUntil('nothing is under way', isIdle, withinMs, 200).then(
        () => true,
        () => false,
      ),
    /** Moves the clock in steps and waits until every part has followed each. */
    travel: async (minutes: number): Promise<void> => {
      const target = new Date(now().getTime() + minutes * 60_000);
      while (now() < target) await stepTo(new Date(Math.min(target.getTime(), now().getTime() + maxStepMs)));
    },
    /** Job counts as reported by the queues' backend. */
    queueCounts: async () => {
      const onError = () => undefined;
      const connection = await connectQueues({ queueUrl: redis?.url, databaseUrl: postgres.url, poolSize: 2, onError });
      const queues = createJobQueues(connection, onError);
      try {
        return await queues.counts();
      } finally {
        await queues.close();
        await connection.close();
      }
    },
    close: async (): Promise<void> => {
      await Promise.all(servers.map((server) => server.close()));
      await payments.close();
      await balancer.close();
      await sandbox.close();
      await smtp.close();
      await orm.close(true);
      await redis?.close();
      await postgres.close();
    },
  };
};

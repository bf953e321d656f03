import { companyIdentity } from '@ve/domain/membership/company-identity';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startStripeWithTestPrice, testCertificate } from '@ve/providers/http/https-site.fixture';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { personalLabelValues } from '@ve/server-kit/health/testing/personal-label-values';
import { requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { findVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { startFailingVendors } from './testing/vendors-without-records.ts';
import { waitUntil } from './testing/wait-until.ts';
import { workersEnvironment } from './testing/workers-environment.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let vendors: Awaited<ReturnType<typeof startFailingVendors>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  db = await openTestDatabase();
  vendors = await startFailingVendors();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  vendors.close();
  await db.close();
});

const start = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, await runBundled('workers'), {
    env: { PATH: process.env.PATH, ...compileCache, ...env },
  });
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { child, output, exited: once(child, 'exit').then(([code]) => code as number | null) };
};
const complete = () => workersEnvironment(db.url, vendors.url);

describe('the workers process', () => {
  it('lists every configuration error, and never a value', async () => {
    const { exited, output } = await start({
      NODE_ENV: 'production',
      DATABASE_URL: 'hunter2',
      QUEUE_URL: 'http://hunter2',
      CLOCK_SOURCE: 'http://hunter2',
    });
    expect(await exited).toBe(1);
    for (const fault of [
      'DATABASE_URL must',
      'QUEUE_URL must',
      'CLOCK_SOURCE must be "database" in production',
      'DVLA_URL is not set',
      'UKVD_API_KEY is not set',
      'SMTP_URL is not set',
    ]) {
      expect(output.text).toContain(fault);
    }
    expect(output.text).not.toContain('hunter2');
  });

  it('refuses a pool smaller than its queues need, and states the required size', async () => {
    const { exited, output } = await start({ ...complete(), DATABASE_POOL: '12' });
    expect(await exited).toBe(1);
    expect(output.text).toMatch(/DATABASE_POOL must be at least \d+, which the jobs of all queues/);
  });

  it('takes no real money at a price of test mode', async () => {
    const stripe = await startStripeWithTestPrice();
    const folder = await mkdtemp(join(tmpdir(), 've-certificate-'));
    const certificate = join(folder, 'certificate.pem');
    await writeFile(certificate, testCertificate);
    const secure = 'https://127.0.0.1:9';
    const { exited, output } = await start({
      ...workersEnvironment(db.url, secure),
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: certificate,
      PUBLIC_ORIGIN: 'https://site.test',
      FUEL_FINDER_CLIENT_ID: 'id',
      FUEL_FINDER_CLIENT_SECRET: 'secret',
      STRIPE_URL: stripe.url,
      STRIPE_SECRET_KEY: 'sk_live_1',
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_FROM: '+447912345678',
    });
    expect(await exited).toBe(1);
    expect(output.text).toContain('STRIPE_PRICE_ID cannot be charged: the price is of test mode, the key is not.');
    expect(output.text.includes('no page names the company')).toBe(companyIdentity === null);
    stripe.close();
    await rm(folder, { recursive: true });
  });

  it('logs that it cannot start without its database', async () => {
    const { exited, output } = await start({ ...complete(), DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    expect(await exited).toBe(1);
    expect(output.text).toContain('process_start_failed');
  });

  it('fetches, serves health and metrics, logs no registration, and shuts down cleanly', async () => {
    const { child, exited, output } = await start({ ...complete(), METRICS_PORT: '0' });
    await waitUntil('it is ready', () => output.text.includes('process_ready'));
    const metricsUrl = /"metrics_listening","url":"([^"]+)"/.exec(output.text)?.[1] ?? '';
    const url = /"process_ready","url":"([^"]+)"/.exec(output.text)?.[1] ?? '';
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/mails`)).status).toBe(200);

    const em = db.orm.em.fork();
    const { id } = await requestTestVehicleFetch(em, {
      registration: 'AB12CDE',
      correlationId: 'request-1',
      now: new Date(),
    });
    await waitUntil('the fetch is done', async () => (await findVehicleFetch(em, id))?.status === 'done');
    expect(await findVehicleFetch(em, id)).toMatchObject({
      outcome: 'not-found',
      steps: [
        { source: 'DVLA', state: 'answered' },
        { source: 'DVSA', state: 'unavailable' },
        { source: 'UKVD', state: 'unavailable' },
      ],
    });
    await waitUntil('it was logged', () => output.text.includes('vehicle_fetch_completed'));
    expect(output.text).toContain('request-1');
    expect(output.text).not.toContain('AB12CDE');
    expect(output.text).toContain('"provider":"UKVD","failure":"source-error"');

    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/readyz`)).status).toBe(404);
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    expect(metrics).toContain(
      'queue_jobs_total{queue="vehicle-fetches",job="vehicle-fetches.run",result="completed"} 1',
    );
    expect(metrics).toContain('provider_calls_total{provider="DVLA",outcome="not-held"} 1');
    expect(metrics).toContain('mail_deliveries_total{outcome="unavailable"} 0');
    expect(metrics).toContain('queue_jobs{queue="vehicle-fetches",state="waiting"} 0');
    expect(metrics).toContain('queue_oldest_waiting_age_seconds{queue="sign-ups"} 0');
    expect(metrics).toContain('outbox_oldest_job_age_seconds{state="unrelayed"} 0');
    expect(metrics).toContain('outbox_jobs{state="unfinished"} 0');
    expect(metrics).toContain('objective_events_total{objective="first-section",result="met"} 1');
    expect(metrics).toContain('objective_events_total{objective="reminder-on-its-day",result="missed"} 0');
    expect(metrics).toMatch(/database_pool_connections\{state="used"\} \d/);
    expect(metrics).toContain('provider_budget_used{provider="DVSA",unit="calls"} ');
    expect(metrics).toContain('provider_budget_limit{provider="DVSA",unit="calls"} 500000');
    expect(metrics).toContain('payments_last_day{what="failed-refund"} 0');
    expect(metrics).toContain('open_disputes 0');
    expect(metrics).toContain('items_needing_staff{what="rolled-back-canaries"} 0');
    expect(personalLabelValues(metrics)).toEqual([]);

    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.text).toContain('process_stopped');
  });
});

import { companyIdentity } from '@ve/domain/membership/company-identity';
import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { startStripeWithTestPrice, testCertificate } from '@ve/providers/http/https-site.fixture';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postFromOwnPage, remoteReleaseFixture } from './testing/test-app.ts';
import { unreachableVendorEnv } from './testing/unreachable-vendor-env.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the BFF from its sources as a separate process. */
const start = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, await runBundled('bff'), {
    cwd: root,
    env: { PATH: process.env.PATH, ...compileCache, PORT: '0', ...unreachableVendorEnv, ...env },
  });
  let text = '';
  const ready = Promise.withResolvers<string>();
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
    const url = /"event":"process_ready","url":"(http[^"]+)"/.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exit = once(child, 'close').then(([code]) => {
    ready.reject(new Error(text));
    return code as number | null;
  });
  ready.promise.catch(() => undefined);
  return { child, ready: ready.promise, exit, text: () => text };
};

it('logs when it is ready, and on SIGTERM ends event streams and exits 0 within ten seconds', async () => {
  const database = await createTestDatabase();
  const bff = await start({ DATABASE_URL: database.url, METRICS_PORT: '0' });
  try {
    const url = await bff.ready;
    const metricsUrl = /"metrics_listening","url":"([^"]+)"/.exec(bff.text())?.[1] ?? '';
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(404);
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('database_pool_size 10');
    const body = { registration: 'DR12ANE', datapackage: 'VehicleData' };
    const pending = (await (await postFromOwnPage(`${url}/api/fetch-vehicle-data`, body)).json()) as { events: string };
    const stream = await fetch(url + pending.events);
    const started = Date.now();
    bff.child.kill('SIGTERM');
    expect(await stream.text()).toContain('"outcome":"pending"');
    expect(await bff.exit).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(bff.text()).not.toContain('DR12ANE');
  } finally {
    bff.child.kill('SIGKILL');
    await database.drop();
  }
}, 60_000);

it('takes no real money at a price of test mode', async () => {
  const database = await createTestDatabase();
  const stripe = await startStripeWithTestPrice();
  const folder = await mkdtemp(join(tmpdir(), 've-certificate-'));
  const certificate = join(folder, 'certificate.pem');
  await writeFile(certificate, testCertificate);
  const bff = await start({
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: certificate,
    PUBLIC_ORIGIN: 'https://site.test',
    STAFF_SECRETS_KEY: 'ab'.repeat(32),
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: 'sk_live_1',
    PAGE_KEYS: 'STRIPE=pk_live_1',
  });
  expect(await bff.exit).toBe(1);
  expect(bff.text()).toContain('STRIPE_PRICE_ID cannot be charged: the price is of test mode, the key is not.');
  expect(bff.text().includes('no page names the company')).toBe(companyIdentity === null);
  stripe.close();
  await Promise.all([database.drop(), rm(folder, { recursive: true })]);
}, 60_000);

it('refuses to start with an invalid configuration and lists every error', async () => {
  const bff = await start({ DATABASE_URL: 'nonsense-secret', PORT: 'x', LOG_LEVEL: 'loud' });
  expect(await bff.exit).toBe(1);
  for (const name of ['DATABASE_URL', 'PORT', 'LOG_LEVEL']) expect(bff.text()).toContain(`- ${name} must`);
  expect(bff.text()).not.toContain('nonsense-secret');
}, 60_000);

it('refuses to start when a live release was built with a response that it no longer returns', async () => {
  const database = await createTestDatabase();
  const connection = await connectDatabase({ url: database.url, poolSize: 2 });
  try {
    const removed = {
      answers: { 200: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] } },
    };
    const calls = { 'GET /api/session': removed, 'GET /api/gone': removed };
    const release = remoteReleaseFixture('mfe-report', 'v1', ['/report'], { calls });
    await publishTestRelease(connection.em.fork(), release, 'test', new Date());
    const bff = await start({ DATABASE_URL: database.url });
    expect(await bff.exit).toBe(1);
    expect(bff.text()).toContain('mfe-report@v1 (stable): GET /api/session: answer 200, words may be missing');
    expect(bff.text()).toMatch(/^Live releases were built with an API that this service no longer serves:$/m);
    expect(bff.text()).toContain('mfe-report@v1 (stable): GET /api/gone: is not served');
    expect(bff.text()).not.toContain('process_ready');
  } finally {
    await closeDatabase(connection);
    await database.drop();
  }
}, 60_000);

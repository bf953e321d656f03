import { Stripe } from 'stripe';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sandboxCredentials } from './sandbox-credentials.ts';
import { getNestedValue } from './testing/caller.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Run {
  stripe: Stripe;
  control(path: string, init?: RequestInit): Promise<unknown>;
  /** The warnings that it has logged. */
  warnings: string[];
  end(signal: NodeJS.Signals): Promise<void>;
}

const children: ChildProcessWithoutNullStreams[] = [];
let folder: string;
let file: string;
let endpoint: Server;
/** The events that the product's endpoint accepted, and whether it accepts any. */
let taken: string[];
let takes: boolean;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 've-sandbox-'));
  file = join(folder, 'of-its-own', 'state.json');
  [taken, takes] = [[], true];
  endpoint = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (takes) taken.push(String(getNestedValue(JSON.parse(Buffer.concat(parts).toString('utf8')), 'type')));
      response.writeHead(takes ? 200 : 503).end();
    });
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  endpoint.closeAllConnections();
  endpoint.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the sandbox in its own process; resolves once it listens. */
async function start(): Promise<Run> {
  const webhook = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: '', PORT: '0', SMTP_PORT: '0', SANDBOX_STATE_FILE: file, STRIPE_WEBHOOK_URL: webhook },
  });
  children.push(child);
  const warnings: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line: unknown = JSON.parse(text);
      if (getNestedValue(line, 'level') === 'warn') warnings.push(String(getNestedValue(line, 'msg')));
      if (getNestedValue(line, 'msg') === 'ready') resolve(String(getNestedValue(line, 'url')));
    });
    child.once('exit', (code) => reject(new Error(`The sandbox ended by itself (${code})`)));
  });
  const { hostname, port } = new URL(url);
  return {
    stripe: new Stripe(sandboxCredentials.stripeSecretKey, { host: hostname, port: Number(port), protocol: 'http' }),
    control: async (path, init) => (await fetch(`${url}/control${path}`, init)).json(),
    warnings,
    end: async (signal) => {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

/** Creates a trial that started 40 days ago by the sandbox's clock. */
async function signUp({ stripe, control }: Run): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  await control('/clock', { method: 'PUT', headers, body: JSON.stringify({ days: -40 }) });
  const { id: customer } = await stripe.customers.create({ email: 'driver@example.com' });
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const items = [{ price: 'price_sandbox_membership' }];
  return (await stripe.subscriptions.create({ customer, items, default_payment_method: card, trial_period_days: 1 }))
    .id;
}

const settled = async (text: string): Promise<void> => {
  while (!existsSync(file) || !readFileSync(file, 'utf8').includes(text)) await pause(20);
};
const charged = async ({ stripe }: Run, subscription: string): Promise<number[]> =>
  (await stripe.invoices.list({ subscription, status: 'paid' })).data.map((invoice) => invoice.amount_paid);

test('a subscription survives a kill, and is charged for the time in between', async () => {
  const first = await start();
  const subscription = await signUp(first);
  await settled(subscription);
  await first.end('SIGKILL');

  // Now it is 40 days later: the trial and a month have ended.
  const second = await start();
  expect((await second.stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  expect(await charged(second, subscription)).toEqual([890, 890, 0]);
  while (taken.filter((type) => type === 'invoice.paid').length < 3) await pause(20);
  const prices = await second.stripe.prices.list({ lookup_keys: ['membership_monthly'] });
  expect(prices.data.map(({ id }) => id)).toEqual(['price_sandbox_membership']);
  expect(second.warnings).toEqual([]);
});

test('the last change is written on SIGTERM, and undelivered events are delivered by the next run', async () => {
  takes = false;
  const first = await start();
  const subscription = await signUp(first);
  await first.end('SIGTERM');

  takes = true;
  const second = await start();
  expect((await second.stripe.subscriptions.retrieve(subscription)).id).toBe(subscription);
  while (!taken.includes('customer.subscription.created')) await pause(20);
  const waiting = async (run: Run): Promise<unknown> =>
    getNestedValue(await run.control('/stripe'), 'webhooks', 'waiting');
  while ((await waiting(second)) !== 0) await pause(20);
  await second.end('SIGTERM');

  const before = taken.length;
  const third = await start();
  expect(await waiting(third)).toBe(0);
  expect(await charged(third, subscription)).toEqual([890, 890, 0]);
  expect(taken).toHaveLength(before);
});

test.each([
  ['is no JSON', '{"format":1,'],
  ['is of another format', '{"format":0,"subscriptions":{}}'],
  [
    'cannot be carried on from',
    JSON.stringify({
      format: 1,
      objects: {
        customers: [{ id: 'cus_1', testClock: null }],
        subscriptions: [{ id: 'sub_1', customer: 'cus_1', cancelAt: null, periodEnd: 1 }],
      },
      afterRetries: 'cancel',
      deliveries: [],
    }),
  ],
])('a file that %s is set aside with a warning', async (_what, content) => {
  file = join(folder, 'state.json');
  writeFileSync(file, content);
  const run = await start();
  const { id } = await run.stripe.customers.create();
  await settled(id);
  expect(run.warnings).toEqual([expect.stringContaining(`${file}.unusable`)]);
  expect(readFileSync(`${file}.unusable`, 'utf8')).toBe(content);
  expect((await run.stripe.prices.retrieve('price_sandbox_membership')).unit_amount).toBe(890);
});

test('a file that cannot be written causes a warning, and the sandbox keeps running', async () => {
  writeFileSync(join(folder, 'of-its-own'), 'in the way');
  const run = await start();
  const { id } = await run.stripe.customers.create();
  while (!run.warnings.some((warning) => warning.startsWith('Cannot write'))) await pause(20);
  expect((await run.stripe.customers.retrieve(id)).id).toBe(id);
});

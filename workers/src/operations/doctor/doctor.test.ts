import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { startSandbox } from '@ve/providers/sandbox-process.fixture';
import { startStripeProxy } from '@ve/providers/payments/stripe-proxy.fixture';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { publishTestRelease } from '@ve/app/testing/publish-release';
import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctorEnvironment } from '../../testing/doctor-environment.ts';
import { startFakeRedis } from '../../testing/fake-redis.ts';
import type { DoctorFinding } from './doctor-check.ts';
import { examine } from './examine.ts';

const timeoutMs = 15_000;

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let vendor: Awaited<ReturnType<typeof startScriptedVendor>>;
const toClose: (() => unknown)[] = [];

beforeAll(async () => {
  db = await openTestDatabase();
  sandbox = await startSandbox('', {
    TWILIO_WEBHOOK_URL: 'http://localhost:3000/api/webhooks/twilio/inbound',
  });
  vendor = await startScriptedVendor();
  const em = db.orm.em.fork();
  for (const name of ['shell', 'mfe-search']) await publishTestRelease(em, releaseOf(name), 'test', new Date());
  const admin = await db.data.add('users', { email: 'admin@example.com' });
  await db.data.add('user_roles', { userId: admin.id, role: 'admin', createdAt: new Date() });
  await db.data.add('second_factors', {
    userId: admin.id,
    sealedSecret: `v1.${'A'.repeat(60)}`,
    lastTotpStep: 1,
    createdAt: new Date(),
  });
  await db.data.add('scheduled_jobs', {
    name: 'totals',
    intervalMs: 60_000,
    startedAt: new Date(),
    finishedAt: new Date(),
    failureCount: 0,
  });
});
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});
afterAll(async () => {
  vendor.close();
  await sandbox.close();
  await db.close();
});

const env = (changes: Record<string, string> = {}) => ({ ...doctorEnvironment(sandbox, db.url), ...changes });
const findingOf = (findings: readonly DoctorFinding[], name: string): DoctorFinding => {
  const found = findings.find((each) => `${each.group}: ${each.name}` === name);
  if (!found) throw new Error(`There is no check ${name}`);
  return found;
};
const failuresIn = (findings: readonly DoctorFinding[]): string[] =>
  findings.filter(({ state }) => state === 'failed').map(({ group, name }) => `${group}: ${name}`);

it('finds nothing wrong with the sandbox, and says why it did not check the rest', async () => {
  const redis = await startFakeRedis({
    info: { redis_version: '8.0', maxmemory_policy: 'noeviction', aof_enabled: '1' },
  });
  toClose.push(redis.close);
  const findings = await examine(env({ QUEUE_URL: redis.url }), timeoutMs);
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  const skipped = findings.filter(({ state }) => state === 'not-checked');
  expect(skipped.map(({ group, name }) => `${group}: ${name}`)).toEqual([
    'PostgreSQL: TLS',
    'Stripe: product, webhook and domain',
    'Public origin: TLS',
    'Public origin: HSTS',
    'Public origin: redirect from http',
    'Public origin: Host header',
    'Public origin: client address',
    'Service: backup age',
    'Service: restore check',
    'Service: company identity',
  ]);
});

it('with half of the variables checks what it can, and lists what is missing', async () => {
  const missing = ['DATABASE_URL', 'TWILIO_FROM', 'UKVD_API_KEY', 'IDEAL_POSTCODES_URL'];
  const half = Object.fromEntries(Object.entries(env()).filter(([name]) => !missing.includes(name)));
  const findings = await examine(half, timeoutMs);
  expect(failuresIn(findings)).toEqual(['Configuration: bff', 'Configuration: workers']);
  expect(findingOf(findings, 'Configuration: workers')).toMatchObject({
    problem: 'DATABASE_URL is not set\nUKVD_API_KEY is not set\nTWILIO_FROM is not set',
  });
  expect(findingOf(findings, 'PostgreSQL: answers')).toMatchObject({ reason: 'it needs DATABASE_URL' });
  expect(findingOf(findings, 'Vendors: UK Vehicle Data')).toMatchObject({ reason: 'it needs UKVD_API_KEY' });
  expect(findingOf(findings, 'Vendors: DVLA')).toMatchObject({ state: 'passed' });
});

/** One faulty setting, the only check that then fails, and what it says. */
type Fault = [
  what: string,
  changes: () => Record<string, string> | Promise<Record<string, string>>,
  check: string,
  problem: RegExp,
];

const faults: Fault[] = [
  [
    'no key of the BFF',
    () => ({ IDEAL_POSTCODES_API_KEY: '' }),
    'Configuration: bff',
    /IDEAL_POSTCODES_API_KEY is not set/,
  ],
  ['no key of the workers', () => ({ DVLA_API_KEY: '' }), 'Configuration: workers', /^DVLA_API_KEY is not set$/],
  [
    'modes of Stripe that are mixed',
    () => ({ PAGE_KEYS: 'STRIPE=pk_live_1' }),
    'Configuration: bff',
    /of the same mode/,
  ],
  [
    'a name server that is no address',
    () => ({ DNS_SERVER: 'ns example' }),
    'Configuration: doctor',
    /^DNS_SERVER must be/,
  ],
  [
    'no database',
    () => ({ DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' }),
    'PostgreSQL: answers',
    /does not answer/,
  ],
  [
    'pools that are too large',
    () => ({ BFF_DATABASE_POOL: '5000' }),
    'PostgreSQL: connections',
    /a BFF takes up to 5005/,
  ],
  ['no Redis', () => ({ QUEUE_URL: 'redis://127.0.0.1:9' }), 'Redis: answers', /^Redis does not answer$/],
  [
    'a wrong password of Redis',
    () => fakeRedis({ error: 'WRONGPASS invalid' }),
    'Redis: answers',
    /refuses the user or password/,
  ],
  [
    'a Redis that evicts',
    () => fakeRedis({ info: { maxmemory_policy: 'allkeys-lru', aof_enabled: '1' } }),
    'Redis: noeviction',
    /allkeys-lru/,
  ],
  [
    'a Redis without persistence',
    () => fakeRedis({ info: { maxmemory_policy: 'noeviction', aof_enabled: '0' } }),
    'Redis: persistence',
    /a restart loses/,
  ],
  ['a wrong key of DVLA', () => ({ DVLA_API_KEY: 'wrong' }), 'Vendors: DVLA', /refuses our key/],
  ['an outage of DVLA', () => ({ DVLA_URL: vendor.answering(500) }), 'Vendors: DVLA', /error of its own/],
  ['a wrong secret of DVSA', () => ({ DVSA_CLIENT_SECRET: 'wrong' }), 'Vendors: DVSA', /refuses our key/],
  ['a wrong key of UK Vehicle Data', () => ({ UKVD_API_KEY: 'wrong' }), 'Vendors: UK Vehicle Data', /refuses our key/],
  [
    'a package that we may not look up',
    () => ({ UKVD_URL: vendor.answering(200, { Response: { StatusCode: 'InvalidPackageAccessClass' } }) }),
    'Vendors: UK Vehicle Data',
    /may not look up VehicleData/,
  ],
  [
    'another failure of UK Vehicle Data',
    () => ({ UKVD_URL: vendor.answering(200, { Response: { StatusCode: 'Failure' } }) }),
    'Vendors: UK Vehicle Data',
    /a failure for VehicleData/,
  ],
  [
    'an unknown key of Ideal Postcodes',
    () => ({ IDEAL_POSTCODES_API_KEY: 'wrong' }),
    'Vendors: Ideal Postcodes',
    /does not know our key/,
  ],
  [
    'a key whose balance is used up',
    () => ({ IDEAL_POSTCODES_URL: vendor.answering(200, { result: { available: false } }) }),
    'Vendors: Ideal Postcodes',
    /is not available/,
  ],
  [
    'another file than the recalls',
    () => ({ RECALLS_URL: vendor.answering(200, 'Date,Number,Manufacturer\n') }),
    'Vendors: DVSA recalls file',
    /is no recalls file/,
  ],
  [
    'a recalls file that has moved',
    () => ({ RECALLS_URL: vendor.answering(404) }),
    'Vendors: DVSA recalls file',
    /unexpected status 404/,
  ],
  [
    'a recalls file behind a firewall',
    () => ({ RECALLS_URL: vendor.answering(403) }),
    'Vendors: DVSA recalls file',
    /refuses our key or account/,
  ],
  [
    'a wrong secret of Fuel Finder',
    () => ({ FUEL_FINDER_CLIENT_SECRET: 'wrong' }),
    'Vendors: Fuel Finder',
    /refuses our key or account/,
  ],
  [
    'an outage of Fuel Finder',
    () => ({ FUEL_FINDER_URL: vendor.answering(503) }),
    'Vendors: Fuel Finder',
    /error of its own/,
  ],
  [
    'a vendor that calls us too often',
    () => ({ IDEAL_POSTCODES_URL: vendor.answering(429) }),
    'Vendors: Ideal Postcodes',
    /too often/,
  ],
  [
    'a vendor that answers nonsense',
    () => ({ IDEAL_POSTCODES_URL: vendor.answering(200, 'nonsense') }),
    'Vendors: Ideal Postcodes',
    /unexpected status 200/,
  ],
  [
    'a price of another account',
    () => ({ STRIPE_PRICE_ID: 'price_other' }),
    'Stripe: price',
    /knows no such price in test mode/,
  ],
  [
    'a webhook that was never made',
    () => ({ PUBLIC_ORIGIN: 'http://site.example', TWILIO_CALLBACK_ORIGIN: 'http://localhost:3000' }),
    'Stripe: product, webhook and domain',
    /make the webhook endpoint http:\/\/site\.example/,
  ],
  [
    'a number of another account',
    () => ({ TWILIO_FROM: '+447912345678' }),
    'Texts: Twilio account and number',
    /is no number of this account/,
  ],
  [
    'replies that go elsewhere',
    () => ({ TWILIO_CALLBACK_ORIGIN: 'http://127.0.0.1:1' }),
    'Texts: Twilio account and number',
    /such as STOP, are not sent to/,
  ],
  [
    'a wrong account of Twilio',
    () => ({ TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}` }),
    'Texts: Twilio account and number',
    /refuses our key or account/,
  ],
  [
    'a suspended account of Twilio',
    () => ({ TWILIO_URL: vendor.answering(200, { status: 'suspended', type: 'Full' }) }),
    'Texts: Twilio account and number',
    /not active/,
  ],
  [
    'a trial account of Twilio',
    () => ({ TWILIO_URL: vendor.answering(200, { status: 'active', type: 'Trial' }) }),
    'Texts: Twilio account and number',
    /a trial/,
  ],
  ['no mail server', () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }), 'Mail: SMTP login', /cannot be reached/],
  ['a wrong password of the mail server', mailServerWithLogin, 'Mail: SMTP login', /refuses user, password/],
  [
    'another DKIM selector',
    () => ({ DKIM_SELECTOR: 'other' }),
    'Mail: DKIM',
    /other\._domainkey\.vehicle-enquiry\.example has no key/,
  ],
  ['no backup in the folder', () => backupFolder(), 'Service: backup age', /there is no backup/],
  ['an old backup', () => backupFolder(30), 'Service: backup age', /30 hours old/],
  [
    'a folder of backups that does not exist',
    () => ({ BACKUP_DIR: '/nowhere/at/all' }),
    'Service: backup age',
    /cannot be read/,
  ],
];

it.each(faults)('reports %s, and nothing else', async (_, changes, check, problem) => {
  const findings = await examine(env(await changes()), timeoutMs);
  expect(findingOf(findings, check)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(problem),
    remedy: expect.stringMatching(/\w{3}/),
  });
  expect(failuresIn(findings)).toEqual([check]);
});

describe('a Stripe account', () => {
  const accountWith = async (change: (account: object) => { status: number; body: object }): Promise<DoctorFinding> => {
    const proxy = await startStripeProxy(sandbox.url, {
      secretKey: 'sk_test_owner',
      change: (path, answer) => {
        if (path !== '/v1/account') return answer;
        const { status, body } = change(JSON.parse(answer.body) as object);
        return { status, body: JSON.stringify(body) };
      },
    });
    toClose.push(proxy.close);
    const findings = await examine(env({ STRIPE_URL: proxy.url, STRIPE_SECRET_KEY: 'sk_test_owner' }), timeoutMs);
    expect(failuresIn(findings).filter((name) => name !== 'Stripe: account')).toEqual([]);
    return findingOf(findings, 'Stripe: account');
  };

  it.each<[string, object, RegExp]>([
    ['that may take no payments', { charges_enabled: false }, /^Stripe does not let this account take payments yet/],
    ['with another name on card statements', { settings: { payments: {} } }, /set the statement descriptor to VEHICLE/],
  ])('%s is reported', async (_, changes, problem) => {
    expect(await accountWith((account) => ({ status: 200, body: { ...account, ...changes } }))).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(problem),
    });
  });

  it('that its key may not read is not judged', async () => {
    const refusal = { error: { type: 'invalid_request_error', message: 'no permission' } };
    expect(await accountWith(() => ({ status: 403, body: refusal }))).toMatchObject({ state: 'not-checked' });
  });
});

it('reports a Stripe key that is refused at each of its checks', async () => {
  const findings = await examine(env({ STRIPE_SECRET_KEY: 'sk_test_wrong' }), timeoutMs);
  expect(failuresIn(findings)).toEqual(['Stripe: account', 'Stripe: price', 'Stripe: product, webhook and domain']);
  expect(findingOf(findings, 'Stripe: account')).toMatchObject({ problem: 'Stripe refuses our key' });
});

it.each([
  ['a domain without records', 'other.example', ['Mail: SPF', 'Mail: DKIM', 'Mail: DMARC', 'Mail: MX']],
  ['a domain whose records allow all', 'careless.example', ['Mail: SPF', 'Mail: DKIM', 'Mail: DMARC', 'Mail: MX']],
  ['a domain with two SPF records', 'twice.example', ['Mail: SPF', 'Mail: DKIM', 'Mail: DMARC', 'Mail: MX']],
])('reports %s', async (_, domain, checks) => {
  const findings = await examine(env({ MAIL_FROM: `no-reply@${domain}`, DKIM_SELECTOR: 'revoked' }), timeoutMs);
  expect(failuresIn(findings)).toEqual(checks);
});

it('finds a name server by its name', async () => {
  const findings = await examine(env({ DNS_SERVER: sandbox.dns.replace('127.0.0.1', 'localhost') }), timeoutMs);
  expect(findingOf(findings, 'Mail: SPF')).toMatchObject({ state: 'passed' });
  const lost = await examine(env({ DNS_SERVER: 'nowhere.invalid' }), timeoutMs);
  expect(findingOf(lost, 'Mail: SPF')).toMatchObject({ problem: 'the name server of DNS_SERVER cannot be found' });
});

it('does not take a name server that is away for a missing record', async () => {
  const findings = await examine(env({ DNS_SERVER: '127.0.0.1:9' }), timeoutMs);
  expect(findingOf(findings, 'Mail: SPF')).toMatchObject({ problem: expect.stringMatching(/gave no usable answer/) });
});

describe('a vendor that hangs', () => {
  const hangs = (names: string[]) => async () => {
    const silent = await startSilentServer();
    return Object.fromEntries(names.map((name) => [name, `${name === 'SMTP_URL' ? 'smtp' : 'http'}://${silent}`]));
  };

  it.each([
    ['DVLA', hangs(['DVLA_URL']), ['Vendors: DVLA']],
    ['DVSA', hangs(['DVSA_TOKEN_URL']), ['Vendors: DVSA']],
    ['UK Vehicle Data', hangs(['UKVD_URL']), ['Vendors: UK Vehicle Data']],
    ['Ideal Postcodes', hangs(['IDEAL_POSTCODES_URL']), ['Vendors: Ideal Postcodes']],
    ['Stripe', hangs(['STRIPE_URL']), ['Stripe: account', 'Stripe: price', 'Stripe: product, webhook and domain']],
    ['Twilio', hangs(['TWILIO_URL']), ['Texts: Twilio account and number']],
    ['the recalls file', hangs(['RECALLS_URL']), ['Vendors: DVSA recalls file']],
    ['Fuel Finder', hangs(['FUEL_FINDER_URL']), ['Vendors: Fuel Finder']],
    ['the mail server', hangs(['SMTP_URL']), ['Mail: SMTP login']],
  ])('fails alone: %s', async (_, changes, checks) => {
    const findings = await examine(env(await changes()), 3_000);
    expect(failuresIn(findings)).toEqual(checks);
    expect(findingOf(findings, String(checks[0]))).toMatchObject({ problem: 'no answer within 3 s' });
  });

  it('also where it is the database', async () => {
    const silent = await startSilentServer();
    const findings = await examine(env({ DATABASE_URL: `postgres://postgres:x@${silent}/none` }), 3_000);
    expect(failuresIn(findings)).toEqual(['PostgreSQL: answers']);
    expect(findingOf(findings, 'Service: staff')).toMatchObject({ reason: 'PostgreSQL does not answer' });
  });
});

const releaseOf = (name: string) => ({
  name,
  version: 'v1',
  routes: [],
  slots: [],
  contract: '1.0.0',
  entry: 'remoteEntry.ab12.js',
  preload: [],
  styles: [],
  fonts: [],
  document: name === 'shell' ? 'index.html' : null,
});

async function fakeRedis(answer: Parameters<typeof startFakeRedis>[0]): Promise<{ QUEUE_URL: string }> {
  const redis = await startFakeRedis(answer);
  toClose.push(redis.close);
  return { QUEUE_URL: redis.url };
}

async function mailServerWithLogin(): Promise<{ SMTP_URL: string }> {
  const server = await startSmtpServer({ user: 'us', pass: 'right' });
  toClose.push(() => server.close());
  return { SMTP_URL: server.url.replace('smtp://', 'smtp://us:wrong@').replace('us:right@', '') };
}

/** A folder with a backup of this age; without an age it is empty. */
async function backupFolder(hours?: number): Promise<{ BACKUP_DIR: string }> {
  const folder = await mkdtemp(join(tmpdir(), 've-doctor-'));
  toClose.push(() => rm(folder, { recursive: true }));
  if (hours !== undefined) {
    const file = join(folder, 'vehicle-enquiry.dump');
    await writeFile(file, 'a backup');
    const at = new Date(Date.now() - hours * 3_600_000 - 60_000);
    await utimes(file, at, at);
  }
  return { BACKUP_DIR: folder };
}

/** A vendor that answers everything as scripted last. */
async function startScriptedVendor() {
  let status = 200;
  let body: unknown = {};
  const server = createHttpServer((request, response: ServerResponse) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Its address; it answers with this status and body from now on. */
    answering: (nextStatus: number, nextBody: unknown = {}): string => {
      status = nextStatus;
      body = nextBody;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server that takes connections and never says anything. Returns its host and port. */
async function startSilentServer(): Promise<string> {
  const sockets = new Set<{ destroy(): unknown }>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

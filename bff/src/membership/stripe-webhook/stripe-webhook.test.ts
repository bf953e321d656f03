import { startStripeSandbox } from '@ve/providers/payments/stripe-sandbox.fixture';
import { signedStripeEvent } from '../../testing/signed-stripe-event.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
let app: TestApp;
let now: number;
beforeAll(async () => {
  app = await startTestApp({ STRIPE_WEBHOOK_SECRET: 'whsec_test,whsec_old' }, () => new Date(now));
});
beforeEach(async () => {
  now = start;
  await app.empty('stripe_events', 'outbox');
});
afterAll(() => app.close());

const deliver = (
  { body, headers }: { body: string; headers: Record<string, string> },
  more: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${app.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...more },
    body,
  });
const at = (ms = 0): Date => new Date(start + ms);
const signed = (given: Parameters<typeof signedStripeEvent>[0] = {}) => signedStripeEvent({ at: at(), ...given });
const stored = () =>
  app.rows<Record<string, unknown>>(`
    select stripe_event_id, type, object_id, extract(epoch from stripe_events.created_at)::int as created,
      extract(epoch from received_at)::int as received, processed_at, job_name,
      payload->>'eventId' = stripe_events.id::text as ordered
    from stripe_events left join outbox on payload->>'eventId' = stripe_events.id::text order by received_at
  `);

it('stores an event with its job, without trusting its content', async () => {
  const data = { object: { id: 'pi_1', object: 'payment_intent', status: 'succeeded', amount: 1 } };
  const answer = await deliver(signed({ event: { id: 'evt_1', data } }));
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(await stored()).toEqual([
    {
      stripe_event_id: 'evt_1',
      type: 'payment_intent.succeeded',
      object_id: 'pi_1',
      created: start / 1_000,
      received: start / 1_000,
      processed_at: null,
      job_name: 'stripe-events.process',
      ordered: true,
    },
  ]);
});

it('stores a duplicate once, also when both arrive together', async () => {
  const event = { id: 'evt_1' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(signed({ event }))));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  now += 60_000;
  expect((await deliver(signedStripeEvent({ event, at: at(60_000) }))).status).toBe(200);
  expect(await stored()).toHaveLength(1);
  expect(await app.data.count('outbox')).toBe(1);
});

it('accepts an event without a handler, and stores nothing', async () => {
  expect((await deliver(signed({ event: { type: 'customer.created' } }))).status).toBe(200);
  expect(await stored()).toEqual([]);
});

it('accepts events of both secrets while one is being replaced', async () => {
  expect((await deliver(signed({ secret: 'whsec_old' }))).status).toBe(200);
  expect((await deliver(signed())).status).toBe(200);
  expect(await stored()).toHaveLength(2);
});

it('accepts an event under any host name and from any sender: the signature identifies it', async () => {
  const sent = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' };
  expect((await deliver(signed(), sent)).status).toBe(200);
});

describe('refuses', () => {
  const genuine = signed();
  const [time = '', mac = ''] = (genuine.headers['stripe-signature'] ?? '').split(',');
  const withSignature = (signature: string) => ({ ...genuine, headers: { 'stripe-signature': signature } });

  it.each<[string, () => { body: string; headers: Record<string, string> }]>([
    ['no signature', () => ({ ...genuine, headers: {} as Record<string, string> })],
    ['an empty signature', () => withSignature('')],
    ['nonsense', () => withSignature(`${time},v1=nonsense`)],
    ['an older scheme', () => withSignature(`${time},${mac.replace('v1', 'v0')}`)],
    ['another body', () => ({ ...genuine, body: genuine.body.replace('pi_1', 'pi_2') })],
    ['a body with one byte more', () => ({ ...genuine, body: `${genuine.body} ` })],
    ['another secret', () => signed({ secret: 'whsec_other' })],
    ['an old one', () => signedStripeEvent({ at: at(-301_000) })],
    ['one from the future', () => signedStripeEvent({ at: at(301_000) })],
    ['one of live mode', () => signed({ event: { livemode: true } })],
    ['one without a type', () => signed({ event: { type: undefined } })],
    ['something else that is signed', () => signed({ body: '{"hello":1}' })],
    ['a list that is signed', () => signed({ body: '[]' })],
  ])('%s', async (_, given) => {
    const answer = await deliver(given());
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'signature-refused' })]);
    expect(await stored()).toEqual([]);
    expect(await app.data.all('outbox')).toEqual([]);
  });

  it.each([
    ['no JSON', () => deliver(signed({ body: '{"id":' })), 400],
    ['no body', () => deliver(signed({ body: '' })), 400],
    ['XML', () => deliver(signed(), { 'content-type': 'application/xml' }), 415],
    ['a body above 64 KB', () => deliver(signed({ event: { padding: 'x'.repeat(65_536) } })), 413],
    ['a prototype in its body', () => deliver(signed({ body: '{"__proto__":{"id":"evt_1"}}' })), 400],
  ])('%s', async (_, send, status) => {
    expect((await send()).status).toBe(status);
    expect(await stored()).toEqual([]);
  });
});

const inLiveMode = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://site.test',
  STAFF_SECRETS_KEY: 'ab'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_1',
  PAGE_KEYS: 'STRIPE=pk_live_1',
};

it('does not start in live mode while no page names the company', async () => {
  await expect(startTestApp(inLiveMode, () => new Date(now), { company: null })).rejects.toThrow(
    /STRIPE_SECRET_KEY takes real money, and no page names the company/,
  );
});

it('in live mode accepts events of live mode alone', async () => {
  const live = await startTestApp(inLiveMode, () => new Date(now));
  try {
    const send = async (livemode: boolean) => {
      const { body, headers } = signed({ event: { livemode } });
      return (
        await fetch(`${live.url}/api/webhooks/stripe`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      ).status;
    };
    expect(await send(false)).toBe(401);
    expect(await live.data.count('stripe_events')).toBe(0);
    expect(await send(true)).toBe(200);
    expect(await live.data.count('stripe_events')).toBe(1);
  } finally {
    await live.close();
  }
});

it('accepts a body of 64 KB', async () => {
  expect((await deliver(signed({ event: { padding: 'x'.repeat(64_000) } }))).status).toBe(200);
});

it('the log contains neither event nor secret', async () => {
  await deliver(signed({ event: { data: { object: { id: 'pi_1', email: 'dana@example.com' } } } }));
  await deliver(signed({ secret: 'whsec_other' }));
  expect(app.logLines.join('')).not.toMatch(/dana@example|whsec_/);
});

it('accepts the events that the sandbox’s Stripe sends, each with its job', async () => {
  const own = await startTestApp({ STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' });
  const sandbox = await startStripeSandbox(`${own.url}/api/webhooks/stripe`);
  try {
    const { client_secret: secret } = await sandbox.call('POST', 'payment_intents', { amount: '50', currency: 'gbp' });
    await sandbox.pay(String(secret));
    const arrived = async () => {
      const jobs = (await own.data.values('outbox', 'payload')).map(({ eventId }) => String(eventId));
      return own.data.values('stripe_events', 'type', { id: jobs });
    };
    let types: string[] = [];
    while (!types.includes('payment_intent.succeeded')) types = await arrived();
    const sent = await sandbox.list('events');
    expect(sent.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
  } finally {
    await sandbox.close();
    await own.close();
  }
});

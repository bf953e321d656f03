import type { StripeEventPage } from '@ve/contracts/http/operations/admin-webhooks';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { moveToDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  addStripeEvent,
  findStripeEvent,
  markStripeEventFailed,
  markStripeEventProcessed,
} from '@ve/data/membership/stripe-event/stripe-event.repository';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const hostile = `<img src=x onerror=alert(1)>'; drop table stripe_events; --`;
const unknown = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp();
  headers = {
    cookie: `session=${await createTestSession(app, { email: 'sam.staff@example.com', openedBy: 'password-totp', roles: ['admin'] })}`,
  };
});
beforeEach(() => app.empty('audit_log', 'stripe_events', 'outbox', 'dead_letters'));
afterAll(() => app.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute));
const add = async (minute: number, event: { type?: string; objectId?: string | null } = {}) => {
  const row = { stripeEventId: `evt_${String(minute)}`, type: 'invoice.paid', objectId: 'in_1', createdAt: at(minute) };
  return (await addStripeEvent(app.em(), { ...row, ...event }, at(minute))) ?? '';
};
const ask = (query: Record<string, string> = {}) =>
  fetch(`${app.url}/api/admin/stripe-events?${new URLSearchParams(query).toString()}`, { headers });
const list = async (query?: Record<string, string>) => (await (await ask(query)).json()) as StripeEventPage;
const ids = async (query?: Record<string, string>) =>
  (await list(query)).rows.map(({ stripeEventId }) => stripeEventId);
const reprocess = (id: string, reason = 'The object was changed by hand') =>
  fetch(`${app.url}/api/admin/stripe-events/${id}/process`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers },
    body: JSON.stringify({ reason }),
  });
const outcomeOf = async (response: Response) => ((await response.json()) as { outcome: string }).outcome;
const outbox = () => app.data.values('outbox', 'payload');
const audit = () => app.data.select('audit_log', ['action', 'subject', 'details']);

it('lists the events, the last received first, ten a page, with the result of each', async () => {
  const made = [];
  for (let minute = 10; minute < 23; minute += 1) made.push(await add(minute));
  await markStripeEventProcessed(app.em(), made[12] ?? '', at(30));
  await markStripeEventFailed(app.em(), made[11] ?? '', hostile);
  const first = await list();
  expect(first).toMatchObject({ total: 13, isMore: false, hasOlder: true });
  expect(first.rows).toHaveLength(10);
  expect(first.rows.slice(0, 3)).toEqual([
    expect.objectContaining({
      stripeEventId: 'evt_22',
      state: 'processed',
      processedAt: at(30).toISOString(),
      failure: null,
    }),
    expect.objectContaining({ stripeEventId: 'evt_21', state: 'failed', processedAt: null, failure: hostile }),
    expect.objectContaining({ stripeEventId: 'evt_20', state: 'waiting', processedAt: null, failure: null }),
  ]);
  expect(await ids({ after: first.last ?? '' })).toEqual(['evt_12', 'evt_11', 'evt_10']);
});

it('is filtered by state, type, and the id of the event or of its object', async () => {
  const [paid, failed] = [await add(1), await add(2, { type: 'charge.refunded', objectId: 'pi_2' })];
  await add(3, { objectId: null });
  await markStripeEventProcessed(app.em(), paid, at(30));
  await markStripeEventFailed(app.em(), failed, 'timeout');
  expect(await ids({ state: 'processed' })).toEqual(['evt_1']);
  expect(await ids({ state: 'failed' })).toEqual(['evt_2']);
  expect(await ids({ state: 'waiting' })).toEqual(['evt_3']);
  expect(await ids({ type: 'charge.refunded' })).toEqual(['evt_2']);
  expect(await ids({ id: 'in_1' })).toEqual(['evt_1']);
  expect(await ids({ id: 'evt_3' })).toEqual(['evt_3']);
  expect(await list({ state: 'processed', type: 'charge.refunded' })).toMatchObject({ rows: [], total: 0 });
});

it('queues a processed event again, regardless of how often it is requested, with its reason', async () => {
  const id = await add(1);
  await markStripeEventProcessed(app.em(), id, at(2));
  const outcomes = await Promise.all([1, 2, 3].map(async () => outcomeOf(await reprocess(id))));
  expect(outcomes.toSorted()).toEqual(['queued', 'waiting', 'waiting']);
  expect(await outbox()).toMatchObject([{ eventId: id }]);
  expect(await findStripeEvent(app.em(), id)).toMatchObject({ processedAt: null });
  expect(await audit()).toEqual([
    {
      action: 'stripe-event.reprocessed',
      subject: id,
      details: { type: 'invoice.paid', objectId: 'in_1', reason: 'The object was changed by hand' },
    },
  ]);
  // Keeps the time of the earlier processing until it is processed again.
  expect((await list()).rows).toEqual([
    expect.objectContaining({ state: 'waiting', processedAt: at(2).toISOString() }),
  ]);
});

it('retries the dead letter of an event', async () => {
  const id = await add(1);
  await app
    .em()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'stripe-events.process', payload: { eventId: id, correlationId: 'webhook' } },
        { now: at(1) },
      ),
    );
  const job = await app.data.one('outbox');
  await markStripeEventFailed(app.em(), id, 'timeout');
  await moveToDeadLetters(app.em(), [{ id: job.id, why: 'timeout' }], at(2));
  expect(await outcomeOf(await reprocess(id))).toBe('queued');
  expect(await app.data.all('outbox')).toMatchObject([{ id: job.id, retried: true }]);
  expect(await app.data.all('dead_letters')).toEqual([]);
  expect((await list()).rows).toEqual([expect.objectContaining({ state: 'waiting', failure: null })]);
});

it('does not change waiting and unknown events', async () => {
  const id = await add(1);
  await app
    .em()
    .transactional((em) =>
      addToOutbox(
        em,
        { jobName: 'stripe-events.process', payload: { eventId: id, correlationId: 'webhook' } },
        { now: at(1) },
      ),
    );
  expect(await outcomeOf(await reprocess(id))).toBe('waiting');
  expect((await reprocess(unknown)).status).toBe(404);
  expect((await reprocess(id, 'no')).status).toBe(400);
  expect(await audit()).toEqual([]);
});

it.each([{ state: 'lost' }, { type: `x' or 1=1` }, { id: 'x'.repeat(10_000) }, { id: 'a\u0000b' }, { after: 'none' }])(
  'refuses %j',
  async (query) => {
    expect((await ask(query as Record<string, string>)).status).toBe(400);
  },
);

import type { NewTestRow } from '@ve/data/testing/test-rows';
import type { ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';
import {
  type WatchEvent,
  watchEventSchema,
  type WatchMessage,
  watchMessageSchema,
} from '@ve/contracts/http/monitoring/watch';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import { randomUUID } from 'node:crypto';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let dana: TestMember;
let otherMember: TestMember;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dana = await createTestMember(app);
  otherMember = await createTestMember(app);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const days = 24 * 60;

interface Planned {
  channel?: 'email' | 'sms';
  at?: Date;
  late?: boolean;
  endedAt?: Date | null;
  skipReason?: string | null;
  lead?: ReminderLeadDays;
}
let planned = 0;
const addReminder = async (
  { channel = 'email', at = minutesAgo(10), late = false, endedAt = null, skipReason = null, lead = 7 }: Planned = {},
  { userId }: TestMember = dana,
): Promise<string> => {
  const dueOn = new Date(Date.UTC(2027, 0, (planned += 1))).toISOString().slice(0, 10);
  const row = await app.data.add(
    'reminders',
    { userId, kind: 'mot', dueOn, leadDays: lead, channel, late, finishedAt: endedAt, skipReason },
    at,
  );
  return row.id;
};
type Message<T extends 'mails' | 'texts'> = Partial<NewTestRow<T>>;
const addMessage = async (
  table: 'mails' | 'texts',
  subjectId: string,
  columns: Message<'mails'> & Message<'texts'> = {},
  template: 'reminder' | 'alert' = 'reminder',
): Promise<string> => {
  const row = { template, subjectId, uniqueKey: randomUUID(), createdAt: minutesAgo(9), ...columns };
  const mail: Message<'mails'> = { recipient: dana.email, stream: template, ...row };
  const text: Message<'texts'> = { recipient: '+447700900123', ...row };
  const { id } = table === 'mails' ? await app.data.add(table, mail) : await app.data.add(table, text);
  return id;
};
const addEvent = async (facts: AlertFacts, at = minutesAgo(5), { userId }: TestMember = dana): Promise<string> => {
  const row = await app.data.add('watch_events', {
    userId,
    registrationNumber: 'AB12CDE',
    kind: facts.kind,
    facts,
    uniqueKey: randomUUID(),
    detectedAt: at,
  });
  return row.id;
};
const page = async (what: 'messages' | 'events', before?: string, { headers }: TestMember = dana) => {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  return callApi('GET', `${app.url}/api/watch/${what}${query}`, { headers });
};
const messages = async (before?: string) => {
  const { body } = (await page('messages', before)) as { body: { messages: WatchMessage[]; next: string | null } };
  return { ...body, messages: body.messages.map((each) => watchMessageSchema.parse(each)) };
};

const sent = minutesAgo(8);
const sid = () => `SM${randomUUID().replaceAll('-', '')}`;

describe('the state of a reminder', () => {
  it.each<[string, Planned, ['mails' | 'texts', () => Record<string, unknown>] | null, [string, string | null]]>([
    ['is not queued yet', {}, null, ['waiting', null]],
    ['became unnecessary', { endedAt: sent, skipReason: 'moved' }, null, ['skipped', 'moved']],
    ['waits for the mail server', { endedAt: sent }, ['mails', () => ({})], ['waiting', null]],
    ['the mail server accepted', { endedAt: sent }, ['mails', () => ({ sentAt: sent })], ['sent', null]],
    [
      'the mail server refused',
      { endedAt: sent },
      ['mails', () => ({ failedAt: sent, failure: 'refused 550' })],
      ['failed', 'refused 550'],
    ],
    ['bounced', { endedAt: sent }, ['mails', () => ({ sentAt: sent, bouncedAt: minutesAgo(1) })], ['failed', 'bounce']],
    [
      'went to an unsubscribed address',
      { endedAt: sent },
      ['mails', () => ({ skippedAt: sent, skipReason: 'stream-stopped' })],
      ['skipped', 'stream-stopped'],
    ],
    ['was sent so long ago that its mail is purged', { endedAt: sent }, null, ['sent', null]],
    ['waits for the network', { channel: 'sms', endedAt: sent }, ['texts', () => ({})], ['waiting', null]],
    [
      'the network accepted',
      { channel: 'sms', endedAt: sent },
      ['texts', () => ({ sentAt: sent, vendorMessageId: sid() })],
      ['sent', null],
    ],
    [
      'arrived',
      { channel: 'sms', endedAt: sent },
      ['texts', () => ({ sentAt: sent, vendorMessageId: sid(), deliveredAt: sent })],
      ['delivered', null],
    ],
    [
      'did not arrive',
      { channel: 'sms', endedAt: sent },
      ['texts', () => ({ sentAt: sent, vendorMessageId: sid(), failedAt: sent, failure: 'unreachable 30003' })],
      ['failed', 'unreachable 30003'],
    ],
    [
      'the network has not reported for four days',
      { channel: 'sms', endedAt: sent },
      ['texts', () => ({ sentAt: minutesAgo(4 * days), vendorMessageId: sid() })],
      ['unconfirmed', null],
    ],
    [
      'may have reached the network',
      { channel: 'sms', endedAt: sent },
      ['texts', () => ({ attemptedAt: sent })],
      ['unconfirmed', null],
    ],
  ])('that %s is shown', async (_, reminder, message, [state, why]) => {
    const id = await addReminder({ ...reminder, late: true });
    if (message !== null) await addMessage(message[0], id, message[1]());
    expect((await messages()).messages).toEqual([
      {
        id,
        about: { what: 'reminder', kind: 'mot', dueOn: expect.stringMatching(/^2027-/), lead: 7, late: true },
        registration: 'AB12CDE',
        channel: reminder.channel ?? 'email',
        at: expect.any(String),
        state,
        why,
      },
    ]);
  });

  it('has the time at which it was sent', async () => {
    const id = await addReminder({ at: minutesAgo(60), endedAt: sent });
    await addMessage('mails', id, { sentAt: sent });
    expect((await messages()).messages[0]?.at).toBe(sent.toISOString());
  });
});

it('an alert is one message per channel', async () => {
  const event = await addEvent({ kind: 'tax-status', from: 'Taxed', to: 'Untaxed', dueOn: null });
  const text = await addMessage(
    'texts',
    event,
    { createdAt: minutesAgo(3), sentAt: sent, vendorMessageId: sid() },
    'alert',
  );
  const mail = await addMessage('mails', event, { createdAt: minutesAgo(4), sentAt: sent }, 'alert');
  expect((await messages()).messages).toMatchObject([
    { id: text, about: { what: 'alert', kind: 'tax-status' }, channel: 'sms', state: 'sent' },
    { id: mail, about: { what: 'alert', kind: 'tax-status' }, channel: 'email', state: 'sent' },
  ]);
});

it('a text that was sent again is listed once, with the last result', async () => {
  const failed = { sentAt: sent, failedAt: minutesAgo(7), failure: 'unreachable 30003' };
  const id = await addReminder({ channel: 'sms', at: minutesAgo(20), endedAt: sent });
  await addMessage('texts', id, { ...failed, createdAt: minutesAgo(9), vendorMessageId: sid() });
  await addMessage('texts', id, { createdAt: minutesAgo(2), sentAt: minutesAgo(1), vendorMessageId: sid() });
  const event = await addEvent({ kind: 'recall', outstanding: 'Yes', campaigns: [] });
  await addMessage('texts', event, { ...failed, createdAt: minutesAgo(9), vendorMessageId: sid() }, 'alert');
  const again = await addMessage('texts', event, { createdAt: minutesAgo(3) }, 'alert');
  expect((await messages()).messages).toMatchObject([
    { id: again, state: 'waiting' },
    { id, state: 'sent', why: null },
  ]);
});

it('messages are listed newest first, twenty a page, none twice, also those with the same time', async () => {
  const same = minutesAgo(30);
  const ids: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    ids.push(await addReminder({ at: count % 3 === 0 ? same : minutesAgo(40 - count) }));
  }
  const event = await addEvent({ kind: 'recall', outstanding: 'Yes', campaigns: [] });
  ids.push(await addMessage('mails', event, { createdAt: minutesAgo(25) }, 'alert'));
  const seen: WatchMessage[] = [];
  const sizes: number[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const { messages: rows, next: more } = await messages(next);
    seen.push(...rows);
    sizes.push(rows.length);
    next = more;
  }
  expect(sizes).toEqual([20, 20, 6]);
  expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

it('events are listed newest first, twenty a page, of every car', async () => {
  for (let count = 0; count < 21; count += 1) {
    await addEvent({ kind: 'value', month: '2026-11', pence: count, beforePence: null }, minutesAgo(100 - count));
  }
  const last = (await app.data.all('watch_events', { userId: dana.userId }, 'detectedAt')).at(-1)!;
  await app.data.set('watch_events', { registrationNumber: 'FN15FNC' }, { id: last.id });
  const first = (await page('events')).body as { events: WatchEvent[]; next: string };
  const events = first.events.map((each) => watchEventSchema.parse(each));
  expect(events.map(({ facts }) => 'pence' in facts && facts.pence)).toEqual(
    Array.from({ length: 20 }, (_, n) => 20 - n),
  );
  expect(events[0]).toMatchObject({ registration: 'FN15FNC' });
  expect((await page('events', first.next)).body).toMatchObject({ events: [{ facts: { pence: 0 } }], next: null });
});

it('a member cannot see another member’s messages', async () => {
  await addMessage('mails', await addReminder());
  await addMessage('mails', await addEvent({ kind: 'recall', outstanding: 'Yes', campaigns: [] }), {}, 'alert');
  for (const what of ['messages', 'events'] as const) {
    expect((await page(what, undefined, otherMember)).body).toEqual({ [what]: [], next: null });
    expect((await callApi('GET', `${app.url}/api/watch/${what}`)).status).toBe(401);
  }
});

it.each([
  'x',
  '',
  'x'.repeat(81),
  'x'.repeat(10_000),
  Buffer.from('[1e300,"00000000-0000-0000-0000-000000000000"]').toString('base64url'),
  Buffer.from(`[0,"' or true"]`).toString('base64url'),
])('a malformed place is refused: %j', async (before) => {
  for (const what of ['messages', 'events'] as const) expect((await page(what, before)).status).toBe(400);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertPaidTestMember } from '@ve/data/testing/full-checks';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { redeemPhoneCode } from '@ve/app/membership/phone/phone-codes';
import { addPhoneCode } from '@ve/data/membership/phone/phone-code.repository';
import { savePhoneNumber } from '@ve/data/membership/phone/phone.repository';
import { queueText } from '@ve/app/messaging/queue-message';
import { recordTextReceipt } from '@ve/data/messaging/texts/text-receipt.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { ensureWatch } from '@ve/app/monitoring/watch/ensure-watch';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import {
  defaultReminderLeadSettings,
  type ReminderKind,
  reminderLeadDays,
  type ReminderLeadSettings,
} from '@ve/domain/monitoring/reminders/reminder';
import { smsLengthOf } from '@ve/domain/kernel/text/gsm7';
import { addDays, daysBetween, londonDate } from '@ve/domain/kernel/time/london-date';
import type { SentTextsAnswer, TextAnswer } from '@ve/providers/text/text.port';
import { JobLockedError, QueueRateLimitedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { randomUUID } from 'node:crypto';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { exampleTextSettings, scriptedTexts } from '../../testing/scripted-texts.ts';
import type { JobContext } from '@ve/app/job-context';
import { createTextHandler } from '../../handlers.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
let time: number;
beforeEach(async () => {
  time = Date.parse('2026-11-23T12:00:00Z');
  await clearTables(em(), 'users', 'texts', 'text_opt_outs', 'vendor_daily_usage', 'outbox');
});

const now = () => new Date(time);
const em = () => db.orm.em.fork();
const phone = '+447700900123';
const registration = 'AB12CDE';
const minutes = (count: number) => count * 60_000;
const sid = (letter: string) => `SM${letter.repeat(32)}`;

const handlerWith = (
  script?: (call: number) => TextAnswer | Promise<TextAnswer>,
  list?: () => SentTextsAnswer | Promise<SentTextsAnswer>,
  settings: Partial<typeof exampleTextSettings | { pencePerDay: number }> = {},
) => {
  const scripted = scriptedTexts(script, list);
  const handle = createTextHandler({ ...scripted, textSettings: { ...exampleTextSettings, ...settings } });
  return {
    ...scripted,
    send: (textId: string, more: Partial<JobContext> = {}) =>
      handle({ textId, correlationId: 'request-1' }, createTestJobContext({ orm: db.orm, now }, more)),
  };
};
const rows = async () =>
  (await db.data.all('texts', {}, ['createdAt', 'uniqueKey'])).map((row) => ({
    ...row,
    sent: row.sentAt !== null,
    attempted: row.attemptedAt !== null,
    claimed: row.claimedUntil !== null,
  }));
const queue = async (template: 'reminder' | 'alert' | 'number-code' | 'help', subjectId: string | null) => {
  const occasion = randomUUID();
  await em().transactional((own) =>
    queueText(own, { template, recipient: phone, subjectId, occasion }, { now: now(), correlationId: 'c' }),
  );
  const all = await db.data.all('texts');
  return all.find(({ uniqueKey }) => uniqueKey.endsWith(occasion))!.id;
};
/** Creates a member with texts on and this number confirmed. */
const addMember = async (): Promise<string> => {
  const { userId } = await insertPaidTestMember(em(), now());
  const paidUntil = new Date(time + minutes(60 * 24 * 20));
  await db.data.set('subscriptions', { registrationNumber: registration, creditedPeriodEnd: paidUntil }, { userId });
  await em().transactional(async (own) => {
    await ensureWatch(own, userId, now());
    await changeWatch(own, { userId, changes: { smsOn: true } }, now());
  });
  await db.data.add('customers', { userId, phoneNumber: phone, phoneConfirmedAt: now() }, now());
  return userId;
};
const addReminder = async (
  userId: string,
  { kind = 'mot', dueOn = '2026-12-12' }: { kind?: ReminderKind; dueOn?: string } = {},
) => {
  const lead = reminderLeadDays.toReversed().find((each) => each >= daysBetween(londonDate(now()), dueOn))!;
  await db.data.remove('watch_due_dates', { userId, kind });
  const due = { userId, kind, registrationNumber: registration, dueOn } as const;
  await db.data.add('watch_due_dates', { ...due, source: 'DVSA', dateKnownSince: now() });
  const row = await db.data.add('reminders', { ...due, leadDays: lead, channel: 'sms' }, now());
  return queue('reminder', row.id);
};
/** Queues a text that needs no row. */
const addHelp = () => queue('help', null);

describe('a text', () => {
  it('is sent once, with its price and receipt URL', async () => {
    const id = await addHelp();
    const { send, givenTexts } = handlerWith();
    await send(id);
    await send(id);
    expect(givenTexts).toEqual([
      {
        to: phone,
        body: 'Vehicle Enquiry: reminders and alerts about a car, for members who asked for them. Help: https://ve.example/contact Reply STOP to end texts.',
        validSeconds: 3_600,
        receiptUrl: `https://ve.example/api/webhooks/twilio/receipts?text=${id}`,
      },
    ]);
    expect(await rows()).toMatchObject([
      { sent: true, vendorMessageId: `SM${'1'.padStart(32, '0')}`, segments: 1, priceMicros: 50_000 },
    ]);
    expect(await db.data.all('vendor_daily_usage')).toMatchObject([{ vendor: 'Twilio texts', calls: 1, costPence: 5 }]);
  });

  it('is sent by one of two workers', async () => {
    const id = await addHelp();
    const { send, givenTexts } = handlerWith();
    const ends = await Promise.allSettled([send(id), send(id)]);
    expect(givenTexts).toHaveLength(1);
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['stop', 'stopped'],
    ['unknown', 'unreachable'],
  ] as const)('is skipped for a number with a stop of %s, recorded between queue and send', async (reason, skipped) => {
    const id = await addHelp();
    await recordTextOptOut(em(), { phone, reason }, now());
    const { send, givenTexts } = handlerWith();
    await send(id);
    expect(givenTexts).toEqual([]);
    expect(await rows()).toMatchObject([{ skipReason: skipped }]);
  });

  it.each([
    [21_610, 'stopped 21610', 'stop'],
    [21_211, 'unknown-number 21211', 'unknown'],
    [21_614, 'landline 21614', 'landline'],
    [21_612, 'no-route 21612', 'carrier'],
  ])('is the last one to its number when the vendor refuses it with %d', async (code, failure, reason) => {
    const id = await addHelp();
    await handlerWith(() => ({ state: 'number-fault', code })).send(id);
    expect(await rows()).toMatchObject([{ failure, sent: false }]);
    expect(await db.data.all('text_opt_outs')).toMatchObject([{ phone, reason }]);
    expect(await db.data.values('vendor_daily_usage', 'costPence')).toEqual([0]);
  });

  it('fails permanently when the vendor rejects our request, and stops no number', async () => {
    const id = await addHelp();
    await expect(handlerWith(() => ({ state: 'rejected', code: 21_606 })).send(id)).rejects.toThrow(
      UnrecoverableJobError,
    );
    expect(await rows()).toMatchObject([{ failure: 'rejected 21606' }]);
    expect(await db.data.all('text_opt_outs')).toEqual([]);
  });

  it('waits for a vendor that is down without counting attempts, for at most three days', async () => {
    const userId = await addMember();
    const id = await addReminder(userId);
    const down = handlerWith(() => ({ state: 'unavailable', reason: 'circuit-open', taken: 'no' }));
    let runs = 0;
    const until = time + minutes(24 * 60);
    while (time < until) {
      const error: unknown = await down.send(id).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(JobLockedError);
      time += (error as JobLockedError).afterMs;
      runs += 1;
    }
    // The queue starts a job a hundred times at most.
    expect(runs).toBeLessThan(60);
    while (new Date(time).getUTCHours() < 9 || new Date(time).getUTCHours() > 18) time += minutes(60);
    const back = handlerWith();
    await back.send(id);
    expect(back.givenTexts).toHaveLength(1);
    expect(back.asked).toEqual([]);
    const late = await addReminder(userId, { dueOn: '2026-12-13' });
    time += minutes(72 * 60);
    await back.send(late);
    expect((await rows()).at(-1)).toMatchObject({ skipReason: 'too-late' });
  });

  it('pauses the queue when the vendor limits the rate', async () => {
    const id = await addHelp();
    const { send } = handlerWith(() => ({
      state: 'unavailable',
      reason: 'rate-limited',
      retryAfterMs: 4_000,
      taken: 'no',
    }));
    const error: unknown = await send(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QueueRateLimitedError);
    expect(error).toMatchObject({ afterMs: 4_000 });
    expect(await rows()).toMatchObject([{ claimed: false, attempted: false }]);
  });

  it('waits when the daily limit is reached; a code is skipped', async () => {
    const settings = { pencePerDay: 9 };
    const { send, givenTexts } = handlerWith(undefined, undefined, settings);
    await send(await addHelp());
    await expect(send(await addHelp())).rejects.toThrow(JobLockedError);
    const userId = await addMember();
    await db.data.set('customers', { phoneConfirmedAt: null });
    const codeId = await em().transactional((own) => addPhoneCode(own, { userId, phone }, now()));
    const id = await queue('number-code', codeId);
    await send(id);
    expect(givenTexts).toHaveLength(1);
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ skipReason: 'daily-limit' });
    time += minutes(24 * 60);
    const [held] = (await rows()).filter((row) => row.template === 'help' && row.sent === false);
    await db.data.set('texts', { createdAt: now() }, { id: held!.id });
    await send(held!.id);
    expect(givenTexts).toHaveLength(2);
  });
});

describe('a text whose response was lost', () => {
  const lost = () => ({ state: 'unavailable', reason: 'timeout', taken: 'unknown' }) as const;
  const found = (body: string): SentTextsAnswer => ({
    state: 'found',
    texts: [{ sid: sid('a'), body, segments: 1, createdAt: now() }],
  });

  it('is not sent again when the vendor has it, also with the text that a trial account prepends', async () => {
    const id = await addHelp();
    const first = handlerWith(lost);
    await expect(first.send(id)).rejects.toThrow(JobLockedError);
    const body = first.givenTexts[0]?.body ?? '';
    const second = handlerWith(undefined, () => found(`Sent from your Twilio trial account - ${body}`));
    await expect(second.send(id)).rejects.toThrow('the vendor may have it');
    time += minutes(1);
    await second.send(id);
    expect(second.givenTexts).toEqual([]);
    expect(second.asked).toEqual([new Date(time - minutes(3))]);
    expect(await rows()).toMatchObject([{ vendorMessageId: sid('a'), sent: true }]);
    expect(await db.data.values('vendor_daily_usage', 'costPence')).toEqual([5]);
  });

  it('is looked up a minute after the last attempt, also when its process died, and its price is counted once', async () => {
    const id = await addHelp();
    await expect(handlerWith(lost).send(id)).rejects.toThrow(JobLockedError);
    time += minutes(1);
    const begun = Promise.withResolvers<null>();
    const dead = handlerWith(() => {
      begun.resolve(null);
      return new Promise(() => undefined);
    });
    void dead.send(id);
    await begun.promise;
    time += 45_000;
    const third = handlerWith(undefined, () => found(dead.givenTexts[0]?.body ?? ''));
    await expect(third.send(id)).rejects.toThrow('the vendor may have it');
    time += 15_000;
    await third.send(id);
    expect(third.givenTexts).toEqual([]);
    expect(await rows()).toMatchObject([{ vendorMessageId: sid('a'), sent: true }]);
    expect(await db.data.values('vendor_daily_usage', 'costPence')).toEqual([5]);
  });

  it('is sent again when the vendor has none, or only one of another row', async () => {
    const other = await addHelp();
    await db.data.set('texts', { vendorMessageId: sid('a'), sentAt: now() }, { id: other });
    const id = await addHelp();
    const first = handlerWith(lost);
    await expect(first.send(id)).rejects.toThrow(JobLockedError);
    time += minutes(1);
    const second = handlerWith(undefined, () => found(first.givenTexts[0]?.body ?? ''));
    await second.send(id);
    expect(second.givenTexts).toHaveLength(1);
  });

  it('waits while the vendor does not report it', async () => {
    const id = await addHelp();
    await expect(handlerWith(lost).send(id)).rejects.toThrow(JobLockedError);
    time += minutes(1);
    const silent = handlerWith(undefined, () => ({ state: 'unavailable', reason: 'timeout' }));
    await expect(silent.send(id)).rejects.toThrow('does not say');
    expect(silent.givenTexts).toEqual([]);
    expect(await rows()).toMatchObject([{ attempted: true, claimed: false }]);
  });

  it('is done when its receipt arrives first', async () => {
    const id = await addHelp();
    await expect(handlerWith(lost).send(id)).rejects.toThrow(JobLockedError);
    await recordTextReceipt(em(), { sid: sid('b'), textId: id, state: 'accepted', failure: null }, now());
    time += minutes(1);
    const second = handlerWith();
    await second.send(id);
    expect([second.givenTexts, second.asked]).toEqual([[], []]);
  });
});

describe('the text of a message', () => {
  const bodyOf = async (id: string) => {
    const { send, givenTexts } = handlerWith();
    await send(id);
    return givenTexts[0]?.body ?? String((await rows()).find((row) => row.id === id)?.skipReason);
  };

  it.each<[ReminderKind, string, string]>([
    ['tax', '2026-11-30', 'vehicle tax is due on 30 November 2026.'],
    ['mot', '2026-11-24', 'the MOT runs out on 24 November 2026.'],
    ['mot', '2026-11-23', 'the MOT runs out on 23 November 2026. Sorry, this is late.'],
    ['mot', '2026-11-22', 'the MOT ran out on 22 November 2026.'],
    ['insurance', '2026-12-01', 'the insurance ends on 1 December 2026. Sorry, this is late.'],
    ['servicing', '2026-12-07', 'a service is due on 7 December 2026.'],
  ])('fits one segment for a reminder of %s on %s', async (kind, dueOn, words) => {
    const body = await bodyOf(await addReminder(await addMember(), { kind, dueOn }));
    expect(body).toBe(`Vehicle Enquiry: AB12 CDE: ${words} https://ve.example/dashboard Reply STOP to end texts.`);
    expect(smsLengthOf(body)).toMatchObject({ encoding: 'gsm7', segments: 1 });
  });

  const sparse = { ...defaultReminderLeadSettings, mot: { email: [28], sms: [7] } } satisfies ReminderLeadSettings;
  it.each<[string, () => Promise<unknown>, string]>([
    ['whose date has moved', () => db.data.set('watch_due_dates', { dueOn: '2027-12-12' }, { kind: 'mot' }), 'moved'],
    ['whose lead is not chosen any more', () => db.data.set('watches', { leads: sparse }), 'switched-off'],
    [
      'of a car that was scrapped',
      () => db.data.set('watch_due_dates', { dueOn: null, noDateReason: 'scrapped' }, { kind: 'tax' }),
      'scrapped',
    ],
    [
      'of a car that needs no MOT',
      () => db.data.set('watch_due_dates', { dueOn: null, noDateReason: 'exempt' }, { kind: 'mot' }),
      'exempt',
    ],
  ])('is not built for a reminder %s since it was planned', async (_, change, why) => {
    const id = await addReminder(await addMember());
    await change();
    expect(await bodyOf(id)).toBe(why);
  });

  it('is the same after midnight for a reminder that the vendor may already have', async () => {
    const id = await addReminder(await addMember(), { dueOn: '2026-11-30' });
    await db.data.set('watches', { quietFrom: 0, quietUntil: 0 });
    time = Date.parse('2026-11-23T23:59:30Z');
    const first = handlerWith(() => ({ state: 'unavailable', reason: 'timeout', taken: 'unknown' }));
    await expect(first.send(id)).rejects.toThrow(JobLockedError);
    const body = first.givenTexts[0]?.body ?? '';
    expect(body).not.toContain('Sorry');
    time += minutes(2);
    const second = handlerWith(undefined, () => ({
      state: 'found',
      texts: [{ sid: sid('a'), body, segments: 1, createdAt: now() }],
    }));
    await second.send(id);
    expect(second.givenTexts).toEqual([]);
    expect(await rows()).toMatchObject([{ vendorMessageId: sid('a'), sent: true }]);
  });

  const failedMot = {
    kind: 'mot-result',
    testNumber: '1',
    testedOn: '2026-11-20',
    passed: false,
    expiresOn: null,
    advisories: ['Nearside tyre worn'],
    failures: [],
    repeated: 0,
  } as const satisfies AlertFacts;

  it.each<[AlertFacts, string]>([
    [
      { kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null },
      'DVLA now says that AB12 CDE is declared off the road (SORN).',
    ],
    [
      {
        kind: 'mot-result',
        testNumber: '1',
        testedOn: '2026-11-20',
        passed: true,
        expiresOn: '2027-11-19',
        advisories: ['Nearside “tyre” worn'],
        failures: [],
        repeated: 0,
      },
      'AB12 CDE passed its MOT on 20 November 2026 with 1 advisory note. MOT until 19 November 2027.',
    ],
    [{ ...failedMot, failures: ['Brake hose chafed'] }, 'AB12 CDE failed its MOT on 20 November 2026, for 1 reason.'],
    [failedMot, 'AB12 CDE failed its MOT on 20 November 2026.'],
    [{ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2026/1'] }, 'A safety recall may apply to AB12 CDE.'],
    [
      { kind: 'keeper-change', on: '2026-11-20', keepers: 3 },
      'AB12 CDE has a new registered keeper, recorded on 20 November 2026.',
    ],
    [
      { kind: 'plate-change', on: null, from: 'AB12CDE', to: 'XY1Z' },
      'The registration number of AB12 CDE was changed.',
    ],
    [
      { kind: 'scrapped-or-exported', state: 'scrapped', on: '2026-11-20', destroyed: true, source: 'UKVD' },
      'AB12 CDE is now recorded as scrapped. If that is wrong, tell DVLA.',
    ],
    [
      { kind: 'scrapped-or-exported', state: 'marked-for-export', on: null, destroyed: false, source: 'DVLA' },
      'AB12 CDE is now marked for export. If that is wrong, tell DVLA.',
    ],
    [
      { kind: 'scrapped-or-exported', state: 'neither', on: null, destroyed: false, source: 'DVLA' },
      'AB12 CDE is no longer recorded as scrapped or exported.',
    ],
  ])('names the change of an alert: %j', async (facts, words) => {
    const userId = await addMember();
    const eventId = await em().transactional((own) =>
      addWatchEvent(own, { userId, registration, facts, key: randomUUID() }, now()),
    );
    const body = await bodyOf(await queue('alert', eventId));
    expect(body).toBe(`Vehicle Enquiry: ${words} https://ve.example/dashboard Reply STOP to end texts.`);
    expect(smsLengthOf(body).segments).toBeLessThanOrEqual(2);
  });

  it('is never built for a value alert', async () => {
    const userId = await addMember();
    const facts: AlertFacts = { kind: 'value', month: '2026-11', pence: 1, beforePence: null };
    const eventId = await em().transactional((own) =>
      addWatchEvent(own, { userId, registration, facts, key: 'v' }, now()),
    );
    expect(await bodyOf(await queue('alert', eventId))).toBe('not-needed');
  });

  it('confirms the number with its code, and is the same when it is sent again', async () => {
    const userId = await addMember();
    await savePhoneNumber(em(), userId, phone);
    await db.data.set('customers', { phoneConfirmedAt: null });
    const codeId = await em().transactional((own) => addPhoneCode(own, { userId, phone }, now()));
    const id = await queue('number-code', codeId);
    const first = handlerWith(() => ({ state: 'unavailable', reason: 'timeout', taken: 'unknown' }));
    await expect(first.send(id)).rejects.toThrow(JobLockedError);
    time += minutes(1);
    const second = handlerWith();
    await second.send(id);
    expect(second.givenTexts[0]).toMatchObject({ body: first.givenTexts[0]?.body, validSeconds: 540 });
    const code = second.givenTexts[0]?.body.slice(0, 6) ?? '';
    const redeemed = await em().transactional((own) => redeemPhoneCode(own, { userId, code }, now()));
    expect(redeemed).toEqual({ outcome: 'confirmed' });
    expect(JSON.stringify(await rows())).not.toContain(code);
  });

  it.each<[string, (userId: string) => Promise<unknown>, string]>([
    [
      'whose membership has ended',
      (id) => db.data.set('subscriptions', { status: 'canceled' }, { userId: id }),
      'not-member',
    ],
    [
      'whose payment is due',
      (id) => db.data.set('subscriptions', { status: 'past_due' }, { userId: id }),
      'payment-due',
    ],
    [
      'who watches another car',
      (id) => db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }, { userId: id }),
      'car-changed',
    ],
    ['with another number', (id) => savePhoneNumber(em(), id, '+447700900999'), 'no-phone-number'],
    [
      'with another number that is confirmed',
      (id) => db.data.set('customers', { phoneNumber: '+447700900999' }, { userId: id }),
      'phone-number-changed',
    ],
    [
      'who turned texts off',
      (id) => em().transactional((own) => changeWatch(own, { userId: id, changes: { smsOn: false } }, now())),
      'switched-off',
    ],
    [
      'who paused',
      (id) => em().transactional((own) => changeWatch(own, { userId: id, changes: { pause: { until: null } } }, now())),
      'paused',
    ],
  ])('reaches no member %s since', async (_, change, why) => {
    const userId = await addMember();
    const id = await addReminder(userId);
    await change(userId);
    expect(await bodyOf(id)).toBe(why);
  });

  it.each([
    ['2026-11-23T22:30:00Z', minutes(30)],
    ['2026-11-24T07:59:00Z', minutes(1)],
    // Summer time: 21:10 in London.
    ['2026-07-01T20:10:00Z', minutes(50)],
  ])('waits for the end of quiet hours at %s', async (at, holdMs) => {
    time = Date.parse(at);
    const { send, givenTexts } = handlerWith();
    const error: unknown = await send(
      await addReminder(await addMember(), { dueOn: addDays(londonDate(now()), 20) }),
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ afterMs: holdMs });
    expect(givenTexts).toEqual([]);
    expect(await db.data.all('vendor_daily_usage')).toEqual([]);
  });
});

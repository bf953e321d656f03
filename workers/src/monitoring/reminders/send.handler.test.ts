import { watchSubscriptionListener, switchWatchedCar } from '@ve/app/monitoring/watch/ensure-watch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { replaceSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { replaceMembershipCar } from '@ve/app/monitoring/watch/change-car';
import { findDueDates, setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import fc from 'fast-check';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import {
  type ReminderTestCar,
  type JobCrashPoint,
  openReminderEnvironment,
  type ReminderEnvironment,
  testCarTaxedUntil,
  testCarWithMotUntil,
} from '../../testing/reminder-environment.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let world: ReminderEnvironment;
let ann: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();

/** A member whose 14-day tax reminder by mail and text is planned at nine on its day. */
beforeEach(async () => {
  await clearTables(
    em(),
    'users',
    'customers',
    'subscriptions',
    'mails',
    'mail_opt_outs',
    'texts',
    'text_opt_outs',
    'outbox',
    'vehicles',
  );
  world = openReminderEnvironment(db.orm, new Date('2027-01-01T12:00:00Z'));
  ann = await world.join('ann', 'AN11ANN', testCarTaxedUntil('2027-03-15'), { smsOn: true });
  await world.refresh();
  world.travelTo('2027-03-01T09:00:00Z');
  expect(await world.scan()).toMatchObject({ planned: 2, ordered: 0 });
});

/** Without the tax date, DVLA would have returned another by then. */
const untaxedSince = (taxDueDate: string): ReminderTestCar => ({
  tax: { state: 'found', data: { taxStatus: 'Untaxed', taxDueDate } },
});

const both = ['2027-03-01 09:00 ann email tax 2027-03-15 14', '2027-03-01 09:00 ann sms tax 2027-03-15 14'];

describe('a reminder that is planned', () => {
  it('is sent once for repeated and concurrent runs of its job', async () => {
    const jobs = await db.data.all('outbox', { jobName: 'reminders.send' });
    const { orm } = db;
    await Promise.all(
      [...jobs, ...jobs, ...jobs].map(({ payload }) =>
        world.handler(payload as never, createTestJobContext({ orm, now: world.now })),
      ),
    );
    await world.settle();
    await world.scan();
    await world.settle();
    expect(await world.messages()).toEqual(both);
    expect(await world.skipped()).toEqual([]);
  });

  it.each([
    ['2027-03-01T10:00:00Z', true],
    ['2027-03-02T10:00:00Z', false],
    // Its next lead has come, so that it is never sent.
    ['2027-03-08T10:00:00Z', false],
  ])('counts whether it was sent on its day: at %s', async (at, isMet) => {
    const [job] = await db.data.all('outbox', { jobName: 'reminders.send' });
    world.travelTo(at);
    const objectives: unknown[] = [];
    const context = () =>
      createTestJobContext(
        { orm: db.orm, now: world.now },
        { recordObjective: (...event) => objectives.push(event), lastAttempt: true },
      );
    await world.handler(job?.payload as never, context());
    await world.handler(job?.payload as never, context());
    expect(objectives).toEqual([['reminder-on-its-day', isMet]]);
  });

  const skips: [what: string, change: () => Promise<unknown>, skipped: string[]][] = [
    [
      'whose member has cancelled since',
      () => db.data.set('subscriptions', { endsAt: world.now() }),
      ['tax 14 email: not-member', 'tax 14 sms: not-member'],
    ],
    [
      'whose membership is unpaid after Stripe’s last attempt',
      () => db.data.set('subscriptions', { status: 'unpaid' }),
      ['tax 14 email: not-member', 'tax 14 sms: not-member'],
    ],
    [
      'of a car that is not the membership’s any more',
      async () => {
        await db.data.set('subscriptions', { registrationNumber: 'FN15FNC' });
        await switchWatchedCar(em(), ann, world.now());
      },
      ['tax 14 email: car-changed', 'tax 14 sms: car-changed'],
    ],
    [
      'whose channel was switched off',
      () => changeWatch(em(), { userId: ann, changes: { smsOn: false, emailOn: false } }, world.now()),
      ['tax 14 email: switched-off', 'tax 14 sms: switched-off'],
    ],
    [
      'whose lead was taken away',
      () =>
        changeWatch(
          em(),
          { userId: ann, changes: { leads: { ...defaultReminderLeadSettings, tax: { email: [28], sms: [] } } } },
          world.now(),
        ),
      ['tax 14 email: switched-off', 'tax 14 sms: switched-off'],
    ],
    [
      'of a member who paused',
      () => changeWatch(em(), { userId: ann, changes: { pause: { until: '2027-03-02' } } }, world.now()),
      ['tax 14 email: paused', 'tax 14 sms: paused'],
    ],
    [
      'whose address unsubscribed and whose number was stopped',
      async () => {
        await recordMailOptOut(em(), { email: 'ann@example.com', stream: 'reminder' }, world.now());
        const row = await db.data.one('customers');
        await recordTextOptOut(em(), { phone: row.phoneNumber!, reason: 'stop' }, world.now());
      },
      ['tax 14 email: stream-stopped', 'tax 14 sms: no-phone-number'],
    ],
    [
      'whose next lead has come',
      () => Promise.resolve(world.travelTo('2027-03-08T09:00:00Z')),
      ['tax 14 email: too-late', 'tax 14 sms: too-late'],
    ],
    [
      'of a car that was scrapped',
      () => {
        world.setCar('AN11ANN', { tax: { state: 'found', data: { markedForExport: true } } });
        return Promise.resolve();
      },
      ['tax 14 email: exported', 'tax 14 sms: exported'],
    ],
    [
      'of a car that is off the road',
      () => {
        world.setCar('AN11ANN', { tax: { state: 'found', data: { taxStatus: 'SORN', taxDueDate: null } } });
        return Promise.resolve();
      },
      ['tax 14 email: sorn', 'tax 14 sms: sorn'],
    ],
  ];
  it.each(skips)('is skipped: %s', async (_, change, skipped) => {
    await change();
    await world.settle();
    expect(await world.messages()).toEqual([]);
    expect(await world.skipped()).toEqual(skipped);
    // A later scan does not send it either.
    await world.scan();
    await world.settle();
    expect((await world.messages()).filter((message) => message.endsWith(' 14'))).toEqual([]);
  });

  it('ends when its date has moved, and those of the new date are sent on their days', async () => {
    world.setCar('AN11ANN', testCarTaxedUntil('2027-04-01'));
    await world.settle();
    expect(await world.messages()).toEqual([]);
    expect(await world.skipped()).toEqual(['tax 14 email: moved', 'tax 14 sms: moved']);
    expect(await db.data.values('watch_events', 'facts')).toEqual([
      { kind: 'date-moved', of: 'tax', from: '2027-03-15', to: '2027-04-01' },
    ]);
    world.travelTo('2027-03-04T09:00:00Z');
    await world.scan();
    await world.settle();
    expect(await world.messages()).toEqual([
      '2027-03-04 09:00 ann email tax 2027-04-01 28',
      '2027-03-04 09:00 ann sms tax 2027-04-01 28',
    ]);
  });

  it('is sent when the quiet hours are over', async () => {
    world.travelTo('2027-03-01T21:30:00Z');
    await world.settle();
    expect(await world.messages()).toEqual([]);
    expect(await world.skipped()).toEqual(['tax 14 email: open', 'tax 14 sms: open']);
    expect(await world.scan()).toMatchObject({ planned: 0, ordered: 0 });
    world.travelTo('2027-03-02T08:00:00Z');
    expect(await world.scan()).toMatchObject({ planned: 0, ordered: 2 });
    await world.settle();
    expect(await world.messages()).toEqual(
      ['email', 'sms'].map((channel) => `2027-03-02 08:00 ann ${channel} tax 2027-03-15 14 late`),
    );
  });

  it('is queued again when its job was lost or failed permanently', async () => {
    await db.data.remove('outbox');
    expect(await world.scan()).toMatchObject({ planned: 0, ordered: 0 });
    world.travelTo('2027-03-01T09:11:00Z');
    expect(await world.scan()).toMatchObject({ planned: 0, ordered: 2 });
    expect(await world.scan()).toMatchObject({ planned: 0 });
    await world.settle();
    expect(await world.messages()).toHaveLength(2);
  });

  it('fails when its job always fails, and is not planned again', async () => {
    let ordered = 0;
    for (let minute = 11; minute < 300; minute += 11) {
      await db.data.remove('outbox');
      world.travelTo(new Date(Date.parse('2027-03-01T09:00:00Z') + minute * 60_000).toISOString());
      const scanned = await world.scan();
      ordered += scanned.ordered;
      expect(scanned.planned).toBe(0);
    }
    expect(ordered).toBe(24);
    expect(await world.skipped()).toEqual(['tax 14 email: never-sent', 'tax 14 sms: never-sent']);
  });
});

describe('a reminder that was skipped for a temporary reason', () => {
  const passing: [reason: string, begin: () => Promise<unknown>, end: () => Promise<unknown>][] = [
    [
      'not-member',
      () => db.data.set('subscriptions', { status: 'unpaid' }),
      () => db.data.set('subscriptions', { status: 'active' }),
    ],
    [
      'switched-off',
      () => changeWatch(em(), { userId: ann, changes: { smsOn: false, emailOn: false } }, world.now()),
      () => changeWatch(em(), { userId: ann, changes: { smsOn: true, emailOn: true } }, world.now()),
    ],
    [
      'moved',
      () => Promise.resolve(world.setCar('AN11ANN', testCarTaxedUntil('2027-04-01'))),
      async () => {
        world.setCar('AN11ANN', testCarTaxedUntil('2027-03-15'));
        await db.data.set('watch_due_dates', {
          fetchedAt: new Date('2027-01-01'),
          attemptedAt: new Date('2027-01-01'),
        });
        await world.refresh();
      },
    ],
  ];
  it.each(passing)('is sent once, after the reason (%s) has passed', async (reason, begin, end) => {
    await begin();
    await world.settle();
    expect(await world.skipped()).toEqual(['email', 'sms'].map((channel) => `tax 14 ${channel}: ${reason}`));
    world.travelTo('2027-03-01T10:05:00Z');
    await end();
    expect(await world.scan()).toMatchObject({ planned: 2 });
    await world.settle();
    expect(await world.messages()).toEqual(both.map((message) => message.replace('09:00', '10:05')));
    for (const hour of ['11', '12', '13']) {
      world.travelTo(`2027-03-01T${hour}:30:00Z`);
      expect(await world.scan()).toMatchObject({ planned: 0, ordered: 0 });
    }
    expect(await db.data.count('reminders')).toBe(2);
  });

  it('is sent once, even if its mail and text were skipped after they were queued', async () => {
    await world.settle();
    await changeWatch(em(), { userId: ann, changes: { smsOn: false, emailOn: false } }, world.now());
    await world.send();
    expect(await world.skipped()).toEqual(['tax 14 email: switched-off', 'tax 14 sms: switched-off']);
    await changeWatch(em(), { userId: ann, changes: { smsOn: true, emailOn: true } }, world.now());
    for (const time of ['10:05', '11:30', '12:30']) {
      world.travelTo(`2027-03-01T${time}:00Z`);
      await world.scan();
      await world.settle();
      await world.send();
    }
    expect(world.sent()).toEqual({ mails: 1, texts: 1 });
    expect(await world.skipped()).toEqual([]);
    expect(await world.messages()).toEqual(both.map((message) => message.replace('09:00', '10:05')));
  });

  it('is sent late when its date is restored on another day', async () => {
    world.setCar('AN11ANN', testCarTaxedUntil('2027-05-01'));
    await world.settle();
    world.travelTo('2027-03-03T09:00:00Z');
    world.setCar('AN11ANN', testCarTaxedUntil('2027-03-15'));
    await db.data.set('watch_due_dates', { fetchedAt: new Date('2027-01-01'), attemptedAt: new Date('2027-01-01') });
    await world.refresh();
    await world.scan();
    await world.settle();
    expect(await world.messages()).toEqual(both.map((message) => `${message.replace('03-01', '03-03')} late`));
  });

  it('is sent to a number that is confirmed an hour later, and evaluated once an hour until then', async () => {
    await db.data.set('customers', { phoneConfirmedAt: null });
    await world.settle();
    expect(await world.skipped()).toEqual(['tax 14 sms: no-phone-number']);
    world.travelTo('2027-03-01T09:30:00Z');
    expect(await world.scan()).toMatchObject({ planned: 0, ordered: 0 });
    await db.data.set('customers', { phoneConfirmedAt: world.now() });
    world.travelTo('2027-03-01T10:05:00Z');
    expect(await world.scan()).toMatchObject({ planned: 1, ordered: 0 });
    await world.settle();
    expect(await world.messages()).toEqual([both[0], '2027-03-01 10:05 ann sms tax 2027-03-15 14']);
  });

  it('is sent on its day after a fast clock planned it', async () => {
    world.travelTo('2027-02-27T09:00:00Z');
    await world.settle();
    expect(await world.skipped()).toEqual(['tax 14 email: too-early', 'tax 14 sms: too-early']);
    world.travelTo('2027-03-01T10:05:00Z');
    await world.scan();
    await world.settle();
    expect(await world.messages()).toEqual(both.map((message) => message.replace('09:00', '10:05')));
  });

  it('is sent by today’s clock when a fast clock stored its date', async () => {
    world.travelTo('2027-03-20T09:00:00Z');
    await setMemberDueDate(em(), { userId: ann, kind: 'insurance', on: '2027-03-15' }, world.now());
    await changeWatch(em(), { userId: ann, changes: { smsOn: false } }, world.now());
    world.travelTo('2027-03-01T09:00:00Z');
    await world.scan();
    await world.settle();
    expect(await world.messages()).toContain('2027-03-01 09:00 ann email insurance 2027-03-15 14');
  });
});

describe('reminders while a payment is due', () => {
  const fail = () => db.data.set('subscriptions', { status: 'past_due' });
  const pay = () => db.data.set('subscriptions', { status: 'active' });
  const on = async (...times: string[]) => {
    for (const time of times) {
      world.travelTo(time);
      await world.scan();
      await world.settle();
      await world.send();
    }
  };

  it('mails continue, and a text is sent after the payment if still useful; nothing is sent twice', async () => {
    await fail();
    await on('2027-03-01T09:00:00Z', '2027-03-01T10:05:00Z');
    expect(world.sent()).toEqual({ mails: 1, texts: 0 });
    expect(await world.skipped()).toEqual(['tax 14 sms: payment-due']);
    await pay();
    await on('2027-03-02T09:00:00Z', '2027-03-02T10:05:00Z', '2027-03-03T09:00:00Z');
    expect(world.sent()).toEqual({ mails: 1, texts: 1 });
    await fail();
    await on('2027-03-08T09:00:00Z');
    await pay();
    // By then the next reminder is due and replaces it.
    await on('2027-03-14T09:00:00Z', '2027-03-14T10:05:00Z');
    expect(world.sent()).toEqual({ mails: 3, texts: 2 });
  });

  it('a text that was queued before waits as well', async () => {
    await world.settle();
    await fail();
    await world.send();
    expect(world.sent()).toEqual({ mails: 1, texts: 0 });
    await pay();
    await on('2027-03-01T10:05:00Z', '2027-03-01T11:10:00Z');
    expect(world.sent()).toEqual({ mails: 1, texts: 1 });
  });
});

describe('a membership that has ended and is restarted', () => {
  const end = async () => {
    await db.data.set('subscriptions', { status: 'canceled', endsAt: world.now() });
    await world.settle();
    await world.scan();
  };
  const beginAgain = async (registration = 'AN11ANN') => {
    const row = await db.data.one('subscriptions');
    await em().transactional(async (own) => {
      const period = { periodStart: world.now(), periodEnd: new Date('2029-01-01T00:00:00Z') };
      const started = { stripeSubscriptionId: 'sub_again', status: 'active', trialEndsAt: null, endsAt: null } as const;
      await replaceSubscription(
        own,
        { id: row.id, started: { ...started, ...period, card: null } },
        { now: world.now(), listener: watchSubscriptionListener },
      );
      await grantPeriodCredit(own, row.id, period.periodEnd);
      if (registration === 'AN11ANN') return;
      const change = { userId: ann, subscriptionId: row.id, registration, periodStart: world.now() };
      expect(await replaceMembershipCar(own, change, world.now())).toBe(true);
    });
    await world.refresh();
    await world.scan();
    await world.settle();
  };
  const on = async (...times: string[]) => {
    for (const time of times) {
      world.travelTo(time);
      await world.scan();
      await world.settle();
    }
  };
  const messages = async () => (await world.messages()).filter((message) => message.includes('email'));

  it('gets reminders for what is due from then on, and none that were due in between', async () => {
    await end();
    await on('2027-03-08T09:00:00Z');
    world.travelTo('2027-03-10T12:00:00Z');
    await beginAgain();
    await on('2027-03-11T09:00:00Z', '2027-03-14T09:00:00Z', '2027-03-14T12:00:00Z');
    world.setCar('AN11ANN', untaxedSince('2027-03-15'));
    await on('2027-03-16T09:00:00Z');
    expect(await messages()).toEqual([
      '2027-03-14 09:00 ann email tax 2027-03-15 1',
      '2027-03-16 09:00 ann email tax 2027-03-15 -1',
    ]);
  });

  it('gets a skipped reminder once if restarted on its day', async () => {
    await end();
    expect(await world.skipped()).toEqual(['tax 14 email: not-member', 'tax 14 sms: not-member']);
    world.travelTo('2027-03-01T14:00:00Z');
    await beginAgain();
    await on('2027-03-01T15:10:00Z', '2027-03-01T17:00:00Z');
    expect(await messages()).toEqual(['2027-03-01 14:00 ann email tax 2027-03-15 14']);
  });

  it('gets only reminders for the new car', async () => {
    await end();
    world.setCar('FN15FNC', testCarTaxedUntil('2027-04-01'));
    world.travelTo('2027-03-03T12:00:00Z');
    await beginAgain('FN15FNC');
    await on('2027-03-04T09:00:00Z', '2027-03-08T09:00:00Z', '2027-03-14T09:00:00Z', '2027-03-18T09:00:00Z');
    expect(await messages()).toEqual([
      '2027-03-04 09:00 ann email tax 2027-04-01 28',
      '2027-03-18 09:00 ann email tax 2027-04-01 14',
    ]);
  });

  it('gets reminders for the first car again after another, and none twice', async () => {
    await world.settle();
    world.setCar('FN15FNC', testCarTaxedUntil('2027-06-01'));
    const row = await db.data.one('subscriptions');
    const change = (registration: string) =>
      em().transactional((own) =>
        replaceMembershipCar(
          own,
          {
            userId: ann,
            subscriptionId: row.id,
            registration,
            periodStart: new Date(world.now().getTime() - 3_600_000),
          },
          world.now(),
        ),
      );
    world.travelTo('2027-03-01T12:00:00Z');
    await change('FN15FNC');
    world.travelTo('2027-03-01T15:00:00Z');
    await change('AN11ANN');
    await world.refresh();
    await on('2027-03-01T15:05:00Z', '2027-03-01T18:00:00Z', '2027-03-08T09:00:00Z');
    expect(await messages()).toEqual([
      '2027-03-01 09:00 ann email tax 2027-03-15 14',
      '2027-03-08 09:00 ann email tax 2027-03-15 7',
    ]);
  });
});

describe('a date that moves on the day itself', () => {
  const on = async (time: string) => {
    world.travelTo(time);
    await world.scan();
    await world.settle();
  };
  const messages = async () => (await world.messages()).filter((message) => message.includes('email'));
  beforeEach(() => world.settle());

  it('is not reported as past the day after', async () => {
    await on('2027-03-14T09:00:00Z');
    world.travelTo('2027-03-15T20:30:00Z');
    world.setCar('AN11ANN', testCarTaxedUntil('2028-04-01'));
    await on('2027-03-16T09:00:00Z');
    await on('2027-03-16T11:00:00Z');
    expect((await messages()).slice(1)).toEqual(['2027-03-14 09:00 ann email tax 2027-03-15 1']);
    expect(await world.skipped()).toEqual(['tax -1 email: moved', 'tax -1 sms: moved']);
  });

  it('is sent by no further channel when it moves between two', async () => {
    world.travelTo('2027-03-08T09:00:00Z');
    await world.scan();
    world.setCar('AN11ANN', testCarTaxedUntil('2028-04-01'));
    await world.settle();
    expect(await messages()).toHaveLength(1);
    expect(await world.skipped()).toEqual(['tax 7 email: moved', 'tax 7 sms: moved']);
  });

  it('is reported only by the alert when it moves to the day itself, and as past the day after', async () => {
    world.setCar('AN11ANN', testCarTaxedUntil('2027-03-08'));
    await db.data.set(
      'watch_due_dates',
      { fetchedAt: new Date('2027-01-01'), attemptedAt: new Date('2027-01-01') },
      { kind: 'tax' },
    );
    world.travelTo('2027-03-08T10:00:00Z');
    await world.refresh();
    await on('2027-03-08T10:05:00Z');
    expect(await messages()).toHaveLength(1);
    world.setCar('AN11ANN', untaxedSince('2027-03-08'));
    await on('2027-03-09T09:00:00Z');
    expect((await messages()).slice(1)).toEqual(['2027-03-09 09:00 ann email tax 2027-03-08 -1']);
  });
});

describe('the register of a reminder’s date', () => {
  it('keeps the known date when it has none any more', async () => {
    world.setCar('AN11ANN', { tax: { state: 'not-held' } });
    await world.settle();
    expect(await world.messages()).toEqual(both);
    const [due] = (await findDueDates(em(), ann)).filter(({ kind }) => kind === 'tax');
    expect(due).toMatchObject({ on: '2027-03-15', source: 'DVLA', attemptedAt: world.now() });
    world.travelTo('2027-03-16T09:00:00Z');
    await db.data.remove('reminders');
    await db.data.set('watch_due_dates', { attemptedAt: null, fetchedAt: new Date('2027-01-01') });
    await world.refresh();
    expect((await findDueDates(em(), ann)).filter(({ kind }) => kind === 'tax')).toMatchObject([{ on: null }]);
  });

  it('is read once for both channels before the reminder is sent', async () => {
    const { licensing } = world.calls;
    await world.settle();
    expect(world.calls.licensing - licensing).toBe(1);
  });

  it('is read by each attempt while it does not respond; then the last known date is sent', async () => {
    const [before] = (await findDueDates(em(), ann)).filter(({ kind }) => kind === 'tax');
    const { licensing } = world.calls;
    world.setCar('AN11ANN', { tax: { state: 'unavailable', reason: 'timeout' } });
    await world.settle();
    expect(world.calls.licensing - licensing).toBe(10);
    expect(await world.messages()).toEqual(both);
    const [after] = (await findDueDates(em(), ann)).filter(({ kind }) => kind === 'tax');
    expect(after).toMatchObject({ on: '2027-03-15', fetchedAt: before?.fetchedAt, attemptedAt: world.now() });
  });

  it('decides when it recovers between two attempts', async () => {
    let calls = 0;
    const { find } = world.sources.licensing;
    world.sources.licensing.find = async (registration) => {
      calls += 1;
      if (calls === 2) world.setCar('AN11ANN', testCarTaxedUntil('2028-03-15'));
      return calls === 1 ? { state: 'unavailable', reason: 'source-error' } : find(registration);
    };
    await world.settle();
    expect(await world.messages()).toEqual([]);
    expect(await world.skipped()).toEqual(['tax 14 email: moved', 'tax 14 sms: moved']);
  });

  it('is read only for a date that the member did not enter', async () => {
    world.setCar('AN11ANN', testCarWithMotUntil('2027-03-30'));
    await world.settle();
    await setMemberDueDate(em(), { userId: ann, kind: 'servicing', on: '2027-03-30' }, world.now());
    world.travelTo('2027-03-02T09:00:00Z');
    const { testing } = world.calls;
    await world.scan();
    await world.settle();
    expect(await world.messages()).toEqual([
      ...both,
      ...['email', 'sms'].flatMap((channel) =>
        ['mot', 'servicing'].map((kind) => `2027-03-02 09:00 ann ${channel} ${kind} 2027-03-30 28`),
      ),
    ]);
    expect(world.calls.testing - testing).toBe(1);
  });
});

describe('a car whose off-road status only UK Vehicle Data knows', () => {
  const inUse = { scrapped: false, exported: false };
  const stored = (today: string, setup: Parameters<typeof vehicleRecordFixture>[0]) =>
    saveVehicleRecordIfNewer(em(), vehicleRecordFixture({ registration: 'AN11ANN', today, ...setup }));
  const check = async (aspect: 'licensing' | 'specification') => {
    await db.data.set(
      'monitor_check_states',
      { nextCheckAt: world.now(), attemptedAt: new Date('2027-01-01') },
      { aspect },
    );
    await db.data.set('monitor_check_states', { failure: 'not-yet' }, { aspect, failure: null });
    await world.look(ann, aspect);
  };
  const remind = async (time: string) => {
    world.travelTo(time);
    await world.refresh();
    await world.scan();
    await world.settle();
  };
  const whys = async () => (await findDueDates(em(), ann)).map(({ noDateReason: why }) => why);

  it.each([
    ['scrapped', { scrapped: true, dateScrapped: '2027-02-27' }, true],
    ['exported', { exported: true, dateExported: '2027-02-27' }, true],
    ['scrapped', { scrapped: true, dateScrapped: '2027-02-27' }, false],
  ] as const)('gets no reminder while it is %s', async (why, reported, isReported) => {
    if (isReported) await stored('2027-01-01', { specification: inUse });
    await check('licensing');
    world.setCar('AN11ANN', { specification: reported });
    await check('specification');
    expect(await whys()).toEqual([why, why]);
    await world.settle();
    expect(await world.skipped()).toEqual([`tax 14 email: ${why}`, `tax 14 sms: ${why}`]);

    // A report without UK Vehicle Data's response withdraws nothing, nor does DVLA, which does not know of it.
    if (isReported) await stored('2027-03-07', { specification: 'timeout' });
    world.travelTo('2027-03-08T08:00:00Z');
    await check('licensing');
    await remind('2027-03-08T09:00:00Z');
    world.travelTo('2027-03-16T08:00:00Z');
    world.setCar('AN11ANN', untaxedSince('2027-03-15'));
    await check('licensing');
    await remind('2027-03-16T09:00:00Z');
    expect(await whys()).toEqual([why, why]);
    expect([await db.data.count('mails'), await db.data.count('texts')]).toEqual([0, 0]);

    world.travelTo('2027-03-31T09:00:00Z');
    world.setCar('AN11ANN', { ...testCarTaxedUntil('2027-04-20'), specification: inUse });
    await check('specification');
    expect(await whys()).toEqual(['not-read', 'not-read']);
    await remind('2027-03-31T09:05:00Z');
    await remind('2027-04-06T09:00:00Z');
    expect(await world.messages()).toEqual(
      ['email', 'sms'].map((channel) => `2027-04-06 09:00 ann ${channel} tax 2027-04-20 14`),
    );
  });

  it('is in use again by DVLA’s next check after a report of UK Vehicle Data', async () => {
    world.setCar('AN11ANN', { specification: { scrapped: true } });
    await check('specification');
    await stored('2027-03-02', { specification: inUse });
    world.travelTo('2027-03-08T08:00:00Z');
    await check('licensing');
    await remind('2027-03-08T09:00:00Z');
    expect(await whys()).not.toContain('scrapped');
    expect(await world.messages()).toContain('2027-03-08 09:00 ann email tax 2027-03-15 7');
  });
});

const runs = Number(process.env.SOAK_RUNS ?? 25);

it(
  'no reminder is lost or duplicated over random kills of its worker',
  async () => {
    const failures = fc.array(fc.option(fc.constantFrom<JobCrashPoint>('dies before commit', 'dies after commit')), {
      minLength: 12,
      maxLength: 12,
    });
    const each = fc.asyncProperty(failures, async (drawn) => {
      for (const table of ['mails', 'texts', 'outbox', 'reminders'] as const) await db.data.remove(table);
      world.travelTo('2027-03-01T09:00:00Z');
      await db.data.set(
        'watch_due_dates',
        { dueOn: '2027-03-15', noDateReason: null, fetchedAt: world.now() },
        { kind: 'tax' },
      );
      const rest = [...drawn];
      for (const minute of ['00', '15', '30', '45']) {
        world.travelTo(`2027-03-01T09:${minute}:00Z`);
        await world.scan();
        await world.settle(() => rest.shift() ?? null);
      }
      await world.scan();
      await world.settle();
      const found = (await world.messages()).map((message) => message.slice(17));
      expect(found.toSorted()).toEqual(['ann email tax 2027-03-15 14', 'ann sms tax 2027-03-15 14']);
    });
    const seed = process.env.SOAK_SEED === undefined ? {} : { seed: Number(process.env.SOAK_SEED) };
    await fc.assert(each, { numRuns: runs, ...seed });
  },
  runs * 10_000,
);

import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import type { TestRow } from '@ve/data/testing/test-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import type { OffRoadStatus } from '@ve/domain/vehicle/record/off-road';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { addSubscription, grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import {
  defaultReminderLeadSettings,
  type ReminderKind,
  type ReminderLeadDays,
} from '@ve/domain/monitoring/reminders/reminder';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createUser } from '@ve/data/identity/user/user.repository';
import { setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { readUnsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { mailBuilderOf } from '../../messaging/mails/mail-builders.ts';
import { exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { renderEmail } from '../../messaging/mails/render-email.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const now = new Date('2027-02-03T09:12:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
let userId: string;

beforeEach(async () => {
  await clearTables(em(), 'users', 'vehicles');
  userId = (await createUser(em(), 'dana@example.com', hours(-100)))!;
  const subscription = {
    status: 'active',
    registration: 'AB12CDE',
    stripeSubscriptionId: 'sub_1',
    card: null,
  } as const;
  const period = { trialEndsAt: hours(-76), currentPeriodStart: hours(-76), currentPeriodEnd: hours(600) };
  const id = await addSubscription(
    em(),
    { userId, ...subscription, ...period },
    { now: hours(-100), listener: watchSubscriptionListener },
  );
  await grantPeriodCredit(em(), id!, period.currentPeriodEnd);
  await due('mot', { dueOn: '2027-03-03', source: 'DVSA' });
  await due('tax', { dueOn: '2027-03-01', source: 'DVLA' });
});

const unread = { dueOn: null, source: null, noDateReason: null };
type Due = Partial<Pick<TestRow<'watch_due_dates'>, keyof typeof unread>>;
const due = (kind: ReminderKind, columns: Due, readAt = hours(-1)) =>
  db.data.set('watch_due_dates', { ...unread, ...columns, fetchedAt: readAt, attemptedAt: readAt }, { userId, kind });

const build = async (template: 'reminder' | 'alert', subjectId: string, at = now) => {
  const mail = { id: subjectId, template, stream: template, recipient: 'dana@example.com', subjectId } as const;
  const needs = { settings: exampleMailSettings, now: at };
  const content = await mailBuilderOf(template)!(em(), { ...mail, claimedUntil: at }, needs);
  return 'skip' in content
    ? content
    : { ...(await renderEmail(content)), unsubscribeUrl: content.unsubscribeUrl ?? '' };
};
const textOf = async (built: ReturnType<typeof build>): Promise<string> => {
  const content = await built;
  if ('skip' in content) throw new Error(`skipped: ${content.skip}`);
  return content.text;
};
const remind = async (
  kind: ReminderKind = 'mot',
  dueOn = '2027-03-03',
  lead: ReminderLeadDays = 28,
): Promise<string> => {
  const row = await db.data.add('reminders', { userId, kind, dueOn, leadDays: lead, finishedAt: now }, now);
  return row.id;
};
const happen = async (facts: AlertFacts, at = now): Promise<string> =>
  (await addWatchEvent(em(), { userId, registration: 'AB12CDE', facts, key: 'k' }, at))!;
const untaxed: AlertFacts = { kind: 'tax-status', from: 'Taxed', to: 'Untaxed', dueOn: null };

describe('a reminder', () => {
  it('states the date, its source, when it was read, and how to unsubscribe', async () => {
    const content = await build('reminder', await remind());
    if ('skip' in content) throw new Error(content.skip);
    expect(content.text).toContain('MOT for AB12 CDE is due in 28 days, on 3 March 2027');
    expect(content.text).toContain('Source: DVSA, read on 3 February 2027 at 08:12 UK time');
    expect(content.text).toContain('Have it tested from 4 February 2027 and it keeps its date');
    expect(content.text).not.toMatch(/late|not answered/);
    expect(content.text).toContain(content.unsubscribeUrl);
    expect(content.text).toContain('https://vehicle-enquiry.example/dashboard');
    const token = new URL(content.unsubscribeUrl).searchParams.get('token') ?? '';
    expect(readUnsubscribeToken(token, await unsubscribeSigningKey(em()))).toEqual({ userId, stream: 'reminder' });
  });

  it('is worded for the day on which it is sent, when late or based on old data', async () => {
    await due('mot', { dueOn: '2027-03-03', source: 'DVSA' }, hours(-40));
    const text = await textOf(build('reminder', await remind(), hours(48)));
    expect(text).toContain('is due in 26 days, on 3 March 2027');
    expect(text).toContain('This reminder is late: it should have come on 3 February 2027.');
    expect(text).toContain('DVSA has not responded since then');
  });

  it('links to the renewal for tax', async () => {
    expect(await textOf(build('reminder', await remind('tax', '2027-03-01', 28)))).toContain(
      'https://www.gov.uk/vehicle-tax',
    );
  });

  it('explains for an MOT what applies to an off-road car', async () => {
    await due('tax', { noDateReason: 'sorn' });
    expect(await textOf(build('reminder', await remind()))).toContain('declared off the road (SORN)');
  });

  it('names the member as the source of a date that they entered', async () => {
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: '2027-02-10' }, hours(-24));
    const text = await textOf(build('reminder', await remind('insurance', '2027-02-10', 7)));
    expect(text).toContain('Insurance for AB12 CDE ends in 7 days');
    expect(text).toContain('Source: You, on 2 February 2027 at 09:12 UK time');
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'whose membership has ended',
      () => db.data.set('subscriptions', { status: 'canceled', endsAt: new Date('2027-02-01') }),
      'not-member',
    ],
    [
      'whose membership is unpaid after Stripe’s last attempt',
      () => db.data.set('subscriptions', { status: 'unpaid' }),
      'not-member',
    ],
    ['who watches another car', () => db.data.set('subscriptions', { registrationNumber: 'FN15FNC' }), 'car-changed'],
    ['who has paused', () => changeWatch(em(), { userId, changes: { pause: { until: null } } }, now), 'paused'],
    [
      'who has paused until tomorrow',
      () => changeWatch(em(), { userId, changes: { pause: { until: '2027-02-04' } } }, now),
      'paused',
    ],
    [
      'who has switched e-mail off',
      () => changeWatch(em(), { userId, changes: { emailOn: false } }, now),
      'switched-off',
    ],
    [
      'who does not want this day any more',
      () => db.data.set('watches', { leads: { ...defaultReminderLeadSettings, mot: { email: [7], sms: [] } } }),
      'switched-off',
    ],
    ['whose date has moved', () => due('mot', { dueOn: '2028-03-03', source: 'DVSA' }), 'moved'],
    ['whose car needs no MOT any more', () => due('mot', { noDateReason: 'exempt' }), 'exempt'],
    ['whose car was scrapped', () => due('tax', { noDateReason: 'scrapped' }), 'scrapped'],
    [
      'whose next reminder has come',
      () =>
        db.data
          .set('watch_due_dates', { dueOn: '2027-02-17' }, { kind: 'mot' })
          .then(() => db.data.set('reminders', { dueOn: '2027-02-17' })),
      'too-late',
    ],
  ])('is skipped for a member %s', async (_, change, skip) => {
    const id = await remind();
    await change();
    expect(await build('reminder', id)).toEqual({ skip });
  });

  it('is sent on the day on which a pause is over', async () => {
    await changeWatch(em(), { userId, changes: { pause: { until: '2027-02-03' } } }, hours(-48));
    expect(await textOf(build('reminder', await remind()))).toContain('MOT for AB12 CDE');
  });

  it('is skipped once its row is deleted', async () => {
    expect(await build('reminder', '00000000-0000-4000-8000-000000000009')).toEqual({ skip: 'subject-deleted' });
  });
});

describe('an alert', () => {
  it('states what changed, its source, when it was read, and that it is late', async () => {
    const id = await happen(untaxed);
    const text = await textOf(build('alert', id));
    expect(text).toContain('DVLA now says that AB12 CDE is untaxed');
    expect(text).toContain('Source: DVLA, read on 3 February 2027 at 09:12 UK time');
    expect(text).not.toContain('late');
    expect(await textOf(build('alert', id, hours(25)))).toContain('This alert is late');
  });

  it.each([
    [[], 'The record lists no advisories.'],
    [['Nearside tyre worn'], 'The tester gave 1 advisory: something that may fail at a later test.'],
    [['Nearside tyre worn', 'Oil leak'], 'The tester gave 2 advisories: things that may fail at a later test.'],
  ])('counts the advisories of an MOT pass: %j', async (advisories, words) => {
    const id = await happen({
      kind: 'mot-result',
      testNumber: '1',
      testedOn: '2027-02-02',
      passed: true,
      expiresOn: '2028-03-03',
      advisories,
      failures: [],
      repeated: 0,
    });
    expect(await textOf(build('alert', id))).toContain(words);
  });

  it('says of an MOT failure that the record does not list the defects', async () => {
    const failed = {
      kind: 'mot-result',
      testNumber: '1',
      testedOn: '2027-02-02',
      passed: false,
      expiresOn: null,
    } as const;
    const listed = { advisories: ['Nearside tyre worn'], repeated: 0 };
    const mailFor = async (failures: string[]) =>
      textOf(build('alert', await happen({ ...failed, ...listed, failures })));
    expect(await mailFor([])).toContain('The record does not say what it failed on.');
    await db.data.remove('watch_events');
    expect(await mailFor(['Brake hose chafed'])).not.toContain('does not say');
  });

  it.each<[OffRoadStatus, (string | RegExp)[]]>([
    [
      'scrapped',
      ['AB12 CDE is recorded as scrapped', 'Scrapped: 28 January 2027', 'Certificate of destruction: Issued'],
    ],
    ['exported', ['AB12 CDE is recorded as exported', 'Exported: 28 January 2027']],
    ['marked-for-export', ['AB12 CDE is marked for export', 'taking it abroad for 12 months or more']],
  ])('names whom to contact if it is wrong that a car is %s', async (state, words) => {
    const of = { on: '2027-01-28', destroyed: state === 'scrapped', source: 'UKVD' } as const;
    const text = await textOf(build('alert', await happen({ kind: 'scrapped-or-exported', state, ...of })));
    for (const each of words) expect(text).toContain(each);
    expect(text).toContain('contact DVLA, as only DVLA can correct its register. Have the VIN');
    expect(text).toContain('https://www.gov.uk/contact-the-dvla');
  });

  it('says of a car that is in use again that its reminders will resume', async () => {
    const facts = {
      kind: 'scrapped-or-exported',
      state: 'neither',
      on: null,
      destroyed: false,
      source: 'DVLA',
    } as const;
    const text = await textOf(build('alert', await happen(facts)));
    expect(text).toContain('AB12 CDE is no longer recorded as scrapped or exported');
    expect(text).toContain('Its reminders will resume');
    expect(text).not.toContain('contact DVLA');
  });

  it('follows the switch for keepers for scrapping and export', async () => {
    const facts = {
      kind: 'scrapped-or-exported',
      state: 'scrapped',
      on: null,
      destroyed: false,
      source: 'UKVD',
    } as const;
    const id = await happen(facts);
    await changeWatch(em(), { userId, changes: { disabledAlerts: ['tax-status', 'plate-change'] } }, now);
    await textOf(build('alert', id));
    await changeWatch(em(), { userId, changes: { disabledAlerts: ['keeper-change'] } }, now);
    expect(await build('alert', id)).toEqual({ skip: 'not-needed' });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'whose membership has ended',
      () => db.data.set('subscriptions', { status: 'canceled', endsAt: new Date('2027-02-01') }),
    ],
    ['who watches another car', () => db.data.set('subscriptions', { registrationNumber: 'FN15FNC' })],
    ['who has paused', () => changeWatch(em(), { userId, changes: { pause: { until: null } } }, now)],
    ['who has switched e-mail off', () => changeWatch(em(), { userId, changes: { emailOn: false } }, now)],
    [
      'who has switched this alert off',
      () => changeWatch(em(), { userId, changes: { disabledAlerts: ['tax-status'] } }, now),
    ],
  ])('is skipped for a member %s', async (_, change) => {
    const id = await happen(untaxed);
    await change();
    expect(await build('alert', id)).toEqual({ skip: 'not-needed' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { registerDueDates } from '@ve/domain/monitoring/reminders/register-due-dates';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { addSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createUser } from '@ve/data/identity/user/user.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { findDueDates, findWatch, setMemberDueDate } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from './change-watch.ts';
import { fillAndFindDueDates, ensureWatch, switchWatchedCar, watchSubscriptionListener } from './ensure-watch.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const noon = Date.parse('2026-11-21T12:00:00Z');
const later = (hours: number) => new Date(noon + hours * 3_600_000);
let userId: string;
beforeEach(async () => {
  await clearTables(em(), 'users', 'mail_opt_outs');
  userId = (await createUser(em(), 'dana@example.com', later(0)))!;
  await addSubscription(
    em(),
    {
      userId,
      status: 'active',
      registration: 'AB12CDE',
      stripeSubscriptionId: 'sub_1',
      trialEndsAt: later(24),
      currentPeriodStart: later(0),
      currentPeriodEnd: later(700),
      card: null,
    },
    { now: later(0), listener: watchSubscriptionListener },
  );
});

const set = (columns: string) => em().execute(`update subscriptions set ${columns} where user_id = ?`, [userId]);

describe('a watch', () => {
  it('starts with the subscription: e-mail on, SMS off, every lead, and unread dates', async () => {
    expect(await findWatch(em(), userId)).toEqual({
      userId,
      emailOn: true,
      smsOn: false,
      leads: defaultReminderLeadSettings,
      quiet: { from: 21, until: 8 },
      paused: false,
      pausedUntil: null,
      disabledAlerts: [],
      postcode: null,
      place: null,
      calendarVersion: 0,
      carChangedAt: null,
      preferencesChangedAt: later(0),
    });
    const unread = {
      registration: 'AB12CDE',
      on: null,
      source: null,
      noDateReason: 'not-read',
      fetchedAt: null,
      attemptedAt: null,
    };
    const dueDates = (await findDueDates(em(), userId)).toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(dueDates).toEqual(['mot', 'tax'].map((kind) => ({ ...unread, kind, dateKnownSince: later(0) })));
  });

  it('is unchanged when it is ensured again, and can be changed in part', async () => {
    await changeWatch(em(), { userId, changes: { smsOn: true, quiet: { from: 22, until: 7 } } }, later(1));
    await ensureWatch(em(), userId, later(2));
    expect(await findWatch(em(), userId)).toMatchObject({ smsOn: true, emailOn: true, preferencesChangedAt: later(1) });
    const place = { postcode: 'LS1 1AA', latitude: 53.8, longitude: -1.5 };
    const changes = { pause: { until: '2026-12-24' }, disabledAlerts: ['petrol' as const], place };
    await changeWatch(em(), { userId, changes }, later(3));
    expect(await findWatch(em(), userId)).toMatchObject({
      quiet: { from: 22, until: 7 },
      paused: true,
      pausedUntil: '2026-12-24',
      disabledAlerts: ['petrol'],
      postcode: 'LS1 1AA',
      place: { latitude: 53.8, longitude: -1.5 },
    });
    await changeWatch(em(), { userId, changes: { pause: null, place: null } }, later(4));
    expect(await findWatch(em(), userId)).toMatchObject({
      paused: false,
      pausedUntil: null,
      postcode: null,
      place: null,
      preferencesChangedAt: later(4),
    });
    await changeWatch(em(), { userId, changes: { quiet: { from: 0, until: 0 } } }, later(5));
    expect((await findWatch(em(), userId))?.preferencesChangedAt).toEqual(later(4));
  });

  it('stores the dates that the member gives, and since when they are known', async () => {
    const insuranceDate = async () => (await findDueDates(em(), userId)).find(({ kind }) => kind === 'insurance');
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: '2027-03-01' }, later(1));
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: '2027-03-01' }, later(2));
    expect(await insuranceDate()).toMatchObject({
      on: '2027-03-01',
      source: 'member',
      fetchedAt: later(2),
      dateKnownSince: later(1),
    });
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: '2027-03-02' }, later(3));
    expect(await insuranceDate()).toMatchObject({ on: '2027-03-02', dateKnownSince: later(3) });
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: null }, later(4));
    expect(await insuranceDate()).toBeUndefined();
  });

  it('of another car starts without the dates of the first', async () => {
    await setMemberDueDate(em(), { userId, kind: 'insurance', on: '2027-03-01' }, later(1));
    await set(`registration_number = 'FN15FNC'`);
    expect(await findDueDates(em(), userId)).toEqual([]);
    await switchWatchedCar(em(), userId, later(2));
    expect(await findDueDates(em(), userId)).toEqual([
      expect.objectContaining({ registration: 'FN15FNC', noDateReason: 'not-read', dateKnownSince: later(2) }),
      expect.objectContaining({ registration: 'FN15FNC', noDateReason: 'not-read', dateKnownSince: later(2) }),
    ]);
    expect(await findWatch(em(), userId)).toMatchObject({ carChangedAt: later(2) });
  });
});

describe('the dates of a new watch', () => {
  const record = vehicleRecordFixture({ registration: 'FN15FNC', today: '2026-11-21' });
  const at = (hours: number) => new Date(Date.parse(record.licensing.at) + hours * 3_600_000);
  const watchIt = async (hours: number) => {
    await set(`registration_number = 'FN15FNC'`);
    await switchWatchedCar(em(), userId, at(hours));
    return (await findDueDates(em(), userId)).toSorted((a, b) => a.kind.localeCompare(b.kind));
  };
  afterAll(() => clearTables(em(), 'vehicles'));

  it('are those that a report has just read', async () => {
    await saveVehicleRecordIfNewer(em(), record);
    const dueByKind = registerDueDates(record, '2026-11-21');
    const read = (['mot', 'tax'] as const).map((kind) => {
      const due = dueByKind[kind];
      if (due.state !== 'dated') throw new Error(`${kind} has no date`);
      return {
        kind,
        on: due.on,
        source: due.source,
        fetchedAt: new Date(due.at),
        noDateReason: null,
        dateKnownSince: at(1),
      };
    });
    expect(await watchIt(1)).toMatchObject(read);
  });

  it('are unread when a register did not respond, or was read too long ago', async () => {
    await saveVehicleRecordIfNewer(em(), {
      ...record,
      licensing: { ...record.licensing, state: 'unavailable', reason: 'timeout' },
    });
    expect(await watchIt(1)).toMatchObject([
      { kind: 'mot', source: 'DVSA' },
      { kind: 'tax', noDateReason: 'not-read' },
    ]);
    await saveVehicleRecordIfNewer(em(), {
      ...record,
      fetchedAt: new Date(Date.parse(record.fetchedAt) + 1).toISOString(),
    });
    expect(await watchIt(9 * 24)).toMatchObject([
      { kind: 'mot', source: 'DVSA' },
      { kind: 'tax', on: null, noDateReason: 'not-read' },
    ]);
  });
});

describe('unread dates', () => {
  it('are filled from a report that was made since', async () => {
    expect((await fillAndFindDueDates(em(), userId, later(1))).map(({ noDateReason: why }) => why)).toEqual([
      'not-read',
      'not-read',
    ]);
    await saveVehicleRecordIfNewer(em(), vehicleRecordFixture({ today: '2026-11-21', testing: 'timeout' }));
    const dueDates = (await fillAndFindDueDates(em(), userId, later(1))).toSorted((a, b) =>
      a.kind.localeCompare(b.kind),
    );
    expect(dueDates.map(({ kind, source }) => [kind, source])).toEqual([
      ['mot', 'DVLA'],
      ['tax', 'DVLA'],
    ]);
    expect(await findDueDates(em(), userId)).toEqual(expect.arrayContaining(dueDates));
    await clearTables(em(), 'vehicles');
  });
});

describe('the notifiable member', () => {
  it.each([
    ['a member', '', true],
    ['on trial', `status = 'trialing'`, true],
    ['cancelled, until the end', `ends_at = '2026-12-01T00:00Z', cancel_requested_at = '2026-11-21T12:00Z'`, true],
    ['after the end, though Stripe has not carried it out', `ends_at = '2026-11-21T13:00Z'`, false],
    ['whose next charge is due', `trial_ends_at = '2026-11-21T12:30Z'`, true],
    ['whose next charge never came', `trial_ends_at = '2026-11-10T12:30Z', current_period_start = null`, false],
    ['whose charges fail', `status = 'past_due'`, true],
    ['cancelled', `status = 'canceled'`, false],
    ['without a car', 'registration_number = null', false],
  ])('%s', async (_, columns, sendable) => {
    if (columns !== '') await set(columns);
    expect((await findNotifiableMember(em(), userId, later(1))) !== null).toBe(sendable);
  });

  it('is null for a user who never had a membership', async () => {
    const other = (await createUser(em(), 'other@example.com', later(0)))!;
    expect(await findNotifiableMember(em(), other, later(0))).toBeNull();
  });

  it('has the addresses, and whether the address unsubscribed from reminders', async () => {
    const expected = { userId, registration: 'AB12CDE', email: 'dana@example.com', phone: null, texts: true };
    expect(await findNotifiableMember(em(), userId, later(1))).toMatchObject({ ...expected, emailStopped: false });
    await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'newsletter' }, later(1));
    expect(await findNotifiableMember(em(), userId, later(1))).toMatchObject({ emailStopped: false });
    await recordMailOptOut(em(), { email: 'dana@example.com', stream: 'reminder' }, later(1));
    expect(await findNotifiableMember(em(), userId, later(1))).toMatchObject({
      emailStopped: true,
      watch: { emailOn: true },
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findReportReadyMailData } from '@ve/data/report/report-ready-mail.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { finishTestVehicleFetch, requestTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { createUser } from '@ve/data/identity/user/user.repository';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { mailExamples, exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { mailBuilderOf } from '../../messaging/mails/mail-builders.ts';
import { renderEmail } from '../../messaging/mails/render-email.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const asked = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:25.000Z');
let userId: string;
let id: string;
beforeEach(async () => {
  const em = db.orm.em.fork();
  await clearTables(em, 'users', 'vehicle_fetches', 'vehicles', 'full_checks');
  userId = (await createUser(em, 'dana@example.com', asked))!;
  const request = { userId, registrationNumber: 'SL02WLY', requestedAt: asked, sentAt: later };
  ({ id } = await db.data.add('report_ready_mails', request));
});

const build = async () => {
  const mail = {
    id,
    template: 'report-ready',
    stream: 'service' as const,
    recipient: 'dana@example.com',
    subjectId: id,
    claimedUntil: later,
  };
  const content = await mailBuilderOf('report-ready')!(db.orm.em.fork(), mail, {
    settings: exampleMailSettings,
    now: later,
  });
  return 'skip' in content ? content : (await renderEmail(content)).text;
};
const end = async (outcome: 'found' | 'not-found' | 'unavailable') => {
  const em = db.orm.em.fork();
  const fetch = await requestTestVehicleFetch(em, { registration: 'SL02WLY', now: asked });
  const record = { ...ordinaryVehicleRecord('2026-11-21'), registration: 'SL02WLY', fetchedAt: later.toISOString() };
  const testing = { state: 'unavailable', source: 'DVSA', at: later.toISOString(), reason: 'timeout' } as const;
  await finishTestVehicleFetch(em, fetch.id, {
    outcome,
    now: later,
    ...(outcome === 'found' ? { record: { ...record, testing } } : {}),
  });
};

it('the mail names the sources that did not respond, and links to the report', async () => {
  await end('found');
  const text = await build();
  expect(text).toContain('Your report on SL02 WLY is ready in part');
  expect(text).toContain('DVSA did not respond');
  expect(text).toContain('https://vehicle-enquiry.example/report?reg=SL02WLY');
});

it.each([
  ['unavailable', 'None of our sources responded. This says nothing about the vehicle.'],
  ['not-found', 'DVLA has no vehicle under this registration number.'],
] as const)('the mail states the outcome %s plainly', async (outcome, text) => {
  await end(outcome);
  expect(await build()).toContain(text);
});

it('the mail states the result of the full check that was waited for, and of no other', async () => {
  const em = db.orm.em.fork();
  const subscription = await db.data.add('subscriptions', { userId, creditsUsed: 1 });
  const failed = { registrationNumber: 'SL02WLY', status: 'failed', failure: 'timeout' } as const;
  const check = (finished: Date, period: Date) =>
    db.data.add(
      'full_checks',
      { userId, subscriptionId: subscription.id, ...failed, periodEnd: period, finishedAt: finished },
      finished,
    );
  await check(new Date('2026-11-20T12:00:00.000Z'), asked);
  expect(await findReportReadyMailData(em, id)).toMatchObject({ check: null });
  await check(later, later);
  expect(await build()).toContain('Your full check failed. UK Vehicle Data did not answer in time.');
  expect(await build()).toContain('We couldn’t return your credit automatically');
  await db.data.set('full_checks', { failure: 'not-held' });
  expect(await build()).toContain('Your full check failed. The registers hold nothing about this vehicle.');
  await db.data.set('full_checks', { creditReturnedAt: later });
  expect(await build()).toContain('Your credit is back.');
});

it('the mail is skipped once the request is deleted', async () => {
  await clearTables(db.orm.em.fork(), 'report_ready_mails');
  expect(await build()).toEqual({ skip: 'subject-deleted' });
});

it('the mail names several sources that did not respond', async () => {
  const { text } = await renderEmail(mailExamples['report-ready'].partial!);
  expect(text).toContain('DVLA and DVSA did not respond');
});

describe('the mail to a reader of whose vehicle no source had answered', () => {
  beforeEach(async () => {
    await clearTables(db.orm.em.fork(), 'report_ready_mails', 'mail_suppressions');
    const retried = { registrationNumber: 'SL02WLY', requestedAt: asked, retryUntil: later, nextFetchAt: later };
    ({ id } = await db.data.add('report_ready_mails', { ...retried, email: 'dana@example.com', sentAt: later }));
  });

  it('states what the sources answered in the end, and that it is the only one', async () => {
    await end('unavailable');
    await end('found');
    const text = await build();
    expect(text).toContain('No source answered when you looked, and you asked us to tell you when one does.');
    expect(text).toContain('DVSA did not respond');
    expect(text).toContain('It was asked for on 21 November 2026 with this address.');
  });

  it('states that none answered, also when the fetches were purged', async () => {
    expect(await build()).toContain('We asked our sources for 48 hours, and none answered.');
  });

  it('is not sent to an address that complained or does not exist', async () => {
    await db.data.add('mail_suppressions', { email: 'dana@example.com', reason: 'complaint', suppressedAt: asked });
    expect(await build()).toEqual({ skip: 'suppressed' });
  });
});

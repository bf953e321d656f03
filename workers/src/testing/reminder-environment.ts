import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import type { MikroORM } from '@mikro-orm/postgresql';
import { tables } from '@ve/data/entities';
import { deleteFromOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addSubscription, grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import { testRows } from '@ve/data/testing/test-rows';
import { createUser } from '@ve/data/identity/user/user.repository';
import { type WatchChanges } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import type { MonitorAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { DvlaLicensingData, SpecificationData, MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { createPaidMonitorChecks } from '@ve/app/monitoring/alerts/paid-checks';
import { createRegisterMonitorChecks } from '@ve/app/monitoring/alerts/register-checks';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import { refreshDueDates } from '@ve/app/monitoring/read-registers';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { createMailHandler, createTextHandler } from '../handlers.ts';
import { queueReminderMessage } from '@ve/app/monitoring/reminders/send-reminder';
import { createTestJobContext } from './test-job-context.ts';
import { scriptedMail } from './scripted-mail.ts';
import { scriptedPaidSources } from './scripted-registers.ts';
import { scriptedTexts } from './scripted-texts.ts';
import { exampleLicensing, scriptedSources, exampleMotTesting } from './scripted-sources.ts';

/** The registers' data on a car. */
export interface ReminderTestCar {
  tax?: VehicleAnswer<Partial<DvlaLicensingData>>;
  mot?: VehicleAnswer<Partial<MotTestingData>>;
  /** The response to the paid monitor check. */
  specification?: Partial<SpecificationData>;
}

/** How a run of a job may die. */
export type JobCrashPoint = 'dies before commit' | 'dies after commit';

/** A car that is taxed until this day, without an MOT date. */
export const testCarTaxedUntil = (taxDueDate: string): ReminderTestCar => ({
  tax: { state: 'found', data: { taxStatus: 'Taxed', taxDueDate } },
});

/** A car whose MOT is valid until this day. */
export const testCarWithMotUntil = (motTestDueDate: string): ReminderTestCar => ({
  mot: { state: 'found', data: { motTestDueDate } },
});

/**
 * Members, their cars and a clock, with the scan and the reminder jobs run with the semantics of the workers: at least
 * once, with retries.
 */
export const openReminderEnvironment = (orm: MikroORM, start: Date) => {
  let at = start;
  const now = () => at;
  const cars = new Map<string, ReminderTestCar>();
  const calls = { licensing: 0, testing: 0 };
  const sources = {
    licensing: {
      find: (registration: string): Promise<VehicleAnswer<DvlaLicensingData>> => {
        calls.licensing += 1;
        const answer = cars.get(registration)?.tax ?? { state: 'not-held' };
        return Promise.resolve(
          answer.state === 'found' ? { ...answer, data: { ...exampleLicensing('FORD'), ...answer.data } } : answer,
        );
      },
    },
    testing: {
      find: (registration: string): Promise<VehicleAnswer<MotTestingData>> => {
        calls.testing += 1;
        const answer = cars.get(registration)?.mot ?? { state: 'not-held' };
        return Promise.resolve(
          answer.state === 'found' ? { ...answer, data: { ...exampleMotTesting('FORD'), ...answer.data } } : answer,
        );
      },
    },
  };
  const fork = () => orm.em.fork();
  const data = testRows(fork);
  const looking = { fork, now, isClosed: () => false };
  const handler = queueReminderMessage({ sources });
  const budget = { calls: null, pence: 1_000_000, pencePerCall: 1 };
  const specification = {
    find: (registration: string): Promise<VehicleAnswer<SpecificationData>> => {
      const answer = cars.get(registration)?.specification;
      const { specification: section } = vehicleRecordFixture({ specification: answer ?? 'not-held' });
      return Promise.resolve(
        section.state === 'found' ? { state: 'found', data: section.data } : { state: 'not-held' },
      );
    },
  };
  const checks = {
    ...createRegisterMonitorChecks({ ...scriptedSources({}).sources, ...sources }),
    ...createPaidMonitorChecks(
      { ...scriptedPaidSources({}), sources: { specification } },
      {
        specificationDays: 30,
        valueDays: 0,
        financeDays: 0,
        specificationBudget: budget,
        valueBudget: budget,
        financeBudget: budget,
      },
    ),
  };
  const checkHandler = runMonitorCheck(checks);
  const vendors = { ...scriptedMail(), ...scriptedTexts() };
  const senders = { 'mails.send': createMailHandler(vendors), 'texts.send': createTextHandler(vendors) };

  /** Runs one attempt of a job; returns whether it ended. */
  const attempt = async (
    { id, payload }: { id: string; payload: object },
    lastAttempt: boolean,
    failure: JobCrashPoint | null,
  ): Promise<boolean> => {
    const complete = async (em: ReturnType<typeof fork>): Promise<boolean> => {
      if (failure === 'dies before commit') throw new Error('killed');
      return (await deleteFromOutbox(em, [id])) === 1;
    };
    try {
      await handler(payload as never, createTestJobContext({ orm, now }, { lastAttempt, complete }));
      if (failure === 'dies after commit')
        await handler(payload as never, createTestJobContext({ orm, now }, { lastAttempt, complete }));
      await deleteFromOutbox(fork(), [id]);
      return true;
    } catch {
      return false;
    }
  };

  return {
    now,
    calls,
    handler,
    sources,
    setCar: (registration: string, car: ReminderTestCar) =>
      cars.set(registration, { ...cars.get(registration), ...car }),
    travelTo: (iso: string) => {
      at = new Date(iso);
    },

    /** Creates a member whose membership runs for two years. */
    join: async (
      name: string,
      registration: string,
      car: ReminderTestCar,
      changes: WatchChanges = {},
    ): Promise<string> => {
      cars.set(registration, car);
      const userId = await createUser(fork(), `${name}@example.com`, at);
      if (userId === null) throw new Error(`${name} is a user already`);
      const paidUntil = new Date(at.getTime() + 730 * 86_400_000);
      const subscriptionId = await addSubscription(
        fork(),
        {
          userId,
          status: 'active',
          registration,
          stripeSubscriptionId: `sub_${name}`,
          trialEndsAt: at,
          currentPeriodStart: at,
          currentPeriodEnd: paidUntil,
          card: null,
        },
        { now: at, listener: watchSubscriptionListener },
      );
      if (subscriptionId !== null) await grantPeriodCredit(fork(), subscriptionId, paidUntil);
      await data.add(
        'customers',
        {
          userId,
          name,
          email: `${name}@example.com`,
          phoneNumber: `+4477009001${String(cars.size).padStart(2, '0')}`,
          phoneConfirmedAt: at,
        },
        at,
      );
      await changeWatch(fork(), { userId, changes }, at);
      return userId;
    },

    /** Runs the check of one aspect of a member's car, if it is due. */
    look: (userId: string, aspect: MonitorAspect) =>
      checkHandler({ userId, aspect, correlationId: 'look' }, createTestJobContext({ orm, now })),
    refresh: () => refreshDueDates({ ...looking, sources, signal: new AbortController().signal }),
    scan: () => scanReminders(looking),

    /** Runs the outbox until it is empty, each job at most five times. */
    settle: async (outcomeOf: () => JobCrashPoint | null = () => null): Promise<void> => {
      const waiting = await data.all('outbox', { jobName: 'reminders.send' }, 'position');
      for (const job of waiting) {
        let ended = false;
        for (let run = 1; run <= 5 && !ended; run += 1) ended = await attempt(job, run === 5, outcomeOf());
        // Its queue has made it a dead letter.
        if (!ended) await deleteFromOutbox(fork(), [job.id]);
      }
    },

    /** Sends the queued mails and texts. */
    send: async (): Promise<void> => {
      const waiting = await data.all('outbox', { jobName: ['mails.send', 'texts.send'] }, 'position');
      for (const { id, jobName: job, payload } of waiting) {
        await senders[job as keyof typeof senders](payload as never, createTestJobContext({ orm, now }));
        await deleteFromOutbox(fork(), [id]);
      }
    },
    sent: () => ({ mails: vendors.given.length, texts: vendors.givenTexts.length }),

    /** Returns every queued message in order: time, member, channel, subject. */
    messages: async (): Promise<string[]> => {
      const sent = {
        email: await data.all('mails', { template: 'reminder' }),
        sms: await data.all('texts', { template: 'reminder' }),
      };
      const reminders = await tables(fork())
        .selectFrom('reminders as of')
        .innerJoin('users', 'users.id', 'of.userId')
        .select(['of.id', 'email', 'channel', 'kind', 'dueOn', 'leadDays as lead', 'late'])
        .execute();
      return reminders
        .flatMap(({ id, email, channel, kind, dueOn: due, lead, late }) =>
          sent[channel]
            .filter((message) => message.subjectId === id)
            .map(({ createdAt: at }) => {
              const when = at.toISOString().slice(0, 16).replace('T', ' ');
              return `${when} ${email.split('@')[0]} ${channel} ${kind} ${due} ${lead}${late ? ' late' : ''}`;
            }),
        )
        .toSorted();
    },

    /** Returns the reminders that were planned and not sent, with the reason. */
    skipped: async (): Promise<string[]> => {
      const planned = await data.all('reminders', {}, ['plannedAt', 'kind', 'leadDays', 'channel']);
      return planned
        .filter((row) => row.finishedAt === null || row.skipReason !== null)
        .map((row) => `${row.kind} ${row.leadDays} ${row.channel}: ${row.skipReason ?? 'open'}`);
    },
  };
};

export type ReminderEnvironment = ReturnType<typeof openReminderEnvironment>;

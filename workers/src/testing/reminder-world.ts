import { followSubscription } from '@ve/data/monitoring/watch/follow-subscription';
import type { MikroORM } from '@mikro-orm/postgresql';
import { deleteFromOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addSubscription, creditPeriod } from '@ve/data/membership/subscription/subscription.repository';
import { createUser } from '@ve/data/identity/user/user.repository';
import { changeWatch, type WatchChanges } from '@ve/data/monitoring/watch/watch.repository';
import type { WatchAspect } from '@ve/domain/monitoring/alerts/watch-aspects';
import type { Licensing, Specification, Testing } from '@ve/domain/vehicle/record/vehicle-record';
import { recordOf } from '@ve/domain/testing/vehicle-records';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { createPaidLooks } from '../monitoring/alerts/look-paid.ts';
import { createRegisterLooks } from '../monitoring/alerts/look-registers.ts';
import { createLookHandler } from '../monitoring/alerts/look.handler.ts';
import { refreshDues } from '../monitoring/reminders/refresh-dues.ts';
import { scanReminders } from '../monitoring/reminders/scan-reminders.ts';
import { createMailHandler } from '../messaging/mails/send.handler.ts';
import { createReminderHandler } from '../monitoring/reminders/send.handler.ts';
import { createTextHandler } from '../messaging/texts/send.handler.ts';
import { contextFor } from './context-for.ts';
import { scriptedMail } from './scripted-mail.ts';
import { scriptedRegisters } from './scripted-registers.ts';
import { scriptedTexts } from './scripted-texts.ts';
import { licensingOf, scriptedSources, testingOf } from './scripted-sources.ts';

/** What the registers say of a car. */
export interface Car {
  tax?: VehicleAnswer<Partial<Licensing>>;
  mot?: VehicleAnswer<Partial<Testing>>;
  /** To the look that costs money. */
  specification?: Partial<Specification>;
}

/** What may befall one run of a job, besides going well. */
export type Fate = 'dies before commit' | 'dies after commit';

/** A car that is taxed until then, without an MOT date. */
export const taxedUntil = (taxDueDate: string): Car => ({
  tax: { state: 'found', data: { taxStatus: 'Taxed', taxDueDate } },
});

/** A car whose MOT runs until then. */
export const testedUntil = (motTestDueDate: string): Car => ({ mot: { state: 'found', data: { motTestDueDate } } });

/**
 * Members, their cars and a clock, with the scan and the jobs of reminders run as the workers would: at least once, and
 * again when they fail.
 */
export const openReminderWorld = (orm: MikroORM, start: Date) => {
  let at = start;
  const now = () => at;
  const cars = new Map<string, Car>();
  const calls = { licensing: 0, testing: 0 };
  const sources = {
    licensing: {
      find: (registration: string): Promise<VehicleAnswer<Licensing>> => {
        calls.licensing += 1;
        const answer = cars.get(registration)?.tax ?? { state: 'not-held' };
        return Promise.resolve(
          answer.state === 'found' ? { ...answer, data: { ...licensingOf('FORD'), ...answer.data } } : answer,
        );
      },
    },
    testing: {
      find: (registration: string): Promise<VehicleAnswer<Testing>> => {
        calls.testing += 1;
        const answer = cars.get(registration)?.mot ?? { state: 'not-held' };
        return Promise.resolve(
          answer.state === 'found' ? { ...answer, data: { ...testingOf('FORD'), ...answer.data } } : answer,
        );
      },
    },
  };
  const fork = () => orm.em.fork();
  const looking = { fork, now, isClosed: () => false };
  const handler = createReminderHandler({ sources });
  const budget = { calls: null, pence: 1_000_000, pencePerCall: 1 };
  const specification = {
    find: (registration: string): Promise<VehicleAnswer<Specification>> => {
      const said = cars.get(registration)?.specification;
      const { specification: section } = recordOf({ specification: said ?? 'not-held' });
      return Promise.resolve(
        section.state === 'found' ? { state: 'found', data: section.data } : { state: 'not-held' },
      );
    },
  };
  const looks = {
    ...createRegisterLooks({ ...scriptedSources({}).sources, ...sources }),
    ...createPaidLooks(
      { ...scriptedRegisters({}), sources: { specification } },
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
  const lookHandler = createLookHandler(looks);
  const vendors = { ...scriptedMail(), ...scriptedTexts() };
  const senders = { 'mails.send': createMailHandler(vendors), 'texts.send': createTextHandler(vendors) };

  /** Runs one attempt of a job; whether it ended. */
  const attempt = async (
    { id, payload }: { id: string; payload: { reminderId: string; correlationId: string } },
    lastAttempt: boolean,
    fate: Fate | null,
  ): Promise<boolean> => {
    const complete = async (em: ReturnType<typeof fork>): Promise<boolean> => {
      if (fate === 'dies before commit') throw new Error('killed');
      return (await deleteFromOutbox(em, [id])) === 1;
    };
    try {
      await handler(payload, contextFor({ orm, now }, { lastAttempt, complete }));
      if (fate === 'dies after commit') await handler(payload, contextFor({ orm, now }, { lastAttempt, complete }));
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
    setCar: (registration: string, car: Car) => cars.set(registration, { ...cars.get(registration), ...car }),
    travelTo: (iso: string) => {
      at = new Date(iso);
    },

    /** A member whose membership runs for two years. */
    join: async (name: string, registration: string, car: Car, changes: WatchChanges = {}): Promise<string> => {
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
        { now: at, listener: followSubscription },
      );
      if (subscriptionId !== null) await creditPeriod(fork(), subscriptionId, paidUntil);
      await fork().execute(
        `insert into customers (user_id, name, email, phone_number, phone_confirmed_at, created_at)
         values (?, ?, ?, ?, ?, ?)`,
        [userId, name, `${name}@example.com`, `+4477009001${String(cars.size).padStart(2, '0')}`, at, at],
      );
      await changeWatch(fork(), userId, changes, at);
      return userId;
    },

    /** Looks at one aspect of a member's car, where that is due. */
    look: (userId: string, aspect: WatchAspect) =>
      lookHandler({ userId, aspect, correlationId: 'look' }, contextFor({ orm, now })),
    refresh: () => refreshDues({ ...looking, sources, signal: new AbortController().signal }),
    scan: () => scanReminders(looking),

    /** Runs what waits in the outbox until nothing does, each job at most five times. */
    settle: async (fateOf: () => Fate | null = () => null): Promise<void> => {
      const waiting = await fork().execute<{ id: string; payload: { reminderId: string; correlationId: string } }[]>(
        `select id, payload from outbox where job_name = 'reminders.send' order by position`,
      );
      for (const job of waiting) {
        let ended = false;
        for (let run = 1; run <= 5 && !ended; run += 1) ended = await attempt(job, run === 5, fateOf());
        // Given up by its queue.
        if (!ended) await deleteFromOutbox(fork(), [job.id]);
      }
    },

    /** Sends what was handed to the mails and texts. */
    send: async (): Promise<void> => {
      const waiting = await fork().execute<{ id: string; job: keyof typeof senders; payload: never }[]>(
        `select id, job_name as job, payload from outbox where job_name in ('mails.send', 'texts.send') order by position`,
      );
      for (const { id, job, payload } of waiting) {
        await senders[job](payload, contextFor({ orm, now }));
        await deleteFromOutbox(fork(), [id]);
      }
    },
    sent: () => ({ mails: vendors.given.length, texts: vendors.givenTexts.length }),

    /** Every message that was handed to the mails and texts, in order: when, whose, by which channel, about what. */
    messages: async (): Promise<string[]> => {
      const rows = await fork().execute<
        Record<'at' | 'recipient' | 'channel' | 'kind' | 'due' | 'lead' | 'late', string>[]
      >(`
        select to_char(message.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at,
          split_part(email, '@', 1) as recipient, channel, kind, due_on::text as due, lead, late
        from (
          select subject_id, created_at as at, 'email' as by from mails where template = 'reminder'
          union all select subject_id, created_at, 'sms' from texts where template = 'reminder'
        ) message
        join reminders on reminders.id = message.subject_id and reminders.channel = message.by
        join users on users.id = reminders.user_id
        order by message.at, recipient, channel, kind
      `);
      return rows.map(
        (row) =>
          `${row.at} ${row.recipient} ${row.channel} ${row.kind} ${row.due} ${row.lead}${String(row.late) === 'true' ? ' late' : ''}`,
      );
    },

    /** The reminders that were planned and not sent, with the reason. */
    skipped: async (): Promise<string[]> => {
      const rows = await fork().execute<{ text: string }[]>(`
        select kind || ' ' || lead || ' ' || channel || ': ' || coalesce(skip_reason, 'open') as text
        from reminders where ended_at is null or skip_reason is not null order by planned_at, kind, lead, channel
      `);
      return rows.map(({ text }) => text);
    },
  };
};

export type ReminderWorld = ReturnType<typeof openReminderWorld>;

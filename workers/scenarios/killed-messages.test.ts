import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { notEqualCondition, testRows } from '@ve/data/testing/test-rows';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  lockMonitorCheckState,
  storeMonitorCheckState,
} from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { retryDeadLetter } from '@ve/app/operations/rerun-job';
import { addSubscription, grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { createUser } from '@ve/data/identity/user/user.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { seededRandom } from '@ve/domain/testing/seeded-random';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { setTimeout as pause } from 'node:timers/promises';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { exampleLicensing, exampleMotTesting } from '@ve/workers/testing/scripted-sources';
import { startScriptedSourceServer } from '@ve/workers/testing/source-server';
import { startTwilioSandbox } from '@ve/workers/testing/twilio-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

const aDay = 86_400_000;

/** Hundreds of kills in a soak (`npm run soak`), otherwise three, from a fixed seed. */
const isSoak = process.env.SOAK_RUNS !== undefined;
const rounds: [seed: number, kills: number][] = isSoak
  ? [[Number(process.env.SOAK_SEED ?? 1), Number(process.env.SOAK_KILLS ?? 240)]]
  : [[1, 3]];

/** Concurrent workers, each of which is killed. */
const workers = isSoak ? 4 : 2;

/** Members who join for each worker that starts, so that there is always something to plan and send. */
const joining = 2;

/** The longest life of a worker: about the time needed to send everything to the members who just joined. */
const livesMs = 3_000;

/** How long everything may take to arrive after the last kill. */
const waitLimitMs = 400_000;

/*
 * Several workers plan and send, and each is killed at a random moment. The sandbox's Twilio and its mail server record
 * what was sent. For each member one reminder and one alert are due by mail and by text.
 */
describe.each(queueBackendsForHandlers())(
  'messages on $name, whose workers are killed (-9) at random moments',
  (backend) => {
    let harness: QueueHarness;
    let sandbox: Awaited<ReturnType<typeof startTwilioSandbox>>;
    let sources: Awaited<ReturnType<typeof startScriptedSourceServer>>;
    beforeAll(async () => {
      [harness, sandbox] = await Promise.all([openQueueHarness(backend), startTwilioSandbox()]);
      // Records claims that were taken over without having been finished or released: their worker died.
      await em().execute(`
      create table lost_claims (mail_id uuid not null);
      create function note_lost_claim() returns trigger language plpgsql as
        $$ begin insert into lost_claims values (old.id); return null; end $$;
      create trigger note_lost_claim after update of claimed_until on mails for each row
        when (old.claimed_until <> new.claimed_until) execute function note_lost_claim()
    `);
    });
    beforeEach(async () => {
      sources = await startScriptedSourceServer();
      sources.say({
        DVLA: { state: 'found', data: { ...exampleLicensing('FORD'), taxStatus: 'Taxed', taxDueDate: dueOn } },
        DVSA: { state: 'found', data: { ...exampleMotTesting('FORD'), hasOutstandingRecall: 'Yes' } },
      });
    });
    afterEach(async () => {
      await harness.reset();
      await Promise.all([sources.close(), sandbox.reset()]);
      await clearTables(
        em(),
        'users',
        'customers',
        'mails',
        'texts',
        'vendor_daily_usage',
        'token_buckets',
        'scheduled_jobs',
      );
      await em().execute('truncate lost_claims');
    });
    afterAll(async () => {
      await harness.close();
      await sandbox.close();
    });

    const em = () => harness.orm.em.fork();
    // One day past the fourteen-day reminder, so that midnight during the run changes nothing.
    const dueOn = addDays(londonDate(new Date()), 13);
    const start = () =>
      harness.startChild({
        // Leases long enough that only a killed worker loses its job, mail or text, even on a busy machine.
        ...{ lockMs: 5_000, leaseMs: 20_000, planMs: 1_000, readyMs: waitLimitMs },
        sourcesUrl: sources.url,
        smtpUrl: sandbox.smtp,
        textsUrl: sandbox.url,
      });

    /**
     * Creates a long-standing member without quiet hours, whose tax is due within fourteen days and whose car had no
     * recall yesterday.
     */
    const join = async (n: number): Promise<void> => {
      const now = new Date();
      const [began, yesterday] = [new Date(now.getTime() - 40 * aDay), new Date(now.getTime() - aDay)];
      const email = `member${n}@example.com`;
      const registration = `AB${String(n).padStart(4, '0')}C`;
      await em().transactional(async (own) => {
        const userId = (await createUser(own, email, began))!;
        const period = { currentPeriodStart: began, currentPeriodEnd: new Date(now.getTime() + 40 * aDay) };
        const paid = { userId, status: 'active', registration, stripeSubscriptionId: `sub_${n}`, card: null } as const;
        const id = await addSubscription(
          own,
          { ...paid, trialEndsAt: began, ...period },
          { now: began, listener: watchSubscriptionListener },
        );
        await grantPeriodCredit(own, id!, period.currentPeriodEnd);
        const data = testRows(() => own);
        const phone = { phoneNumber: `+447911${String(n).padStart(6, '0')}`, phoneConfirmedAt: began };
        await data.add('customers', { userId, email, ...phone }, began);
        await changeWatch(own, { userId, changes: { smsOn: true, quiet: { from: 0, until: 0 } } }, began);
        const due = { dueOn, source: 'DVLA', noDateReason: null, fetchedAt: yesterday } as const;
        await data.set('watch_due_dates', due, { userId, kind: 'tax' });
        await lockMonitorCheckState(own, { userId, aspect: 'testing', registration }, yesterday);
        const known = { tests: [], since: londonDate(began), recall: 'No', motDueOn: null };
        const times = { readAt: yesterday, triedAt: yesterday, nextCheckAt: yesterday };
        await storeMonitorCheckState(own, { userId, aspect: 'testing' }, { known, ...times });
      });
    };

    /** Messages that arrived, in order: mails by the id in their Message-ID, and texts. */
    const seen = { mails: new Map<string, string>(), texts: new Map<string, string>() };
    const readSandbox = async (): Promise<void> => {
      for (const { id, headers } of await sandbox.mails()) {
        const messageId = headers.find(({ name }) => name === 'message-id')?.value ?? '';
        seen.mails.set(id, /<([0-9a-f-]{36})@/.exec(messageId)?.[1] ?? messageId);
      }
      for (const { sid, to } of await sandbox.texts()) seen.texts.set(sid, to);
    };

    /** Counts the messages being sent: by a live worker, or by one that died. */
    const countSending = (table: 'mails' | 'texts') =>
      harness.data.count(table, { claimedUntil: notEqualCondition(null), sentAt: null });

    /** Retries, as staff do, the dead letters of jobs that lost their worker twenty times. Returns how many. */
    const orderAgain = async (): Promise<number> => {
      const lost = await harness.data.all('dead_letters');
      for (const { id } of lost) await em().transactional((own) => retryDeadLetter(own, id, new Date()));
      return lost.length;
    };

    it.each(rounds)(
      'by seed %d, %d of them: each message arrives, texts once, and mails twice only under one Message-ID',
      async (seed, kills) => {
        const random = seededRandom(seed);
        seen.mails.clear();
        seen.texts.clear();
        const cut = { mails: 0, texts: 0 };
        let [members, begun] = [0, 0];
        /** Runs workers one after another, each killed after a random time; the last one stays. */
        const lives = async (): Promise<void> => {
          let worker = await start();
          while (begun < kills) {
            begun += 1;
            const lived = random() * livesMs;
            for (let n = 0; n < joining; n += 1) await join((members += 1));
            await pause(lived);
            worker.kill('SIGKILL');
            await worker.exited;
            cut.mails += await countSending('mails');
            cut.texts += await countSending('texts');
            worker = await start();
            await readSandbox();
          }
        };
        await Promise.all(Array.from({ length: workers }, lives));
        const left = async (): Promise<string[]> => {
          const mails = await harness.data.values('mails', 'recipient', { sentAt: notEqualCondition(null) });
          const texts = await harness.data.values('texts', 'recipient', { vendorMessageId: notEqualCondition(null) });
          const sentTo = (all: (string | null)[], to: string | null) => all.filter((each) => each === to).length;
          return (await harness.data.all('customers'))
            .filter(({ email, phoneNumber: phone }) => sentTo(mails, email) < 2 || sentTo(texts, phone) < 2)
            .map(({ email }) => email);
        };
        let deadLetters = 0;
        const deadline = Date.now() + waitLimitMs;
        for (let waiting = await left(); waiting.length > 0; waiting = await left()) {
          if (Date.now() > deadline) throw new Error(`messages have not arrived, of ${waiting.join(', ')}`);
          // Read before the sandbox's outbox overflows.
          await readSandbox();
          deadLetters += await orderAgain();
          await pause(2_000);
        }
        await waitUntil('the queues are idle', harness.idle, 120_000);
        await readSandbox();

        const rows = await harness.data.all('mails', {}, ['recipient', 'template']);
        const numbers = Array.from({ length: members }, (_, n) => n + 1);
        const wanted = numbers.flatMap((n) =>
          ['alert', 'reminder'].map((template) => `${template} member${n}@example.com`),
        );
        expect(rows.map(({ template, recipient }) => `${template} ${recipient}`).toSorted()).toEqual(wanted.toSorted());
        // Nothing is lost, and nothing arrived without a row.
        const arrived = [...seen.mails.values()];
        expect(new Set(arrived)).toEqual(new Set(rows.map(({ id }) => id)));
        // SMTP has no idempotency: a mail repeats only where its own worker died while sending it (ADR 11), and as
        // often.
        const lost = (await em().execute<{ id: string }[]>('select mail_id as id from lost_claims')).map(
          ({ id }) => id,
        );
        const times = (all: readonly string[], id: string) => all.filter((each) => each === id).length;
        const twice = rows.map(({ id }) => id).filter((id) => times(arrived, id) > 1);
        expect(twice.filter((id) => times(arrived, id) - 1 > times(lost, id))).toEqual([]);

        const texts = await harness.data.all('texts');
        expect(new Map(texts.map(({ vendorMessageId, recipient }) => [vendorMessageId, recipient]))).toEqual(
          seen.texts,
        );
        const phones = numbers.flatMap((n) =>
          ['alert', 'reminder'].map((template) => `${template} +447911${String(n).padStart(6, '0')}`),
        );
        expect(texts.map(({ template, recipient }) => `${template} ${recipient}`).toSorted()).toEqual(
          phones.toSorted(),
        );
        expect(await harness.data.count('reminders', { finishedAt: null })).toBe(0);
        expect(await harness.data.count('watch_events', { kind: 'recall' })).toBe(members);
        if (!isSoak) return;
        // In a soak, kills that hit no sending would prove nothing.
        expect(Math.min(lost.length, cut.mails, cut.texts)).toBeGreaterThan(0);
        const notified = `${kills} kills, ${members} members, ${rows.length} mails (${twice.length} twice), ${texts.length} texts, ${deadLetters} ordered again`;
        process.stderr.write(
          `${backend.name}, seed ${seed}: ${notified}; being sent at a kill: ${cut.mails} mails, ${cut.texts} texts; ${lost.length} mails lost their worker\n`,
        );
      },
      600_000 + Math.max(...rounds.map(([, kills]) => kills)) * 30_000,
    );
  },
);

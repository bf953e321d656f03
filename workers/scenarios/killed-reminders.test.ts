import { watchSubscriptionListener } from '@ve/app/monitoring/watch/ensure-watch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addSubscription, grantPeriodCredit } from '@ve/data/membership/subscription/subscription.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { createUser } from '@ve/data/identity/user/user.repository';
import { changeWatch } from '@ve/app/monitoring/watch/change-watch';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { exampleLicensing, exampleMotTesting } from '@ve/workers/testing/scripted-sources';
import { startScriptedSourceServer } from '@ve/workers/testing/source-server';
import { waitUntil } from '@ve/workers/testing/wait-until';

const aDay = 86_400_000;
/** Hundreds in a soak: `npm run soak`. */
const kills = process.env.SOAK_RUNS === undefined ? 3 : 100;

describe.each(queueBackendsForHandlers())('reminders on $name, whose worker is killed (-9)', (backend) => {
  let harness: QueueHarness;
  let sources: Awaited<ReturnType<typeof startScriptedSourceServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    sources = await startScriptedSourceServer();
  });
  afterEach(async () => {
    await harness.reset();
    await sources.close();
    await clearTables(em(), 'users', 'subscriptions', 'mails', 'outbox');
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const now = () => new Date();
  const dueOn = addDays(londonDate(now()), 14);
  const child = () => harness.startChild({ lockMs: 1_000, sourcesUrl: sources.url });
  const scan = () => scanReminders({ fork: em, now, isClosed: () => false });
  const answers = {
    DVLA: { state: 'found', data: { ...exampleLicensing('FORD'), taxStatus: 'Taxed', taxDueDate: dueOn } },
    DVSA: { state: 'found', data: exampleMotTesting('FORD') },
  } as const;

  /** Creates a member without quiet hours whose tax is due in fourteen days, as read the day before yesterday. */
  const join = async (n: number): Promise<void> => {
    const began = new Date(now().getTime() - 40 * aDay);
    const userId = (await createUser(em(), `member${n}@example.com`, began))!;
    const registration = `AB${String(n).padStart(4, '0')}C`;
    const end = new Date(now().getTime() + 40 * aDay);
    const id = await addSubscription(
      em(),
      {
        userId,
        status: 'active',
        registration,
        stripeSubscriptionId: `sub_${n}`,
        trialEndsAt: began,
        currentPeriodStart: began,
        currentPeriodEnd: end,
        card: null,
      },
      { now: began, listener: watchSubscriptionListener },
    );
    await grantPeriodCredit(em(), id!, end);
    await changeWatch(em(), { userId, changes: { quiet: { from: 0, until: 0 } } }, began);
    await harness.data.set(
      'watch_due_dates',
      { dueOn, source: 'DVLA', noDateReason: null, fetchedAt: new Date(now().getTime() - 2 * aDay) },
      { userId, kind: 'tax' },
    );
  };
  const sent = () => harness.data.all('mails', { template: 'reminder' }, 'recipient');

  it('are sent once by the next worker when killed between the plan and the register’s response', async () => {
    await join(1);
    const doomed = await child();
    expect(await scan()).toMatchObject({ planned: 1 });
    await waitUntil('the register is asked', () => sources.calls.DVLA === 1);
    doomed.kill('SIGKILL');
    await doomed.exited;
    expect(await sent()).toEqual([]);
    sources.say(answers);
    await child();
    await waitUntil('it is sent', async () => (await sent()).length === 1);
    await waitUntil('the queues are idle', harness.idle);
    await scan();
    await waitUntil('the queues are idle', harness.idle);
    expect(await sent()).toMatchObject([{ recipient: 'member1@example.com' }]);
  });

  it(
    'arrive once each when killed at random times',
    async () => {
      sources.say(answers);
      const members = Array.from({ length: kills * 4 }, (_, n) => n + 1);
      for (const n of members) await join(n);
      let running = await child();
      const scanned = scan();
      for (let kill = 1; kill <= kills; kill += 1) {
        const enough = Math.min(kill * 3, members.length - 1);
        await waitUntil('some are sent', async () => (await sent()).length >= enough);
        running.kill('SIGKILL');
        await running.exited;
        running = await child();
      }
      await scanned;
      await waitUntil('all are sent', async () => (await sent()).length >= members.length);
      await waitUntil('the queues are idle', harness.idle);
      const recipients = (await sent()).map(({ recipient }) => recipient);
      expect(recipients.toSorted()).toEqual(members.map((n) => `member${n}@example.com`).toSorted());
      expect(await harness.data.count('reminders', { finishedAt: null })).toBe(0);
    },
    kills * 30_000,
  );
});

import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { connectDatabase } from '@ve/data/kernel/database';
import { testRows } from '@ve/data/testing/test-rows';
import { canaryWatchActor } from '@ve/domain/releases/canary-watch-actor';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { openScenarioBrowser, type ScenarioBrowser } from './browser.ts';
import { createSimulatedPerson } from './person.ts';
import { emptyScenarioCounts } from './scenario-counts.ts';
import type { ScenarioStack } from './scenario-stack.ts';
import { createSeededRandom } from './seeded-random.ts';

/** Ends a fault, and waits until the stack is as before. */
type Undo = () => Promise<void>;

export interface AlertFault {
  what: string;
  /** The alerts that it has to cause. */
  alerts: readonly string[];
  cause(stack: ScenarioStack): Promise<Undo>;
}

const hour = 3_600_000;
const letters = 'ABCDEFGHJKLMNPRSTUVW';
/** Registrations and addresses that no one used yet, for one rehearsal. */
const createUnused = () => {
  let vehicles = 0;
  let clients = 0;
  return {
    /** A registration that was not looked up yet. */
    registration: (): string => {
      vehicles += 1;
      const letter = (place: number): string => letters[Math.floor(vehicles / 20 ** place) % 20] ?? 'A';
      return `F${letter(3)}21${letter(2)}${letter(1)}${letter(0)}`;
    },
    /** A client of its own, so that no limit of one counts. */
    client: (): { address: string; number: number } => {
      clients += 1;
      return { address: `10.9.${clients >> 8}.${clients & 255}`, number: clients };
    },
  };
};
type Unused = ReturnType<typeof createUnused>;

const openBrowser = ({ origin }: ScenarioStack, address: string): ScenarioBrowser =>
  openScenarioBrowser({ origin, address, onLost: () => undefined });

/** Acts again and again until the returned function is called; what fails is part of the fault. */
const repeat = (everyMs: number, act: () => Promise<unknown>): Undo => {
  const stopped = new AbortController();
  const running = new Set<Promise<unknown>>();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      const one = act()
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
      await delay(everyMs);
    }
  })();
  return async () => {
    stopped.abort();
    await loop;
    await Promise.all(running);
  };
};

/** Looks a vehicle up, once, also where that fails. */
const lookUp = ({ origin }: ScenarioStack, registration: string): Promise<unknown> =>
  fetch(`${origin}/api/vehicle-lookup?reg=${registration}`).then((answer) => answer.text());

/** Fetches a vehicle that was not looked up yet, once, also where that is refused. */
const fetchUnusedVehicle = ({ origin }: ScenarioStack, unused: Unused): Promise<unknown> =>
  fetch(`${origin}/api/fetch-vehicle-data`, {
    method: 'POST',
    headers: {
      ...firstPartyHeaders,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': unused.client().address,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ registration: unused.registration(), datapackage: 'VehicleData' }),
    signal: AbortSignal.timeout(30_000),
  }).then((answer) => answer.text());

/** Shared by the workers of a fault, which take them from one queue. */
const fetchesAtOnce = 12;

/** The fetches that the workers run now, as their metrics say. */
const countActiveFetches = async ({ ports }: ScenarioStack): Promise<number> => {
  const [port = 0] = ports.workers;
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  const line = metrics.split('\n').find((each) => /^queue_jobs\{/.test(each) && isOfActiveFetches(each));
  return Number(line?.split(' ').at(-1) ?? 0);
};
const isOfActiveFetches = (line: string): boolean =>
  line.includes('queue="vehicle-fetches"') && line.includes('state="active"');

const breakVendors = async (
  { control }: ScenarioStack,
  fault: { mode: string; delayMs?: number },
  vendors = ['dvla', 'dvsa', 'ukvd'],
): Promise<void> => {
  for (const vendor of vendors) await control('PUT', `faults/${vendor}`, fault);
};

const repairVendors = async ({ url }: ScenarioStack): Promise<void> => {
  await fetch(`${url}/control/faults`, { method: 'DELETE' });
};

/** Someone with a working card who fills in the form of a sign-up. */
const createPerson = (stack: ScenarioStack, unused: Unused) => {
  const { address, number } = unused.client();
  return createSimulatedPerson({
    stack,
    counts: emptyScenarioCounts(),
    chance: createSeededRandom(number),
    name: `alert${number}`,
    address,
    card: '4242424242424242',
    registration: 'AB12CDE',
  });
};

/** A connection of its own to the database. */
const withDatabase = async (
  { postgres }: ScenarioStack,
  act: (orm: Awaited<ReturnType<typeof connectDatabase>>) => Promise<void>,
): Promise<void> => {
  const orm = await connectDatabase({ url: postgres.url, poolSize: 2 });
  try {
    await act(orm);
  } finally {
    await orm.close(true);
  }
};

/** What a fault leaves in the database, for the alerts that count such rows. */
const addRows = async (stack: ScenarioStack): Promise<Undo> => {
  const at = new Date();
  let userId = '';
  await withDatabase(stack, async (orm) => {
    const data = testRows(() => orm.em.fork());
    userId = (await data.add('users')).id;
    const disputed = await data.add('payments', { userId, disputeState: 'open', disputedAt: at });
    await data.set('payments', { refundFailedAt: at }, { id: disputed.id });
    await data.add('release_moves', {
      name: 'mfe-report',
      action: 'rollback',
      fromVersion: 'bad',
      toVersion: 'good',
      createdAt: at,
      createdBy: canaryWatchActor,
    });
    await data.add('mails', { failedAt: at, failure: 'refused 550' });
    await data.add('stripe_events', {
      stripeEventId: 'evt_failed',
      type: 'charge.updated',
      createdAt: at,
      receivedAt: at,
      failure: 'Stripe has no such object',
    });
    await data.add('contact_messages', {
      name: 'Dana Driver',
      email: 'dana@example.com',
      message: 'A complaint',
      kind: 'complaint',
      state: 'escalated',
      escalatedAt: at,
      receivedAt: at,
    });
    for (const name of ['backup', 'restore check'])
      await data.add('scheduled_jobs', {
        name,
        intervalMs: 24 * hour,
        startedAt: at,
        finishedAt: at,
        failureCount: 1,
        lastError: 'no space left',
      });
    await data.add('vendor_daily_usage', {
      vendor: 'rehearsal',
      day: londonDate(at),
      calls: 9,
      costPence: 900,
      callsLimit: 10,
      penceLimit: 1_000,
    });
  });
  // A job that this version does not know is neither run nor reviewed.
  await stack.rows(
    `insert into outbox (job_name, payload, created_at, relayed_at)
     select 'later-release.job', '{}', at, at from (select now() - interval '2 hours' as at)`,
  );
  return () =>
    withDatabase(stack, async (orm) => {
      const data = testRows(() => orm.em.fork());
      for (const table of ['change_notices', 'payments', 'subscriptions'] as const)
        await data.remove(table, { userId });
      await data.remove('announced_changes');
      await data.remove('mails', { failure: 'refused 550' });
      await data.remove('release_moves', { createdBy: canaryWatchActor });
      await data.remove('stripe_events', { stripeEventId: 'evt_failed' });
      await data.remove('contact_messages', { state: 'escalated' });
      await data.remove('vendor_daily_usage', { vendor: 'rehearsal' });
      await data.remove('scheduled_jobs', { name: ['backup', 'restore check'] });
      await stack.rows(`delete from outbox where job_name = 'later-release.job'`);
    });
};

/** A change of the terms, of which the notice to one member was written two hours ago. */
const addChangeNotice = async (stack: ScenarioStack): Promise<Undo> => {
  const at = new Date();
  const ago = new Date(at.getTime() - 2 * hour);
  const effectiveAt = new Date(at.getTime() + 40 * 24 * hour);
  let userId = '';
  let announcedChangeId = '';
  await withDatabase(stack, async (orm) => {
    const data = testRows(() => orm.em.fork());
    userId = (await data.add('users')).id;
    await data.add('subscriptions', { userId, stripeSubscriptionId: 'sub_announced' });
    const change = { kind: 'terms', termsVersion: '2099-01', announcedAt: ago, effectiveAt } as const;
    announcedChangeId = (await data.add('announced_changes', change)).id;
    const notice = { announcedChangeId, userId, stripeSubscriptionId: 'sub_announced', previousPence: 890 };
    await data.add('change_notices', { ...notice, effectiveAt, createdAt: ago });
  });
  return () =>
    withDatabase(stack, async (orm) => {
      const data = testRows(() => orm.em.fork());
      await data.remove('announced_changes', { id: announcedChangeId });
      await data.remove('subscriptions', { userId });
    });
};

/** A running subscription at Stripe with our metadata, of a customer without an account. */
const addOrphanSubscription = async ({ call }: ScenarioStack): Promise<Undo> => {
  const must = async (...request: Parameters<typeof call>): Promise<string> => {
    const { status, body } = await call(...request);
    if (status !== 200) throw new Error(`${request.join(' ')}: ${JSON.stringify(body)}`);
    return String(body['id']);
  };
  const customer = await must('POST', 'customers', {
    email: 'nobody@example.com',
    'metadata[sign_up_id]': crypto.randomUUID(),
  });
  const id = await must('POST', 'subscriptions', {
    customer,
    'items[0][price]': 'price_sandbox_membership',
    trial_end: String(Math.floor(Date.now() / 1_000) + 24 * 3_600),
  });
  return async () => {
    await must('DELETE', `subscriptions/${id}`);
  };
};

/** Sends more requests at once over one connection than any browser does, until it is cut. */
const pipeline = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET /api/vehicle-lookup?reg=AB12CDE HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40));
  await once(socket, 'close');
};

/**
 * Faults of the stack, each with the alerts that it causes. The queues are in Redis. The clock is stepped last, since
 * all times of the others would move.
 */
export const createAlertFaults = (): readonly AlertFault[] => {
  const unused = createUnused();
  const fetchVehicle = (stack: ScenarioStack): Promise<unknown> => fetchUnusedVehicle(stack, unused);
  const newPerson = (stack: ScenarioStack) => createPerson(stack, unused);
  return [
    {
      what: 'both BFFs are killed',
      alerts: ['ProcessDown', 'NoProcess'],
      cause: async ({ bffs }) => {
        for (const bff of bffs) await bff.kill();
        return async () => {
          await Promise.all(bffs.map((bff) => bff.start()));
        };
      },
    },
    {
      what: 'rows are as faults leave them',
      alerts: [
        'OutboxNotFinished',
        'VendorBudgetNearlySpent',
        'RefundsFail',
        'DisputesOpen',
        'CanariesRolledBack',
        'MailsFail',
        'StripeEventsFail',
        'ComplaintsLate',
        'BackupLate',
        'ScheduledJobFails',
      ],
      cause: addRows,
    },
    {
      what: 'a subscription is made by hand at Stripe',
      alerts: ['OrphanSubscriptions'],
      cause: addOrphanSubscription,
    },
    {
      what: 'a session of PostgreSQL keeps a table locked',
      alerts: ['DatabasePoolExhausted'],
      cause: async (stack) => {
        const released = Promise.withResolvers<undefined>();
        const locked = Promise.withResolvers<undefined>();
        const held = withDatabase(stack, (orm) =>
          orm.em.fork().transactional(async (em) => {
            await em.execute('lock table vehicles in access exclusive mode');
            locked.resolve(undefined);
            await released.promise;
          }),
        );
        await locked.promise;
        const stop = repeat(50, () => lookUp(stack, 'AB12CDE'));
        return async () => {
          released.resolve(undefined);
          await held;
          await stop();
        };
      },
    },
    {
      what: 'Redis is killed',
      alerts: ['OutboxNotRelayed'],
      cause: async (stack) => {
        const { redis } = stack;
        if (redis === null) throw new Error('there is no Redis');
        await redis.kill();
        const stop = repeat(1_000, () => fetchVehicle(stack));
        return async () => {
          await redis.start();
          await stop();
        };
      },
    },
    {
      what: 'jobs are of no contract',
      alerts: ['JobsFail'],
      cause: async (stack) => {
        await withDatabase(stack, async (orm) => {
          await testRows(() => orm.em.fork()).add('outbox', { jobName: 'reports.backfill' });
        });
        return () => Promise.resolve();
      },
    },
    {
      what: 'a vendor answers with errors',
      alerts: ['VendorDoesNotAnswer', 'VendorErrors'],
      cause: async (stack) => {
        await breakVendors(stack, { mode: 'error-500' }, ['dvla']);
        const stop = repeat(500, () => fetchVehicle(stack));
        return async () => {
          await stop();
          await repairVendors(stack);
        };
      },
    },
    {
      what: 'all vendors are slow',
      alerts: ['FirstSectionBudgetBurnsFast', 'FirstSectionBudgetBurnsSlowly', 'VehicleFetchesRefused'],
      cause: async (stack) => {
        await breakVendors(stack, { mode: 'slow', delayMs: 7_000 });
        const stop = repeat(25, () => fetchVehicle(stack));
        return async () => {
          await stop();
          await repairVendors(stack);
        };
      },
    },
    {
      what: 'a worker is killed while it runs jobs',
      alerts: ['JobsStall'],
      cause: async (stack) => {
        const [killed] = stack.workers;
        await breakVendors(stack, { mode: 'slow', delayMs: 20_000 });
        const fetches = Promise.allSettled(Array.from({ length: fetchesAtOnce }, () => fetchVehicle(stack)));
        await waitUntil('the workers run all of them', async () => (await countActiveFetches(stack)) >= fetchesAtOnce);
        await killed?.kill();
        return async () => {
          await repairVendors(stack);
          await fetches;
          await killed?.start();
        };
      },
    },
    {
      what: 'a table is gone',
      alerts: ['AvailabilityBudgetBurnsFast', 'AvailabilityBudgetBurnsSlowly'],
      cause: async (stack) => {
        await stack.rows('alter table vehicles rename to vehicles_gone');
        const stop = repeat(100, () => lookUp(stack, 'AB12CDE'));
        return async () => {
          await stack.rows('alter table vehicles_gone rename to vehicles');
          await stop();
        };
      },
    },
    {
      what: 'clients send many requests at once over one connection',
      alerts: ['ConnectionsEnded'],
      cause: async ({ ports }) => {
        const [port = 0] = ports.bffs;
        for (let client = 0; client < 20; client += 1) await pipeline(port);
        return () => Promise.resolve();
      },
    },
    {
      what: 'someone guesses passwords of staff',
      alerts: ['StaffSignInAttacked'],
      cause: async (stack) => {
        const stop = repeat(500, () =>
          openBrowser(stack, unused.client().address).call('POST', '/api/admin/sign-in', {
            email: 'admin@example.com',
            password: 'guessed',
          }),
        );
        return stop;
      },
    },
    {
      what: 'cards are tried out',
      alerts: ['CardTesting'],
      cause: async (stack) => {
        const stop = repeat(2_000, () => newPerson(stack).join({ declines: 3, with: '4000000000000002' }));
        return stop;
      },
    },
    {
      what: 'no worker runs when members pay',
      alerts: ['MembershipBudgetBurnsFast', 'MembershipBudgetBurnsSlowly'],
      cause: async (stack) => {
        await Promise.all(stack.workers.map((worker) => worker.kill()));
        const people = Array.from({ length: 4 }, () => newPerson(stack));
        await Promise.all(people.map((person) => person.join({ closesTab: true })));
        // Longer than the objective allows.
        await delay(65_000);
        await Promise.all(stack.workers.map((worker) => worker.start()));
        return () => Promise.resolve();
      },
    },
    {
      what: 'Stripe is slow',
      alerts: ['SignUpsLate', 'PaymentsLate'],
      cause: async (stack) => {
        await Promise.all(stack.workers.map((worker) => worker.kill()));
        const people = Array.from({ length: 12 }, () => newPerson(stack));
        await Promise.all(people.map((person) => person.join({ closesTab: true })));
        const [first] = stack.workers;
        await breakVendors(stack, { mode: 'slow', delayMs: 4_000 }, ['stripe']);
        await withDatabase(stack, async (orm) => {
          const data = testRows(() => orm.em.fork());
          await data.addAll(
            'outbox',
            Array.from({ length: 24 }, (_, index) => ({
              jobName: 'customers.delete' as const,
              payload: { stripeCustomerId: `cus_of_nobody_${index}`, correlationId: 'alerts' },
            })),
          );
        });
        await first?.start();
        return async () => {
          await repairVendors(stack);
          await Promise.all(stack.workers.filter((worker) => !worker.isUp()).map((worker) => worker.start()));
        };
      },
    },
    {
      what: 'the mail server refuses connections',
      alerts: ['MailServerAway', 'ChangeNoticesNotSent'],
      cause: async (stack) => {
        stack.breakMail(true);
        const removeNotice = await addChangeNotice(stack);
        const stop = repeat(1_000, () => {
          const { address, number } = unused.client();
          return openBrowser(stack, address).call('POST', '/api/contact', {
            name: 'Dana Driver',
            email: `dana${number}@example.com`,
            message: 'Is anyone there?',
            idempotencyKey: crypto.randomUUID(),
          });
        });
        return async () => {
          await stop();
          stack.breakMail(false);
          await removeNotice();
        };
      },
    },
    {
      what: 'a clock is a minute ahead',
      alerts: ['ClockOff'],
      cause: async (stack) => {
        await stack.travel(1);
        return async () => {
          await fetch(`${stack.url}/control/clock`, { method: 'DELETE' });
        };
      },
    },
  ];
};

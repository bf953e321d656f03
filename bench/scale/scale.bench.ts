import autocannon from 'autocannon';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { connectDatabase } from '@ve/data/kernel/database';
import { outboxNotifyChannel } from '@ve/data/jobs/outbox/outbox-notify-channel';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { insertVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import pg from 'pg';
import { runCleanupSteps } from '../../tools/stack.mjs';
import { findRedis } from '../../tools/suites/redis.mjs';
import { compareRounds, median, type BenchResult } from '../support/bench-result.ts';
import { formatFigure } from '../support/format-result.ts';
import { readProcessCpuMs, readProcessMemoryMb } from '../support/measure.ts';
import { reserveSandbox, startProductionBff, startProductionWorkers } from '../support/production-servers.ts';
import { insertReadVehicle, readPath } from '../support/read-vehicle.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { createSandboxStripeClient, signUp } from '../support/sign-up.ts';
import { workshop } from '../support/workshop.ts';
import { holdStreams } from './held-streams.ts';
import { measureDrain } from './measure-drain.ts';

/** The numbers of processes of a kind. */
const counts = [1, 2, 3] as const;
/** Windows of a measurement, of which the median counts. */
const windows = 3;
const windowSeconds = 3;
const lookupConnections = 32;
const signUpsAtOnce = 8;
const signUpWindowMs = 4_000;
/** Per number of processes. */
const jobs = { PostgreSQL: 15_000, Redis: 40_000 };
const remindersEach = 2_000;

/** What was measured with one, two and three processes: the values of each window. */
interface ScaledFigure {
  name: string;
  unit: string;
  values: number[][];
  /** Whether more processes should give more. */
  isRate: boolean;
}

/**
 * How much 1, 2 and 3 processes of each kind do, with all of them, PostgreSQL, the sandbox and this load on one
 * machine. Prints a table; the ratios are those of two and three processes over one.
 */
export async function* scaleBench(): AsyncIterable<BenchResult> {
  const figures: ScaledFigure[] = [];
  const measured = async function* (of: AsyncIterable<ScaledFigure>): AsyncIterable<BenchResult> {
    for await (const figure of of) {
      figures.push(figure);
      if (figure.isRate) yield* ratiosOf(figure);
    }
  };
  yield* measured(bffFigures());
  yield* measured(workerFigures('PostgreSQL', undefined));
  const cleanup: (() => Promise<void>)[] = [];
  try {
    const redis = await findRedis(workshop, cleanup);
    if (redis.url === null) console.log(`  not measured on Redis: ${redis.why}`);
    else yield* measured(workerFigures('Redis', redis.url));
  } finally {
    await runCleanupSteps(cleanup);
  }
  console.log(`\n${formatTable(figures)}\n`);
}

function* ratiosOf({ name, unit, values: [one = [], ...more] }: ScaledFigure): Iterable<BenchResult> {
  for (const [index, several] of more.entries()) {
    const rounds = { product: several, baseline: one };
    yield compareRounds({ name: `${name}: ${String(index + 2)} processes over one`, unit, rounds });
  }
}

const formatTable = (figures: readonly ScaledFigure[]): string =>
  [
    `| measured | ${counts.join(' | ')} | unit |`,
    `| --- | ${counts.map(() => '---').join(' | ')} | --- |`,
    ...figures.map(
      ({ name, unit, values }) =>
        `| ${name} | ${values.map((each) => formatFigure(median(each))).join(' | ')} | ${unit} |`,
    ),
  ].join('\n');

/** A figure to which each number of processes adds its values. */
const figure = (name: string, unit: string, isRate = false): ScaledFigure => ({ name, unit, values: [], isRate });

/** Adds the values of one more process, and prints them: the whole bench takes minutes. */
function add({ name, unit, values: of }: ScaledFigure, values: number[]): void {
  of.push(values);
  console.log(`  with ${String(of.length)}: ${name} ${formatFigure(median(values))} ${unit}`);
}

const memoryOf = (servers: readonly ServerProcess[]): number[] =>
  servers.map(({ pid }) => readProcessMemoryMb(pid) ?? Number.NaN);

async function* bffFigures(): AsyncIterable<ScaledFigure> {
  const database = await createTestDatabase();
  const orm = await connectDatabase({ url: database.url, poolSize: 2 });
  const sandbox = await reserveSandbox();
  const bffs: ServerProcess[] = [];
  const others: ServerProcess[] = [];
  const lookups = figure('look-ups of a fresh record', 'a second', true);
  const load = figure('… of which the load itself took', 'processors');
  const signUps = figure('sign-ups', 'a minute', true);
  const streams = figure('event streams held', 'streams');
  const atRest = figure('memory of a BFF at rest', 'MB');
  const underLookups = figure('… after look-ups', 'MB');
  const underStreams = figure('… with its streams', 'MB');
  try {
    // Fresh for nine minutes: a record may be five minutes from now, in both directions.
    await insertReadVehicle(database.url, new Date(Date.now() + 270_000));
    for (const count of counts) {
      const bff = await startProductionBff(database, sandbox);
      bffs.push(bff);
      if (count === 1) {
        // Events of payments go to the first BFF, and a worker completes what a sign-up leaves to it.
        others.push(await sandbox.start(bff.url), await startProductionWorkers(database, sandbox, undefined));
      }
      add(atRest, memoryOf([bff]));
      const looked = await lookUp(bffs);
      add(
        lookups,
        looked.map(({ perSecond }) => perSecond),
      );
      add(
        load,
        looked.map(({ loadProcessors }) => loadProcessors),
      );
      add(underLookups, memoryOf(bffs));
      add(signUps, await signUpsAMinute(bffs, sandbox.url));
      const fetch = await insertVehicleFetch(orm.em.fork(), {
        registration: `ZZ${String(count)}`,
        correlationId: 'bench',
        // Workers end a fetch after a minute and a half, before which all streams have to be open.
        now: new Date(Date.now() + 60_000),
      });
      const sites = bffs.map(({ url }) => url);
      const { held } = await holdStreams(sites, fetch?.id ?? '', () => add(underStreams, memoryOf(bffs)));
      add(streams, [held]);
    }
    yield* [lookups, load, signUps, streams, atRest, underLookups, underStreams];
  } finally {
    for (const server of [...bffs, ...others.toReversed()]) await server.stop();
    await orm.close(true);
    await database.drop();
  }
}

/** Look-ups a second over all BFFs at once, and how many processors this load took; the first window is a warm-up. */
async function lookUp(bffs: readonly ServerProcess[]): Promise<{ perSecond: number; loadProcessors: number }[]> {
  const connections = Math.floor(lookupConnections / bffs.length);
  const samples = [];
  for (let window = 0; window <= windows; window += 1) {
    const [cpuBefore, began] = [readProcessCpuMs(process.pid) ?? Number.NaN, performance.now()];
    const results = await Promise.all(
      bffs.map(({ url }) => autocannon({ url: url + readPath, connections, duration: windowSeconds })),
    );
    const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
    if (bad > 0) throw new Error(`${String(bad)} look-ups failed`);
    const cpu = (readProcessCpuMs(process.pid) ?? Number.NaN) - cpuBefore;
    if (window === 0) continue;
    samples.push({
      perSecond: results.reduce((sum, { requests }) => sum + requests.average, 0),
      loadProcessors: cpu / (performance.now() - began),
    });
  }
  return samples;
}

/** Sign-ups a minute, from the form to the signed-in browser; the first window is a warm-up. */
async function signUpsAMinute(bffs: readonly ServerProcess[], sandboxUrl: string): Promise<number[]> {
  const stripe = createSandboxStripeClient(sandboxUrl);
  const rates: number[] = [];
  for (let window = 0; window <= windows; window += 1) {
    const began = performance.now();
    let completed = 0;
    const visitors = Array.from({ length: signUpsAtOnce }, async (_, index) => {
      while (performance.now() - began < signUpWindowMs) {
        await signUp(bffs[index % bffs.length]!.url, stripe);
        completed += 1;
      }
    });
    await Promise.all(visitors);
    if (window > 0) rates.push((completed / (performance.now() - began)) * 60_000);
  }
  return rates;
}

async function* workerFigures(backend: keyof typeof jobs, queueUrl: string | undefined): AsyncIterable<ScaledFigure> {
  const database = await createTestDatabase();
  const orm = await connectDatabase({ url: database.url, poolSize: 2 });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const sandbox = await reserveSandbox();
  const vendors = await sandbox.start('http://127.0.0.1:9');
  const workers: ServerProcess[] = [];
  const finished = figure(`jobs, queues in ${backend}`, 'a second', true);
  const sent = figure(`reminders by e-mail, queues in ${backend}`, 'an hour', true);
  const atRest = figure(`memory of the workers at rest, queues in ${backend}`, 'MB');
  const underLoad = figure('… after reminders', 'MB');
  try {
    const reminderId = await addEndedReminder(client);
    for (const count of counts) {
      const started = await startProductionWorkers(database, sandbox, queueUrl);
      workers.push(started);
      add(atRest, memoryOf([started]));
      await addJobs(client, reminderId, jobs[backend]);
      const jobsLeft = () => countOf(client, `select count(*) from outbox where job_name = 'reminders.send'`);
      add(finished, await measureDrain(jobs[backend], async () => jobs[backend] - (await jobsLeft())));

      await addDueMembers(client, (count - 1) * remindersEach, count * remindersEach);
      const before = await mailsSent(client);
      const fork = () => orm.em.fork();
      await scanReminders({ fork, now: () => new Date(), isClosed: () => false });
      const perSecond = await measureDrain(remindersEach, async () => (await mailsSent(client)) - before);
      add(
        sent,
        perSecond.map((each) => each * 3_600),
      );
      add(underLoad, memoryOf(workers));
    }
    yield* [finished, sent, atRest, underLoad];
  } finally {
    for (const server of [...workers, vendors]) await server.stop();
    await client.end();
    await orm.close(true);
    await database.drop();
  }
}

const countOf = async (client: pg.Client, statement: string): Promise<number> =>
  Number((await client.query<{ count: string }>(statement)).rows[0]?.count);

const mailsSent = (client: pg.Client): Promise<number> =>
  countOf(client, `select count(*) from mails where template = 'reminder' and sent_at is not null`);

/** A member whose reminder has ended: a job for it reads the row, and has nothing to do. */
async function addEndedReminder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`
    with member as (
      insert into users (email, created_at) values ('ended@example.com', now() - interval '1 year') returning id
    )
    insert into reminders (user_id, registration_number, kind, due_on, lead_days, channel, planned_at, finished_at)
    select id, 'AB12CDE', 'insurance', current_date, 1, 'email', now(), now() from member returning id
  `);
  return rows[0]?.id ?? '';
}

/** Commits jobs for a reminder, with all that surrounds a job: relay, queue, check, log, metrics and deletion. */
async function addJobs(client: pg.Client, reminderId: string, count: number): Promise<void> {
  await client.query(
    `insert into outbox (job_name, payload, created_at)
     select 'reminders.send', jsonb_build_object('reminderId', $1::text, 'correlationId', 'bench'), now()
     from generate_series(1, $2::int)`,
    [reminderId, count],
  );
  await client.query('select pg_notify($1, $2)', [outboxNotifyChannel, '']);
}

/** Members whose insurance, which no register is asked about, is due in a fortnight, without quiet hours. */
async function addDueMembers(client: pg.Client, from: number, until: number): Promise<void> {
  const user = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const plate = `upper(lpad(to_hex(n), 7, '0'))`;
  const long = `now() - interval '1 year'`;
  const series = 'generate_series($1::int + 1, $2::int) as n';
  const insert = (statement: string, ...values: unknown[]) => client.query(statement, [from, until, ...values]);
  await insert(
    `insert into users (id, email, created_at) select ${user}, 'member' || n || '@example.com', ${long} from ${series}`,
  );
  await insert(
    `insert into customers (user_id, name, email, created_at)
     select ${user}, 'Dana Driver', 'member' || n || '@example.com', ${long} from ${series}`,
  );
  await insert(`
    insert into subscriptions (user_id, status, registration_number, current_period_end, credited_period_end, created_at, updated_at)
    select ${user}, 'active', ${plate}, now() + interval '20 days', now() + interval '20 days', ${long}, now() from ${series}
  `);
  await insert(
    `insert into watches (user_id, leads, quiet_from, quiet_until, preferences_changed_at, created_at, updated_at)
     select ${user}, $3::jsonb, 0, 0, ${long}, ${long}, ${long} from ${series}`,
    JSON.stringify(defaultReminderLeadSettings),
  );
  await insert(
    `insert into watch_due_dates (user_id, kind, registration_number, due_on, source, fetched_at, date_known_since)
     select ${user}, 'insurance', ${plate}, $3::date, 'member', ${long}, ${long} from ${series}`,
    addDays(londonDate(new Date()), 14),
  );
}

import { connectDatabase } from '@ve/data/kernel/database';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { reminderScanWindow } from '@ve/domain/monitoring/reminders/plan-reminders';
import { defaultReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import { addDays, londonTime } from '@ve/domain/kernel/time/london-date';
import { remindersToPlan, scanDueDates, scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { mapRounds, measureInterleaved, type Rounds } from '../support/measure.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A round over a million vehicles takes a quarter of a minute. */
const rounds = 3;
const vehicles = Number(process.env.BENCH_VEHICLES ?? '200000');
/** The numbers of vehicles, measured in sequence. With fewer vehicles: a fifth of them, and all. */
const named = [40_000, 200_000, 1_000_000].filter((size) => size <= vehicles);
const sizes = named.length > 1 ? named : [Math.round(vehicles / 5), vehicles];
/** The number of due dates per batch, for the product and for the baseline. */
const batch = 2_000;
const kinds = ['tax', 'mot', 'insurance'];
/** A morning at which reminders may be sent. */
const at = new Date('2027-06-15T09:00:00Z');
const now = () => at;

interface Sample {
  vehicles: number;
  ms: Rounds<number>;
  /** The largest heap between two batches, after garbage collection; of each round. */
  heapBytes: number[];
}

/**
 * The scan of reminders over 40,000 and 200,000 vehicles (a million on request), each with three due dates spread over
 * a year, when everything due has been planned already, as at nearly every scan. Baseline: plain SQL for the same rows
 * in the same batches, without a mapper and without planning. Runs in a database of its own.
 */
export async function* reminderScanBench(): AsyncIterable<BenchResult> {
  const database = await createTestDatabase();
  const orm = await connectDatabase({ url: database.url, poolSize: 4 });
  const baseline = new pg.Client({ connectionString: database.url });
  await baseline.connect();
  const fork = () => orm.em.fork();
  try {
    const samples: Sample[] = [];
    let seeded = 0;
    await disableConstraintChecks(baseline);
    for (const count of sizes) {
      const filled = performance.now();
      await seed(baseline, seeded, count);
      seeded = count;
      const began = performance.now();
      const { planned } = await scanReminders({ fork, now, isClosed: () => false });
      // Jobs are not measured; deleting them stands in for the worker.
      await baseline.query('truncate outbox');
      await baseline.query('update reminders set finished_at = planned_at where finished_at is null');
      await baseline.query('vacuum analyze');
      const ready = performance.now();
      samples.push(await sample(count, fork, baseline));
      const [vehicles, reminders] = [count, planned].map((each) => each.toLocaleString('en-GB'));
      const [fill, plan, measure] = [began - filled, ready - began, performance.now() - ready].map(seconds);
      console.log(`  ${vehicles} vehicles: filled in ${fill}, ${reminders} planned in ${plan}, measured in ${measure}`);
    }
    yield* resultsOf(samples);
  } finally {
    await baseline.end();
    await orm.close(true);
    await database.drop();
  }
}

const seconds = (ms: number): string => `${String(Math.round(ms / 1_000))} s`;

async function sample(count: number, fork: () => ReturnType<Fork>, baseline: pg.Client): Promise<Sample> {
  let [seen, baselineSeen] = [0, 0];
  const product = async (): Promise<number> => {
    const began = performance.now();
    seen = 0;
    const time = londonTime(at);
    for await (const dueDates of scanDueDates({ fork, now }, time.today, batch)) {
      if (dueDates.some((due) => remindersToPlan(due, time).length > 0))
        throw new Error('something is still to be planned');
      seen += dueDates.length;
    }
    return performance.now() - began;
  };
  const plain = async (): Promise<number> => {
    const began = performance.now();
    baselineSeen = 0;
    const { today } = londonTime(at);
    let from = [addDays(today, -reminderScanWindow.after), '00000000-0000-0000-0000-000000000000', ''];
    for (let rows = batch; rows === batch;) {
      const found = await baseline.query<BaselineRow>(baselineScan, [
        ...from,
        addDays(today, reminderScanWindow.before),
        batch,
      ]);
      rows = found.rows.length;
      baselineSeen += rows;
      const last = found.rows.at(-1);
      if (last) from = [last.due_on, last.user_id, last.kind];
    }
    return performance.now() - began;
  };
  const heapBytes: number[] = [];
  while (heapBytes.length < rounds) heapBytes.push(await largestHeap(fork));
  const ms = await measureInterleaved(rounds, product, plain);
  if (seen !== baselineSeen) throw new Error(`the product read ${seen} dates, the baseline ${baselineSeen}`);
  return { vehicles: count, ms, heapBytes };
}

/** Of a scan that is not timed: collecting garbage takes time. */
async function largestHeap(fork: () => ReturnType<Fork>): Promise<number> {
  let [batches, largest] = [0, 0];
  for await (const dueDates of scanDueDates({ fork, now }, londonTime(at).today, batch)) {
    batches += dueDates.length > 0 ? 1 : 0;
    if (batches % 5 !== 1) continue;
    collectGarbage();
    largest = Math.max(largest, process.memoryUsage().heapUsed);
  }
  return largest;
}

type Fork = Awaited<ReturnType<typeof connectDatabase>>['em']['fork'];

interface BaselineRow {
  due_on: string;
  user_id: string;
  kind: string;
}

/**
 * The plainest statement for a batch of the due dates in the scanned range, with the members' preferences and the
 * planned reminders.
 */
const baselineScan = `
  with due as materialized (
    select * from watch_due_dates where in_reminder_scan and (due_on, user_id, kind) > ($1::date, $2::uuid, $3::text) and due_on <= $4::date
    order by due_on, user_id, kind limit $5
  )
  select due.due_on::text, due.user_id, due.kind, due.registration_number, watch.leads::text, watch.email_on,
    watch.sms_on, watch.quiet_from, watch.quiet_until, watch.paused, watch.paused_until::text, watch.preferences_changed_at::text,
    due.date_known_since::text, (
      select string_agg(lead_days || ' ' || channel, ',') from reminders
      where reminders.user_id = due.user_id and reminders.registration_number = due.registration_number
        and reminders.kind = due.kind and reminders.due_on = due.due_on
    ) as planned
  from due
  join subscriptions subscription on subscription.user_id = due.user_id
    and subscription.registration_number = due.registration_number and subscription.status in ('active', 'trialing')
  join watches watch on watch.user_id = due.user_id
  order by due.due_on, due.user_id, due.kind
`;

/** Drops what makes seeding slow and the scan does not use: checks of foreign keys and text indexes. */
async function disableConstraintChecks(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica');
  const found = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'`,
  );
  for (const { name } of found.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`);
}

/** Adds members up to number `until`, each with a car and three due dates that were noted long ago. */
async function seed(client: pg.Client, from: number, until: number): Promise<void> {
  const user = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const plate = `upper(lpad(to_hex(n), 7, '0'))`;
  const long = `timestamptz '2026-01-01T00:00Z'`;
  const series = `generate_series($1::int + 1, $2::int) as n`;
  const add = (statement: string, ...values: unknown[]) => client.query(statement, [from, until, ...values]);
  await add(
    `insert into users (id, email, created_at) select ${user}, 'member' || n || '@example.com', ${long} from ${series}`,
  );
  await add(`
    insert into subscriptions (user_id, status, registration_number, current_period_end, credited_period_end, created_at, updated_at)
    select ${user}, 'active', ${plate}, timestamptz '2028-01-01T00:00Z', timestamptz '2028-01-01T00:00Z', ${long}, ${long} from ${series}
  `);
  await add(
    `insert into watches (user_id, leads, preferences_changed_at, created_at, updated_at)
     select ${user}, $3::jsonb, ${long}, ${long}, ${long} from ${series}`,
    JSON.stringify(defaultReminderLeadSettings),
  );
  for (const [index, kind] of kinds.entries()) {
    await add(
      `insert into watch_due_dates (user_id, kind, registration_number, due_on, source, fetched_at, date_known_since)
       select ${user}, $3, ${plate}, date '2027-01-01' + ((n::bigint * 7919 + $4::int) % 365)::int, 'DVLA', ${long}, ${long}
       from ${series}`,
      kind,
      index * 101,
    );
  }
  await client.query('vacuum analyze');
}

function* resultsOf(samples: Sample[]): Iterable<BenchResult> {
  const [small, large] = [samples.at(-2), samples.at(-1)];
  if (!small || !large) throw new Error('nothing was measured');
  yield compareRounds({ name: 'scan of reminders', unit: 'ms', rounds: large.ms, limit: { of: 'ratio', max: 1.5 } });
  const growth = Math.log(large.vehicles / small.vehicles);
  const exponents = (side: 'product' | 'baseline') =>
    large.ms[side].map((ms, round) => Math.log(ms / small.ms[side][round]!) / growth);
  yield compareRounds({
    name: 'its exponent over the number of vehicles',
    unit: '',
    rounds: { product: exponents('product'), baseline: exponents('baseline') },
    limit: { of: 'product', max: 1.1 },
  });
  yield compareRounds({
    name: 'its heap: all vehicles over a fifth',
    unit: 'MB',
    rounds: mapRounds({ product: large.heapBytes, baseline: small.heapBytes }, (bytes) => bytes / 1_000_000),
    limit: { of: 'ratio', max: 1.5 },
  });
}

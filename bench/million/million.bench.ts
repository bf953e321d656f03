import { connectDatabase } from '@ve/data/kernel/database';
import { seedManyCustomers } from '@ve/data/seed/million/seed-million';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { chmodSync, mkdtempSync } from 'node:fs';
import { totalmem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../tools/postgres/server.mjs';
import { compareRounds, median, type BenchResult } from '../support/bench-result.ts';
import { formatFigure } from '../support/format-result.ts';
import { reserveSandbox, startProductionBff, startProductionWorkers } from '../support/production-servers.ts';
import { root } from '../support/workshop.ts';
import { type CallTimes, replayRequests, replaySweeps } from './replayed-day.ts';
import { seedWatches } from './seed-watches.ts';
import {
  explain,
  forgetStatements,
  readStatements,
  slowMs,
  type StatementTimes,
  statementSettings,
} from './statement-times.ts';

const customers = Number(process.env.BENCH_CUSTOMERS ?? '1000000');
const shown = 10;
const maxTextLength = 400;
const maxPlanLines = 16;
/** How long the workers run, in milliseconds: each of their sweeps of a minute at least once. */
const workersMs = 70_000;

/**
 * A day of the product over a million customers, in a PostgreSQL of its own that counts every statement: the calls of
 * visitors, members and staff, and what the workers do by themselves. Prints the ten slowest statements of each with
 * their plans. BENCH_CUSTOMERS makes it smaller.
 */
export async function* millionBench(): AsyncIterable<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 've-million-'));
  // Traversable, because Postgres may have to run as the user `nobody`; its contents are private.
  chmodSync(folder, 0o711);
  const logFile = join(folder, 'postgres.log');
  const sharedMegabytes = Math.min(3_072, Math.floor(totalmem() / 2 ** 20 / 6));
  const server = await startPostgres({
    root,
    folder: join(folder, 'data'),
    logFile,
    durable: false,
    settings: [`shared_buffers=${String(sharedMegabytes)}MB`, ...statementSettings],
    removeAfter: folder,
  });
  try {
    const database = await createTestDatabase(server.url);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await seed(client);
      yield* replay(database, client, logFile);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

async function seed(client: pg.Client): Promise<void> {
  const began = performance.now();
  const say = (table: string, rows: number) => console.log(`  ${table}: ${rows.toLocaleString('en-GB')} rows`);
  await seedManyCustomers(client, { count: customers, seed: 1, now: new Date() }, ({ table, rows }) =>
    say(table, rows),
  );
  await seedWatches(client, say);
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  console.log(`  ${rows[0]?.size ?? ''}, seeded in ${((performance.now() - began) / 60_000).toFixed(1)} min`);
}

async function* replay(
  database: Awaited<ReturnType<typeof createTestDatabase>>,
  client: pg.Client,
  logFile: string,
): AsyncIterable<BenchResult> {
  const sandbox = await reserveSandbox();
  const bff = await startProductionBff(database, sandbox);
  const orm = await connectDatabase({ url: database.url, poolSize: 4 });
  const sweep = () =>
    replaySweeps(
      () => orm.em.fork(),
      () => new Date(),
    );
  try {
    const vendors = await sandbox.start(bff.url);
    try {
      // As the workers keep them: without, a page counts by itself.
      await sweep();
      const requestsStart = await forgetStatements(client, logFile);
      const times = await replayRequests(bff.url, client);
      printCalls(times);
      yield* await report(client, 'requests', await readStatements(client, logFile, requestsStart));
      const sweepsStart = await forgetStatements(client, logFile);
      const workers = await startProductionWorkers(database, sandbox, undefined);
      await setTimeout(workersMs);
      await workers.stop();
      await sweep();
      yield* await report(client, 'the workers', await readStatements(client, logFile, sweepsStart));
    } finally {
      await vendors.stop();
    }
  } finally {
    await orm.close(true);
    await bff.stop();
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function printCalls(times: readonly CallTimes[]): void {
  console.log('\n  calls, slowest at p99 first: median, p99 and longest in ms, and the answers');
  for (const { name, ms, statuses } of times.toSorted((a, b) => percentile(b.ms, 0.99) - percentile(a.ms, 0.99))) {
    const [middle, p99, longest] = [median(ms), percentile(ms, 0.99), Math.max(...ms)].map(formatFigure);
    const answers = [...statuses].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
    console.log(`  ${[middle, p99, longest].join(' / ').padEnd(24)} ${name} (${answers})`);
  }
}

/** The first lines of a plan, which have its costs and most of its scans. */
const indentPlan = (plan: string): string => plan.split('\n').slice(0, maxPlanLines).join('\n').replace(/^/gm, '    ');

/** Prints the slowest statements with their plans; one whose slow calls are more than one in a hundred is over the limit. */
async function report(client: pg.Client, of: string, statements: readonly StatementTimes[]): Promise<BenchResult[]> {
  console.log(`\n  the ${String(shown)} slowest of ${String(statements.length)} statements of ${of}:`);
  for (const { text, calls, meanMs, maxMs, slowCalls } of statements.slice(0, shown)) {
    console.log(
      `\n  ${formatFigure(maxMs)} ms at most, ${formatFigure(meanMs)} ms on average of ${calls.toLocaleString('en-GB')}, ${String(slowCalls)} over ${String(slowMs)} ms`,
    );
    console.log(`  ${text.replace(/\s+/g, ' ').slice(0, maxTextLength)}`);
    const plan = await explain(client, text);
    console.log(plan === null ? '    (no plan without values)' : indentPlan(plan));
  }
  const over = statements.filter(({ slowCalls, calls }) => slowCalls / calls > 0.01);
  return [
    compareRounds({
      name: `million: statements of ${of} over ${String(slowMs)} ms at p99`,
      unit: 'statements',
      rounds: { product: [over.length], baseline: [statements.length] },
      ...(of === 'requests' && { limit: { of: 'product', max: 0 } }),
    }),
  ];
}

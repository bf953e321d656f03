import { connectDatabase } from '@ve/data/kernel/database';
import { listErrorGroups } from '@ve/data/operations/error-log/error-group.repository';
import {
  countRowsContainingTerm,
  findPageContainingTerm,
  type SearchedList,
} from '@ve/data/kernel/list/contains-search';
import { keysetPageClauses, type PagePosition } from '@ve/data/kernel/list/keyset-page';
import { listReports } from '@ve/data/report/staff-report.repository';
import { refreshListTotal, listTotalNames } from '@ve/data/operations/lists/list-totals.repository';
import { seedManyCustomers } from '@ve/data/seed/million/seed-million';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { listUsers } from '@ve/data/identity/user/staff-users.repository';
import { sql } from 'kysely';
import pg from 'pg';
import { compareRounds, type BenchLimit, type BenchResult } from '../support/bench-result.ts';
import { measureInterleaved, measureMs } from '../support/measure.ts';

const rounds = 25;
/** How much slower another page than the first may be. */
const pageLimit: BenchLimit = { of: 'ratio', max: 2 };
/** How long a search may take, in milliseconds. */
const searchLimit: BenchLimit = { of: 'product', max: 100 };

const customers = Number(process.env.BENCH_CUSTOMERS ?? '1000000');
const users: SearchedList = { table: 'users', at: 'created_at', columns: [{ name: 'email', stored: 'lower' }] };
const reports: SearchedList = {
  table: 'reports',
  at: 'created_at',
  columns: [{ name: 'registration_number', stored: 'upper' }],
};

type EntityManager = ReturnType<Awaited<ReturnType<typeof connectDatabase>>['em']['fork']>;
type Read = () => Promise<unknown>;

/**
 * The lists of the admin pages over a million customers: the last page and the page of a day against the first,
 * searches against the plainest SQL, and what counting costs. Runs in a database of its own, which takes minutes to
 * seed, or in a seeded one named by BENCH_SEEDED_URL, of which only the totals are written.
 */
export async function* adminListsBench(): AsyncIterable<BenchResult> {
  const { BENCH_SEEDED_URL: given } = process.env;
  const database = given ? { url: given, drop: () => Promise.resolve() } : await seeded();
  const orm = await connectDatabase({ url: database.url, poolSize: 4 });
  const baseline = new pg.Client({ connectionString: database.url });
  await baseline.connect();
  try {
    const em = orm.em.fork();
    yield* pages(em);
    yield* searches(em, baseline);
    yield await totals(() => orm.em.fork(), baseline);
  } finally {
    await baseline.end();
    await orm.close(true);
    await database.drop();
  }
}

async function seeded() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const began = performance.now();
  await seedManyCustomers(client, { count: customers, seed: 1, now: new Date() }, ({ table, rows, seconds }) => {
    console.log(`  ${table}: ${rows.toLocaleString('en-GB')} rows in ${seconds.toFixed(1)} s`);
  });
  console.log(`  seeded in ${((performance.now() - began) / 60_000).toFixed(1)} min`);
  await client.end();
  return database;
}

async function compare(
  name: string,
  { product, baseline }: { product: Read; baseline: Read },
  limit?: BenchLimit,
): Promise<BenchResult> {
  const measured = await measureInterleaved(
    rounds,
    () => measureMs(product),
    () => measureMs(baseline),
  );
  return compareRounds({ name, unit: 'ms', rounds: measured, ...(limit && { limit }) });
}

async function* pages(em: EntityManager): AsyncIterable<BenchResult> {
  // The query of one error's occurrences, without its filter: a million rows.
  const errorLogs = (place: PagePosition) => {
    const { where, tail } = keysetPageClauses(place, { at: 'timestamp', id: 'id' });
    return sql`select * from error_logs where ${where} ${tail}`.execute(em.getKysely());
  };
  const day = (daysAgo: number): PagePosition => ({ from: 'day', before: new Date(Date.now() - daysAgo * 86_400_000) });
  const lists: [name: string, read: (place: PagePosition) => Promise<unknown>, daysAgo: number][] = [
    ['reports', (place) => listReports(em, place), 200],
    ['users', (place) => listUsers(em, place), 200],
    ['error logs', errorLogs, 15],
    ['errors, grouped', (place) => listErrorGroups(em, place, { state: 'open' }), 1],
  ];
  for (const [name, read, daysAgo] of lists) {
    const baseline = () => read({ from: 'first' });
    yield await compare(
      `${name}: last page over first`,
      { product: () => read({ from: 'last' }), baseline },
      pageLimit,
    );
    yield await compare(`${name}: a day over first`, { product: () => read(day(daysAgo)), baseline }, pageLimit);
  }
}

async function* searches(em: EntityManager, baseline: pg.Client): AsyncIterable<BenchResult> {
  const [someone, plate] = await Promise.all([
    baseline.query<{ term: string }>(
      `select split_part(email, '@', 1) as term from users order by created_at offset 4321 limit 1`,
    ),
    baseline.query<{ term: string }>(
      'select registration_number as term from reports order by created_at offset 4321 limit 1',
    ),
  ]);
  const oneUser = someone.rows[0]?.term ?? '';
  const onePlate = plate.rows[0]?.term ?? '';
  const terms: [name: string, list: SearchedList, term: string][] = [
    ['users, one match', users, oneUser],
    ['users, none', users, 'xyzxyz'],
    ['users, thousands', users, 'olivia.smith'],
    // The term is in 14,000 of a million addresses, nearly all in the first tenth.
    ['users, thousands long ago', users, 'son1'],
    ['users, three characters', users, 'zof'],
    ['users, all', users, 'example'],
    ['reports, one match', reports, onePlate],
    ['reports, three characters', reports, onePlate.slice(0, 3)],
  ];
  for (const [name, list, term] of terms) {
    const plain = `select id, ${list.at} from ${list.table} where ${list.columns[0].name} like $1
      order by ${list.at} desc, id desc limit 11`;
    const counted = `select count(*) from (select from ${list.table} where ${list.columns[0].name} like $1 limit 1001) found`;
    const reads = {
      product: async () => {
        await findPageContainingTerm(em, { list, term, place: { from: 'first' } });
        await countRowsContainingTerm(em, list, term);
      },
      baseline: async () => {
        await baseline.query(plain, [`%${term}%`]);
        await baseline.query(counted, [`%${term}%`]);
      },
    };
    yield await compare(`search of ${name}`, reads, searchLimit);
  }
}

/** Moves the time of the totals one minute forward each round, so that they are counted again. */
async function totals(fork: () => EntityManager, baseline: pg.Client): Promise<BenchResult> {
  // Totals of an earlier run would still be fresh.
  await baseline.query('truncate totals');
  let now = Date.now();
  const tables = 'users customers reports error_logs mails contact_messages stripe_events disputes audit_log'.split(
    ' ',
  );
  return compare('all totals', {
    product: async () => {
      now += 60_000;
      for (const name of listTotalNames) {
        await fork().transactional((transaction) => refreshListTotal(transaction, name, new Date(now)));
      }
    },
    baseline: async () => {
      for (const table of tables) await baseline.query(`select count(*) from ${table}`);
    },
  });
}

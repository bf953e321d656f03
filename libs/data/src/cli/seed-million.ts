import { exitWithUsage } from './exit-with-usage.ts';
import pg from 'pg';
import * as z from 'zod';
import { connectDatabase, migrate } from '../kernel/database.ts';
import { readDatabaseTime } from '../kernel/database-time.ts';
import { type SeedRefusal, seedManyCustomers } from '../seed/million/seed-million.ts';

const usage = `Usage: DATABASE_URL=postgresql://… npm run seed-million [-- customers [seed]]
A million customers from seed 1, if not said: the same customers for the same seed.
`;

const refusals: Record<SeedRefusal, string> = {
  'real-customers': 'Refused: somebody in this database has an address outside example.com.',
  'seeded-before': 'Refused: this database was seeded before.',
};

const argument = (min: number, max: number, otherwise: number) =>
  z.coerce.number().int().min(min).max(max).default(otherwise);
const parsed = z
  .object({
    url: z.url({ protocol: /^postgres(ql)?$/ }),
    mode: z.string().optional(),
    count: argument(1, 10_000_000, 1_000_000),
    seed: argument(0, 2 ** 31 - 1, 1),
  })
  .safeParse({
    url: process.env.DATABASE_URL,
    mode: process.env.NODE_ENV,
    count: process.argv[2],
    seed: process.argv[3],
  });

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const seed = async (url: string, count: number, number: number): Promise<SeedRefusal | null> => {
  const orm = await connectDatabase({ url, poolSize: 2 });
  const client = new pg.Client({ connectionString: url });
  try {
    await migrate(orm);
    const now = await readDatabaseTime(orm.em.fork());
    await client.connect();
    return await seedManyCustomers(client, { count, seed: number, now }, ({ table, rows, seconds }) => {
      say(`${table}: ${rows.toLocaleString('en-GB')} rows in ${seconds.toFixed(1)} s`);
    });
  } finally {
    await client.end();
    await orm.close(true);
  }
};

if (!parsed.success) {
  exitWithUsage(usage);
} else if (parsed.data.mode === 'production') {
  process.stderr.write('Refused: NODE_ENV is production.\n');
  process.exitCode = 1;
} else {
  try {
    const refusal = await seed(parsed.data.url, parsed.data.count, parsed.data.seed);
    if (refusal !== null) {
      process.stderr.write(`${refusals[refusal]}\n`);
      process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`seed-million failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

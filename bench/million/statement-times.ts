import { readFileSync } from 'node:fs';
import type pg from 'pg';

export interface StatementTimes {
  id: string;
  text: string;
  calls: number;
  meanMs: number;
  maxMs: number;
  /** Calls that took longer than the limit. */
  slowCalls: number;
}

/** A statement that takes longer is written to the server's log, in milliseconds. */
export const slowMs = 100;

/** Settings of a server that counts its statements and logs those that take longer than the limit, by their id. */
export const statementSettings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=10000',
  `log_min_duration_statement=${String(slowMs)}`,
  'log_line_prefix=%Q ',
];

export const forgetStatements = async (client: pg.Client, logFile: string): Promise<number> => {
  await client.query('create extension if not exists pg_stat_statements');
  await client.query('select pg_stat_statements_reset()');
  return readFileSync(logFile, 'utf8').length;
};

/** Every statement since `forgetStatements`, the slowest first. `logStart`: what that returned. */
export async function readStatements(client: pg.Client, logFile: string, logStart: number): Promise<StatementTimes[]> {
  const { rows } = await client.query<Omit<StatementTimes, 'slowCalls'>>(`
    select queryid::text as id, min(query) as text, sum(calls)::int as calls,
      sum(total_exec_time) / sum(calls) as "meanMs", max(max_exec_time) as "maxMs"
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query ~* '^\\s*(select|insert|update|delete|with|merge)' and query !~ 'pg_stat_statements'
    group by queryid order by max(max_exec_time) desc
  `);
  const slow = new Map<string, number>();
  for (const [, id = ''] of readFileSync(logFile, 'utf8')
    .slice(logStart)
    .matchAll(/^(-?\d+) LOG: {2}duration: [\d.]+ ms {2}(?:execute|statement)/gm)) {
    slow.set(id, (slow.get(id) ?? 0) + 1);
  }
  return rows.map((row) => ({ ...row, slowCalls: slow.get(row.id) ?? 0 }));
}

/** The plan of a statement for any values of its parameters; null where PostgreSQL cannot infer their types. */
export async function explain(client: pg.Client, text: string): Promise<string | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } catch {
    return null;
  }
}

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { resumeWronglySuspendedChecks, resumeWronglySuspendedChecksSql } from './monitor-check-state.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const now = new Date('2026-11-22T10:00:00.000Z');
const idOf = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}, 12, '0'))::uuid`;

it('finds suspended checks by an index look-up for each running membership, and does not walk ended ones', async () => {
  const [members, ended] = [20, 5_000];
  await em().execute(
    `insert into users (id, email, created_at)
     select ${idOf('n::text')}, n || '@example.com', ? from generate_series(1, ?) n`,
    [now, members + ended],
  );
  await em().execute(
    `insert into subscriptions (user_id, status, registration_number, current_period_end, credited_period_end, ends_at, created_at, updated_at)
     select ${idOf('n::text')}, case when n <= ? then 'active' else 'canceled' end, 'AB12CDE', ?, ?,
       case when n > ? then ?::timestamptz end, ?, ? from generate_series(1, ?) n`,
    [members, new Date('2026-12-01'), new Date('2026-12-01'), members, now, now, now, members + ended],
  );
  await em().execute(
    `insert into monitor_check_states (user_id, aspect, registration_number, failure, next_check_at)
     select ${idOf('n::text')}, aspect, 'AB12CDE', case when n = 1 or n > ? then 'not-member' end,
       case when n between 2 and ? then ?::timestamptz end
     from generate_series(1, ?) n, unnest(array['licensing', 'testing', 'finance']) aspect`,
    [members, members, now, members + ended],
  );
  await em().execute('vacuum analyze subscriptions, monitor_check_states');
  const lines = await sql<{ 'QUERY PLAN': string }>`explain ${resumeWronglySuspendedChecksSql(now)}`.execute(
    tables(em()),
  );
  const plan = lines.rows.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan (using|on) monitor_check_states_waiting_index/);
  expect(plan).toContain('subscriptions_status_index');
  expect(plan).not.toMatch(/Seq Scan|Hash|Merge/);
  expect(await resumeWronglySuspendedChecks(em(), now)).toBe(3);
  expect(await resumeWronglySuspendedChecks(em(), now)).toBe(0);
});

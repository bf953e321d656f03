import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { payloadContainsAnySql } from './outbox-payload-index.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const em = () => db.orm.em.fork();
const id = '00000000-0000-4000-8000-00000000abcd';

it('finds the jobs that name a person at any depth, by an index, and no others', async () => {
  await em().execute(`insert into outbox (job_name, payload, created_at)
    select 'mails.send', jsonb_build_object('mailId', gen_random_uuid()), now() from generate_series(1, 5000)`);
  const payloads = [{ mailId: id }, { deep: [{ id }] }, { [id]: 'as a key' }, { note: `${id} and more` }];
  for (const payload of payloads) {
    await db.data.add('outbox', { jobName: 'mails.send', payload });
  }
  // Recent writes are scanned in addition to the index, until a vacuum.
  await em().execute('vacuum analyze outbox');
  const query = sql`from outbox where ${payloadContainsAnySql(['another id', id])}`;
  const found = await sql<{ payload: object }>`select payload ${query} order by position`.execute(tables(em()));
  expect(found.rows.map(({ payload }) => payload)).toEqual(payloads.slice(0, 2));
  const plan = await sql`explain select 1 ${query}`.execute(tables(em()));
  expect(JSON.stringify(plan.rows)).toContain('outbox_payload_parts_index');
});

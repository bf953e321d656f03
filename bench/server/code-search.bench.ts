import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { createTestDatabase } from '@ve/data/testing/test-database';
import pg from 'pg';
import { compareRounds, type BenchResult } from '../support/bench-result.ts';
import { measureInterleaved } from '../support/measure.ts';
import { startBff } from '../support/server-process.ts';

/** One search of each kind per round, so that other load on the machine affects both equally. */
const rounds = 600;
const path = '/api/search-subscription';

/**
 * A search of the cancellation page for addresses of members against one for unknown addresses: the response time must
 * not reveal which is which. Each search uses another address and client, since both are rate-limited.
 */
export async function* cancellationSearchTimingBench(): AsyncIterable<BenchResult> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `with account as (
       insert into users (email, created_at) select 'known' || n || '@example.com', now() from generate_series(1, $1) as n
       returning id
     )
     insert into subscriptions (user_id, status, current_period_end, credited_period_end, created_at, updated_at)
     select id, 'active', now() + interval '20 days', now() + interval '20 days', now(), now() from account`,
    [rounds + 1],
  );
  await client.query('analyze');
  await client.end();

  const server = await startBff({ DATABASE_URL: database.url, DATABASE_POOL: '10', TRUST_PROXY: '1' }, '/healthz');
  let clients = 0;
  const search = async (email: string): Promise<number> => {
    clients += 1;
    const began = performance.now();
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        ...firstPartyHeaders,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.${String(clients >> 16)}.${String((clients >> 8) & 255)}.${String(clients & 255)}`,
      },
      body: JSON.stringify({ email }),
    });
    const text = await answer.text();
    const ms = performance.now() - began;
    if (text !== '{"outcome":"code-sent"}') throw new Error(`${email}: ${String(answer.status)} ${text}`);
    return ms;
  };
  const searches = (name: string) => {
    let number = 0;
    return () => search(`${name}${String((number += 1))}@example.com`);
  };
  try {
    yield compareRounds({
      name: 'code search, known over unknown',
      unit: 'ms',
      rounds: await measureInterleaved(rounds, searches('known'), searches('unknown')),
      limit: { of: 'ratio', min: 0.95, max: 1.05 },
    });
  } finally {
    await server.stop();
    await database.drop();
  }
}

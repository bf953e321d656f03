import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import fc from 'fast-check';
import { sql } from 'kysely';
import { emailFormatCheck } from './entity-columns.ts';
import { tables } from '../entities.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(2);
});
afterAll(() => db.close());

const x = (count: number) => 'x'.repeat(count);

/** Edge cases of the rule: its characters, separators and lengths in any order. */
const piece = fc.oneof(
  fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,70}$/),
  fc.constantFrom('@', '.', '-', 'xn--', 'é', 'A', ' ', '\n', '1', '::', x(63), x(64), '.com', 'example.com', '＠'),
  fc.string({ maxLength: 4 }),
);
const typed = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').replaceAll('\0', ''));
const whole = fc.tuple(piece, piece, fc.constantFrom('com', 'co.uk', '1', 'x-', x(63), x(64)));

test('the database accepts exactly the addresses that parseEmail returns', async () => {
  const candidates = fc.sample(
    fc.oneof(
      typed,
      fc.emailAddress(),
      whole.map(([local, domain, top]) => `${local}@${domain}.${top}`),
    ),
    { numRuns: 4_000, seed: 20_261_121 },
  );
  const addresses = candidates.map((each) => each.replaceAll('\0', '').toWellFormed());
  const { rows } = await sql<{ kept: boolean }>`
    select (${sql.raw(emailFormatCheck('address'))}) as kept
    from unnest(${addresses}::text[]) with ordinality as typed (address, place) order by place
  `.execute(tables(db.orm.em.fork()));
  const read = addresses.map((each) => {
    const parsed = parseEmail(each);
    return parsed.ok && parsed.email === each;
  });
  expect(rows.map(({ kept }) => kept)).toEqual(read);
  expect(read.filter(Boolean).length).toBeGreaterThan(200);
});

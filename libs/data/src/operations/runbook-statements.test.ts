import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';

const folder = fileURLToPath(new URL('../../../../docs/operations', import.meta.url));

/** Statements that `explain` accepts; the others, such as `begin`, reference no tables. */
const isPlanned = (statement: string): boolean => /^(select|insert|update|delete|with)\b/.test(statement);

const statements = globSync('**/*.md', { cwd: folder }).flatMap((page) =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/^ *```sql\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, block = '']) => block.replace(/--.*$/gm, '').split(';'))
    .map((statement) => ({ page, statement: statement.trim().replace(/\s+/g, ' ') }))
    .filter(({ statement }) => isPlanned(statement)),
);

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it.each(statements)('PostgreSQL can run the statement of $page: $statement', async ({ statement }) => {
  const filled = statement.replaceAll("'…'", 'null');
  const plan = await db.orm.em.fork().execute(`explain ${filled}`);
  expect(plan).not.toEqual([]);
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { remainingCreditOf, insertPaidTestMember, requestTestFullCheck } from '../testing/full-checks.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { failFullCheck } from './full-check.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it('the runbook statements find failed checks, and return once a credit that could not be returned', async () => {
  const page = new URL('../../../../docs/operations/alarms/full-checks-fail.md', import.meta.url);
  const [find = '', give = ''] = [...readFileSync(page, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g)].map(
    ([, sql = '']) => sql,
  );
  const [failed = '', owed = '', twice = '', missing = ''] = find.split(';');
  const em = db.orm.em.fork();
  const now = new Date('2026-03-01T10:00:00.000Z');
  const member = await insertPaidTestMember(em, now);
  const { id } = (await requestTestFullCheck(em, member, { registration: 'AB12CDE', now }))!;
  expect(await em.execute(failed)).toEqual([]);
  await failFullCheck(em, { id, failure: 'timeout' }, now);

  expect(await em.execute(failed)).toMatchObject([{ id, failure: 'timeout' }]);
  expect(await em.execute(owed)).toMatchObject([{ id, email: member.email }]);
  expect([await em.execute(twice), await em.execute(missing)]).toEqual([[], []]);
  expect(await remainingCreditOf(em, member.subscriptionId)).toBe(0);
  for (const statement of give.split(';').slice(0, 2)) await em.execute(statement.replace('…', id));
  expect(await remainingCreditOf(em, member.subscriptionId)).toBe(1);
  expect(await em.execute(owed)).toEqual([]);
  await requestTestFullCheck(em, member, { registration: 'FN15FNC', now });
  for (const statement of give.split(';').slice(0, 2)) await em.execute(statement.replace('…', id));
  expect(await remainingCreditOf(em, member.subscriptionId)).toBe(0);
});

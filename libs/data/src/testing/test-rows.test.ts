import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from './open-test-database.ts';
import { aboveCondition, belowCondition, likeCondition, notEqualCondition, testRows } from './test-rows.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const at = new Date('2027-01-10T09:00:00.000Z');

it('adds, finds, changes, counts and removes rows by the columns that a test names', async () => {
  const rows = testRows(() => database.orm.em.fork());
  const user = await rows.add('users', { email: 'dana@example.com' }, at);
  expect(user).toMatchObject({ email: 'dana@example.com', createdAt: at });
  await rows.addAll('users', [{}], at);
  expect(await rows.count('users')).toBe(2);
  expect(await rows.one('users', { email: 'dana@example.com' })).toEqual(user);
  const subscription = await rows.add('subscriptions', {
    userId: user.id,
    card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 },
  });
  expect(await rows.set('subscriptions', { status: 'past_due', endsAt: at }, { userId: user.id })).toEqual([
    { ...subscription, status: 'past_due', endsAt: at },
  ]);
  expect(await rows.count('subscriptions', { status: ['active', 'trialing'] })).toBe(0);
  expect(await rows.all('subscriptions', { cancelRequestedAt: null, endsAt: at })).toHaveLength(1);
  expect(await rows.values('users', 'email', { email: likeCondition('dana@%') })).toEqual(['dana@example.com']);
  expect(await rows.values('users', 'email', { id: notEqualCondition(user.id) }, ['createdAt', 'id'])).not.toContain(
    user.email,
  );
  expect(await rows.select('users', ['id'], {}, 'id')).toContainEqual({ id: user.id });
  expect(await rows.all('users', { id: [] })).toEqual([]);
  const running = {
    endsAt: notEqualCondition(null),
    updatedAt: belowCondition(at),
    currentPeriodEnd: aboveCondition(new Date()),
  };
  expect(await rows.count('subscriptions', running)).toBe(1);
  await rows.remove('subscriptions', { userId: user.id });
  expect(await rows.all('subscriptions')).toEqual([]);
  await expect(rows.one('users')).rejects.toThrow('users: 2 rows where one was expected');
});

it('rejects a column that a table does not have, from any object', async () => {
  const rows = testRows(() => database.orm.em.fork());
  const renamed = { email: 'erik@example.com', mail: 'erik@example.com' };
  // @ts-expect-error -- the type is what is tested
  await expect(rows.add('users', renamed)).rejects.toThrow('column "mail" of relation "users" does not exist');
  // @ts-expect-error -- the type is what is tested
  await expect(rows.count('users', { ...renamed })).rejects.toThrow('column "mail" does not exist');
});

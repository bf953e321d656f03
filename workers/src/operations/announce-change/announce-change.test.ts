import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { currentConsents } from '@ve/domain/membership/consents';
import { runCommand } from '../../testing/run-command.ts';
import { startStripeSandbox, type StripeSandbox } from '../../testing/stripe-sandbox.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let sandbox: StripeSandbox;
beforeAll(async () => {
  [db, sandbox] = await Promise.all([openTestDatabase(), startStripeSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.close()]));

const now = new Date('2027-04-05T09:00:00.000Z');
const price = ['--price', 'price_sandbox_membership', '--pence', '890', '--effective', '2027-05-06'];

/** Two members who pay £7.90, and one who pays the offered price. */
beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'mails', 'outbox', 'announced_changes', 'membership_prices');
  for (const [index, monthlyPence] of [790, 790, 890].entries()) {
    const { id: userId } = await db.data.add('users', {}, now);
    await db.data.add('subscriptions', { userId, stripeSubscriptionId: `sub_${index}`, monthlyPence }, now);
  }
});

const run = (args: string[], more: { killedIn?: number } = {}) =>
  runCommand({
    script: 'announce-change',
    args,
    databaseUrl: db.url,
    stripeUrl: sandbox.url,
    testClock: 'none',
    now: () => now,
    ...more,
  });
const written = async () => [
  await db.data.count('announced_changes'),
  await db.data.count('change_notices'),
  await db.data.count('mails', { template: 'change-announced' }),
];

it('a price is announced to those who pay another one, after a dry run that writes nothing', async () => {
  const dry = await run([...price, '--dry-run']);
  expect(dry).toMatchObject({
    code: 0,
    stdout: 'Would announce the price £8.90, from 6 May 2027 at 00:00 UK time, to 2 members.\n',
  });
  expect(await written()).toEqual([0, 0, 0]);
  expect(await run(price)).toMatchObject({
    code: 0,
    stdout: 'Announced the price £8.90, from 6 May 2027 at 00:00 UK time, to 2 members.\n',
  });
  expect(await written()).toEqual([1, 2, 2]);
  const again = await run(price);
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toContain('Refused, nothing was changed: Another change of this kind');
  expect(await written()).toEqual([1, 2, 2]);
}, 120_000);

it('terms are announced to every member who has not agreed to their version', async () => {
  const { version } = currentConsents.terms;
  expect(await run(['--terms', version, '--effective', '2027-05-06'])).toMatchObject({
    code: 0,
    stdout: `Announced the terms ${version}, from 6 May 2027 at 00:00 UK time, to 3 members.\n`,
  });
}, 60_000);

it.each<[what: string, args: string[], code: number, message: string]>([
  ['less than thirty days of notice', [...price.slice(0, 5), '2027-05-05'], 2, 'choose a later day'],
  ['a price that Stripe does not know', ['--price', 'price_none', ...price.slice(2)], 2, 'does not know this price'],
  ['another amount than Stripe’s', [...price.slice(0, 3), '990', ...price.slice(4)], 2, 'has another amount'],
  ['a day that does not exist', [...price.slice(0, 5), '2027-02-30'], 2, 'Usage:'],
  ['both a price and terms', [...price, '--terms', '2027-01-01'], 2, 'Usage:'],
])(
  'the command refuses %s',
  async (_, args, code, message) => {
    const refused = await run(args);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(message);
    expect(await written()).toEqual([0, 0, 0]);
  },
  60_000,
);

it('a command that is killed while Stripe answers has announced nothing', async () => {
  expect(await run(price, { killedIn: 1 })).toMatchObject({ code: null });
  expect(await written()).toEqual([0, 0, 0]);
  expect(await run(price)).toMatchObject({ code: 0 });
}, 120_000);

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addSecondFactor } from '@ve/data/identity/staff/second-factor.repository';
import { addRoleToUser } from '@ve/data/identity/user/staff-users.repository';
import { queueMail } from '@ve/app/messaging/queue-message';
import { openSession } from '@ve/data/identity/session/session.repository';
import { addSignInLink, addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { findMoneyInconsistencies } from '../../testing/money-invariants.ts';
import { openRestoreEnvironment } from '../../testing/restore-environment.ts';
import { runCommand } from '../../testing/run-command.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestCard } from '../../testing/stripe-sandbox.ts';

const script = 'after-restore' as const;
let sandbox: StripeSandbox;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

const start = new Date('2027-01-10T09:00:00.000Z');
const aDay = 86_400_000;
const day = (days: number) => new Date(start.getTime() + days * aDay);
const of = (name: string) => `${name}@example.com`;

describe('a database that was restored from a week-old backup', () => {
  const backupTakenAt = day(27);
  let service: Awaited<ReturnType<typeof openRestoreEnvironment>>;
  let foreign: string;
  const confirmed = ['--confirm-lost', '4'];
  const command = (options: { takenAt?: Date; mode?: string[]; killedIn?: number } = {}) =>
    runCommand({
      script,
      args: ['--backup-taken-at', (options.takenAt ?? backupTakenAt).toISOString(), ...(options.mode ?? confirmed)],
      databaseUrl: service.url(),
      stripeUrl: sandbox.url,
      testClock: service.world.clockId,
      now: service.world.now,
      ...(options.killedIn === undefined ? {} : { killedIn: options.killedIn }),
    });
  const rows = <T = Record<string, unknown>>(sql: string) => service.em().execute<T[]>(sql);

  beforeAll(async () => {
    service = await openRestoreEnvironment(sandbox, start);
    const { world, fillIn, pay, passTo, cancel, member } = service;
    const join = async (name: string, card: StripeTestCard) => pay(await fillIn(of(name)), card);
    for (const name of ['ann', 'bob', 'dee']) await join(name, 'visa');
    for (const name of ['eve', 'max', 'ned']) await join(name, 'mastercard');
    await join('oli', 'gb');
    foreign = await world.createCustomer('foreign@example.com');
    await world.attachCard(foreign);
    const product = { customer: foreign, 'items[0][price]': 'price_sandbox_membership' };
    await sandbox.must('POST', 'subscriptions', product);
    await passTo(day(1));
    await passTo(day(2));
    await service.useCheck(of('eve'));
    await cancel(of('ned'));
    await passTo(day(26.5));
    await cancel(of('eve'));
    await join('cem', 'gb');
    const forms = { fay: await fillIn(of('fay')), gus: await fillIn(of('gus')), hal: await fillIn(of('hal')) };
    await grantStaffRights(of('bob'));
    await openEverything(of('ann'));
    await world.advanceTo(day(27));
    const backup = await service.backUp();

    await world.advanceTo(day(27.3));
    await pay(forms.fay, 'gb');
    await pay(forms.gus, 'visa_debit');
    await pay(forms.hal, 'visa_debit');
    await cancel(of('gus'));
    await service.data.remove('user_roles', { role: 'admin' });
    await passTo(day(28));
    await cancel(of('ann'));
    await service.deleteAccount(of('dee'));
    await service.deleteAccount(of('hal'));
    await service.useCheck(of('bob'));
    await service.keep(of('eve'));
    await join('ivy', 'visa_debit');
    const { stripeCustomerId, stripeSubscriptionId } = await member(of('max'));
    await world.setCard(stripeCustomerId ?? '', stripeSubscriptionId ?? '', 'createDispute');
    await service.rejoin(of('ned'));
    await passTo(day(31.5));
    await service.refundByHand(of('oli'));
    await join('jon', 'visa');
    await join('kim', 'visa');
    await passTo(day(32.6));
    await service.loseDispute();
    await service.useCheck(of('bob'));
    await cancel(of('jon'));
    await service.deleteAccount(of('kim'));
    await world.advanceTo(day(33.5));
    await service.work();
    expect(await findMoneyInconsistencies(await service.books())).toEqual([]);
    expect(await service.unaccounted()).toEqual({ running: [], pence: 0 });
    await fillIn(of('lou'));
    await service.restore(backup);
  }, 300_000);
  afterAll(() => service.close());

  const grantStaffRights = async (email: string) => {
    const { userId } = await service.member(email);
    const now = service.world.now();
    await addRoleToUser(service.em(), { userId, role: 'admin' }, now);
    await addSecondFactor(service.em(), { userId, sealedSecret: 'v1.sealed', step: 1 }, now);
    await service.data.set('users', { passwordHash: '$argon2id$x' }, { id: userId });
  };
  const openEverything = async (email: string) => {
    const { userId, id } = await service.member(email);
    const now = service.world.now();
    const hash = () => newSecretToken().hash;
    await openSession(service.em(), {
      userId,
      openedBy: 'link',
      tokenHash: hash(),
      userAgent: null,
      replaces: null,
      now,
    });
    const requestId = await addSignInRequest(service.em(), { userId, registration: 'AB12CDE', browserHash: null }, now);
    await addSignInLink(service.em(), { requestId, userId, tokenHash: hash() }, now);
    await service.em().transactional((transaction) =>
      queueMail(
        transaction,
        {
          template: 'six-monthly',
          recipient: email,
          subjectId: id,
          occasion: `queued.${now.getTime()}`,
        },
        { now, correlationId: 'world' },
      ),
    );
  };
  const credits = async (name: string) =>
    (
      await rows<{ left: number }>(
        `select 1 - credits_used as left from subscriptions join users on users.id = user_id where email = '${of(name)}'`,
      )
    )[0]?.left;
  const status = async (name: string) => (await service.member(of(name))).status;

  it('disagrees with Stripe: some pay without an account, and former members have a membership with a check', async () => {
    expect(await findMoneyInconsistencies(await service.books())).toContain('active, at Stripe canceled');
    const { running, pence } = await service.unaccounted();
    expect(running).toHaveLength(3);
    expect(pence).toBeGreaterThan(890);
    expect([await status('ann'), await credits('ann')]).toEqual(['active', 1]);
  });

  it('is unchanged by a dry run, as is Stripe; its report lists what would be done', async () => {
    const before = await service.dump();
    const { code, stdout } = await command({ mode: ['--dry-run'] });
    expect(code).toBe(0);
    expect(await service.dump()).toEqual(before);
    expect(await service.world.newEvents()).toEqual([]);
    expect(stdout).toMatch(/^Dry run: nothing was changed/);
    expect(stdout).toContain('Lost accounts, cancelled and refunded: 4');
    expect(stdout.match(/refund £9\.40/g)).toHaveLength(3);
    expect(stdout).toContain('paid since, completed or returned: 3');
    expect(stdout).toContain('deleted again when the workers run: 1');
    expect(stdout).toContain('bob@example.com, admin, second factor since');
    expect(stdout).toContain('1 mail six-monthly');
    expect(stdout).not.toContain('that no account has');
    expect(stdout).toContain(` --backup-taken-at ${backupTakenAt.toISOString()} --confirm-lost 4\n`);
  });

  it('is unchanged, as is Stripe, by a run that is not confirmed or of another backup', async () => {
    const before = await service.dump();
    for (const mode of [[], ['--confirm-lost', '3'], ['--confirm-lost', '5']]) {
      expect(await command({ mode })).toMatchObject({ code: 2, stderr: expect.stringContaining('Refused') });
    }
    const takenAt = day(20);
    for (const lost of ['0', '4', '5']) {
      const { code, stderr } = await command({ takenAt, mode: ['--confirm-lost', lost] });
      expect([code, stderr]).toEqual([2, expect.stringContaining('the newest row is of 2027-02-0')]);
    }
    const { stdout } = await command({ takenAt, mode: ['--dry-run'] });
    expect(stdout).toContain('Do not go on: the newest row');
    expect(stdout).not.toContain('--confirm-lost');
    expect(await service.dump()).toEqual(before);
    expect(await service.world.newEvents()).toEqual([]);
  });

  it('agrees with Stripe in all records after the command was killed repeatedly and then completed', async () => {
    let kills = 0;
    for (let call = 2; (await command({ killedIn: call })).code === null; call *= 2) kills += 1;
    expect(kills).toBeGreaterThan(5);
    // A call may time out on a busy machine: the command is then run again, as its report says.
    let { code, stdout, stderr } = await command();
    for (let again = 0; code !== 0 && again < 3; again += 1) ({ code, stdout, stderr } = await command());
    expect([code, stderr, /FAILED[^]*/.exec(stdout)?.[0]]).toEqual([0, '', undefined]);
    expect(stdout).not.toContain('that no account has');
    const done = await service.dump();
    await service.world.newEvents();
    expect((await command()).code).toBe(0);
    expect(await service.dump()).toEqual(done);
    expect(await service.world.newEvents()).toEqual([]);

    // The deletion is left to the workers, with everything that they find themselves.
    await service.work();
    await service.sendAll();
    await service.work();
    expect(await findMoneyInconsistencies(await service.books())).toEqual([]);
    expect(await service.unaccounted()).toEqual({ running: [], pence: 0 });
    const foreignOnes = await sandbox.payments.listSubscriptions(foreign);
    expect(foreignOnes.map(({ status: present }) => present)).toEqual(['active']);
  }, 600_000);

  it('has every member as they are at Stripe, and none with a check that was refunded', async () => {
    expect(await status('ann')).toBe('canceled');
    expect(await status('oli')).toBe('canceled');
    expect(await status('gus')).toBe('canceled');
    expect([await status('eve'), (await service.member(of('eve'))).endsAt]).toEqual(['active', null]);
    expect([await status('ned'), await status('fay'), await status('cem')]).toEqual(['active', 'active', 'active']);
    expect(await service.data.all('users', { email: ['dee@example.com', 'hal@example.com'] })).toEqual([]);
    expect(await status('max')).toBe('canceled');
    // Bob's check was used after the backup, in the current period: its result is lost, and he may use it again.
    expect(await credits('bob')).toBe(1);
    const refunded = await service.data.one('cancellation_requests', { customerEmail: of('ann') });
    expect(refunded).toMatchObject({ origin: 'stripe', refundKind: 'full', refundPence: 890 });
  });

  it('admits no one by sessions of the backup, and staff only when an owner has confirmed them', async () => {
    expect(await service.data.all('sessions', { revokedAt: null })).toEqual([]);
    expect(await service.data.all('magic_links', { usedAt: null })).toEqual([]);
    expect(await service.data.all('user_roles', { role: notEqualCondition('user') })).toEqual([]);
    expect(await service.data.all('users', { passwordHash: notEqualCondition(null) })).toEqual([]);
  });

  it('has sent nothing that was queued or fell due, and has notified the persons whose accounts were lost', async () => {
    const withheld = await service.data.values('mails', 'template', { skipReason: 'restored' });
    expect(withheld).toEqual(expect.arrayContaining(['receipt', 'six-monthly']));
    const recipients = { template: 'returned-after-restore', skippedAt: null };
    expect(await service.data.values('mails', 'recipient', recipients, 'recipient')).toEqual([of('ivy'), of('jon')]);
  });

  it('keeps rows newer than the first run when the command runs again', async () => {
    await service.world.advanceTo(day(33.6));
    await service.work();
    await openEverything(of('bob'));
    await grantStaffRights(of('bob'));
    const before = await service.dump();
    expect((await command()).code).toBe(0);
    expect(await service.dump()).toEqual(before);
    expect((await command({ mode: ['--confirm-lost', '3'] })).code).toBe(2);
  });

  it('reports a second subscription that was started by hand, and leaves it unchanged', async () => {
    const { stripeCustomerId, stripeSubscriptionId } = await service.member(of('bob'));
    const customerId = stripeCustomerId ?? '';
    const paymentMethodId = (await sandbox.payments.storedCard(customerId)) ?? '';
    const made = { key: 'second', customerId, paymentMethodId, trialEndsAt: null, signUpId: null };
    const second = await sandbox.payments.createSubscription(made);
    await service.world.newEvents();
    for (const mode of [['--dry-run'], confirmed]) {
      const { code, stdout } = await command({ mode });
      expect(code).toBe(0);
      expect(stdout).toContain(`look at them in Stripe: 1\n  ${second.id}\n`);
      expect(stdout).not.toContain('Memberships brought up to Stripe');
    }
    expect(await service.world.newEvents()).toEqual([]);
    expect((await service.member(of('bob'))).stripeSubscriptionId).toBe(stripeSubscriptionId);
  });
});

it('the command refuses a database without users', async () => {
  const database = await createTestDatabase();
  try {
    const world = await sandbox.openTestEnvironment(start);
    const given = { script, databaseUrl: database.url, stripeUrl: sandbox.url, testClock: world.clockId };
    const args = ['--backup-taken-at', start.toISOString(), '--confirm-lost', '0'];
    const { code, stderr } = await runCommand({ ...given, now: world.now, args });
    expect([code, stderr]).toEqual([2, expect.stringContaining('the database has no users')]);
  } finally {
    await database.drop();
  }
});

it('the command refuses invalid arguments', async () => {
  const given = { script, databaseUrl: '', stripeUrl: sandbox.url, testClock: '', now: () => start };
  for (const args of [[], ['--backup-taken-at', 'yesterday'], ['--backup-taken-at', '2027-03-01T02:00:00']]) {
    expect(await runCommand({ ...given, args })).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
  }
  const args = ['--backup-taken-at', start.toISOString()];
  expect(await runCommand({ ...given, args })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL'),
  });
});

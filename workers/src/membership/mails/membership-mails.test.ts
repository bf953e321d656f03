import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MailTemplate } from '@ve/contracts/mails';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { findSignUpMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import type { NewTestRow, TestRowChange } from '@ve/data/testing/test-rows';
import { currentConsents } from '@ve/domain/membership/consents';
import type { NoRefundReason } from '@ve/domain/membership/refund-due';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import type { PaymentReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { isMembershipLinkToken } from '@ve/app/membership/cancellation/membership-token';
import { mailBuilderOf } from '../../messaging/mails/mail-builders.ts';
import { exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { renderEmail } from '../../messaging/mails/render-email.ts';
import { welcomeEmail } from './welcome.mail.tsx';

const ids = {
  user: '00000000-0000-4000-8000-000000000001',
  subscription: '00000000-0000-4000-8000-000000000002',
  signUp: '00000000-0000-4000-8000-000000000003',
  payment: '00000000-0000-4000-8000-000000000004',
  earlier: '00000000-0000-4000-8000-000000000005',
  cancellation: '00000000-0000-4000-8000-000000000006',
  unknown: '00000000-0000-4000-8000-000000000009',
};
const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

beforeEach(async () => {
  await clearTables(db.orm.em.fork(), 'users', 'sign_ups');
  await db.data.add('users', { id: ids.user, email: 'dana@example.com' }, at(0));
  await db.data.add(
    'subscriptions',
    {
      id: ids.subscription,
      userId: ids.user,
      status: 'trialing',
      stripeSubscriptionId: 'sub_1',
      trialEndsAt: at(12),
      currentPeriodEnd: at(12),
      creditsUsed: 1,
      creditedPeriodEnd: null,
    },
    at(0),
  );
  await db.data.add(
    'sign_ups',
    {
      id: ids.signUp,
      email: 'dana@example.com',
      fullName: 'Mallory <b>',
      address: '1 High Street',
      status: 'completed',
      paymentOutcome: 'open-account',
      userId: ids.user,
      paidAt: at(0),
      finishedAt: at(0),
    },
    at(0),
  );
});

const build = async (template: MailTemplate, subjectId: string | null) => {
  const em = db.orm.em.fork();
  const mail = { id: ids.unknown, template, stream: 'service' as const, recipient: 'dana@example.com', subjectId };
  const content = await mailBuilderOf(template)?.(
    em,
    { ...mail, claimedUntil: now },
    { settings: exampleMailSettings, now },
  );
  if (content === undefined || 'skip' in content) return content;
  return (await renderEmail(content)).text;
};

const change = (columns: TestRowChange<'subscriptions'>) =>
  db.data.set('subscriptions', columns, { id: ids.subscription });

const pay = (id: string, hours: number) => db.data.add('payments', { id, userId: ids.user }, at(hours));

const cancelled = (columns: Partial<NewTestRow<'cancellation_requests'>>) =>
  db.data.add(
    'cancellation_requests',
    {
      id: ids.cancellation,
      userId: ids.user,
      customerEmail: 'dana@example.com',
      stripeSubscriptionId: 'sub_1',
      registrationNumber: 'AB12CDE',
      ...columns,
    },
    at(0),
  );

const isOwn = async (token = '') =>
  isMembershipLinkToken(
    token,
    { id: ids.subscription, stripeSubscriptionId: 'sub_1' },
    await membershipLinkSigningKey(db.orm.em.fork()),
  );

describe('a mail about a membership', () => {
  it.each<MailTemplate>([
    'welcome',
    'payment-returned',
    'receipt',
    'pre-charge',
    'charge-failed',
    'membership-cancelled',
    'cancellation-withdrawn',
    'refund-failed',
    'refund-failed-notice',
    'second-charge-returned',
    'second-charge-refund-failed',
    'second-charge-refund-failed-notice',
    'payment-disputed',
    'payment-disputed-notice',
    'six-monthly',
  ])('%s is skipped when its row is gone', async (template) => {
    expect(await build(template, ids.unknown)).toEqual({ skip: 'subject-deleted' });
    expect(await build(template, null)).toEqual({ skip: 'subject-deleted' });
  });

  it('has a cancel link that is signed for this subscription', async () => {
    const text = String(await build('pre-charge', ids.subscription));
    const [, token] = /\/membership\/cancel\?token=([\w-]+)/.exec(text) ?? [];
    expect(await isOwn(token)).toBe(true);
  });

  it('welcomes without any text chosen by the form’s sender', async () => {
    const text = String(await build('welcome', ids.signUp));
    expect(text).toContain('Trial ends: 22 November 2026 at 00:00 UK time');
    expect(text).not.toMatch(/Mallory|High Street/);
  });

  it('welcomes in the name of the company once it is known', async () => {
    const signUp = await findSignUpMailData(db.orm.em.fork(), ids.signUp);
    if (signUp === null) throw new Error('There is no sign-up');
    const company = {
      name: 'Example OÜ',
      register: 'Estonian Commercial Register',
      number: '12345678',
      address: 'Näidise 1, 10111 Tallinn, Estonia',
      vatNumber: null,
      ukRepresentative: null,
    };
    const { text } = await renderEmail(welcomeEmail({ ...signUp, trialEndsAt: at(12) }, exampleMailSettings, company));
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Your contract is with Example OÜ, Näidise 1, 10111 Tallinn, Estonia. Registered in the Estonian Commercial Register under number 12345678.',
    );
  });

  const { unused, used } = refundRuleTexts();
  it.each<[MailTemplate, string]>([
    ['welcome', ids.signUp],
    ['pre-charge', ids.subscription],
    ['receipt', ids.payment],
  ])('%s states the refund in the agreed prices', async (template, subjectId) => {
    const start = currentConsents['start-now'];
    await db.data.add('consents', {
      signUpId: ids.signUp,
      kind: 'start-now',
      textVersion: start.version,
      fullCheckPence: 300,
      givenAt: at(0),
    });
    await pay(ids.payment, 1);
    await db.data.set('payments', { fullCheckPence: 300 });
    const text = String(await build(template, subjectId));
    expect(text).toContain(unused);
    expect(text).toContain(refundRuleTexts({ pence: 890, fullCheckPence: 300 }).used);
    expect(text).not.toContain(used);
  });

  it('the mail about a second charge states its amount, why it is returned, and when it reaches the card', async () => {
    await pay(ids.payment, 1);
    const text = String(await build('second-charge-returned', ids.payment)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('We charged you £8.90 twice for the same month, because two payments');
    expect(text).toContain(
      'The second £8.90 is on its way back to your card: it usually arrives within 5-10 business days.',
    );
    expect(text).toContain('nothing about your membership has changed');
  });

  it('the mails about a failed refund of a second charge state what happens next', async () => {
    await pay(ids.payment, 1);
    expect(await build('second-charge-refund-failed', ids.payment)).toContain('within two working days');
    expect(await build('second-charge-refund-failed-notice', ids.payment)).toContain('dashboard');
  });

  it('a receipt of the first charge under a later account refers to the first payment ever', async () => {
    await pay(ids.payment, 1);
    expect(await build('receipt', ids.payment)).toContain('This was the first full charge.');
    await change({ earlierFirstPaidAt: at(-240) });
    expect(await build('receipt', ids.payment)).toContain('This was the first full charge of your new contract.');
  });

  describe('about a refunded sign-up payment', () => {
    const returned = (reason: PaymentReturnReason, email = 'dana@example.com') =>
      db.data.set('sign_ups', { status: 'returned', paymentOutcome: 'return-payment', refundReason: reason, email });
    const read = async () => String(await build('payment-returned', ids.signUp));

    it('is sent only when the payment is refunded', async () => {
      expect(await build('payment-returned', ids.signUp)).toEqual({ skip: 'subject-deleted' });
      await returned('had-trial');
      expect(await build('welcome', ids.signUp)).toEqual({ skip: 'subject-deleted' });
    });

    it.each<[PaymentReturnReason, string]>([
      ['trial-limit', 'This card has started 3 trials in the last 30 days, which is the most we allow.'],
      ['had-trial', 'Each account has one trial, and this e-mail address has had one.'],
      ['not-started', 'We couldn’t start your trial, and we are sorry.'],
    ])('states the refund, its reason, and what the full price buys: %s', async (reason, why) => {
      await returned(reason);
      const text = await read();
      expect(text).toContain(why);
      expect(text).toContain('Your 50p is on its way back to your card: it usually arrives within 5-10 business days.');
      expect(text).toContain('£8.90 a month. It includes one full check each month, and reminders and alerts');
    });

    it.each<PaymentReturnReason>(['trial-limit', 'had-trial', 'not-started'])(
      'links to no account where there is none: %s',
      async (reason) => {
        await returned(reason, 'new@example.com');
        const text = await read();
        expect(text).toContain('Sign up https://vehicle-enquiry.example/signup');
        expect(text.includes('You can sign up again.')).toBe(reason === 'not-started');
        expect(text).not.toMatch(/signin|Sign in|Start again|You have a/);
      },
    );

    it('states to a member that nothing has changed, and to a former one how to rejoin', async () => {
      await returned('had-trial');
      expect(await read()).toContain('You have a trial or membership, and nothing about it has changed.');
      await change({ status: 'canceled' });
      expect(await read()).toContain('Sign in and choose “Start again”: it begins at once, with a full check.');
    });
  });

  it('states the 14-day right in the receipt of the first full charge alone', async () => {
    await pay(ids.earlier, -720);
    await pay(ids.payment, 0);
    expect(await build('receipt', ids.earlier)).toContain('You may cancel within 14 days');
    expect(await build('receipt', ids.payment)).not.toContain('14 days');
  });

  it('states it again, with the agreed terms, in the receipt of a renewed contract', async () => {
    await pay(ids.earlier, -720);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_before' });
    await pay(ids.payment, 0);
    const text = String(await build('receipt', ids.payment));
    expect(text).toContain('Your membership has started again: £8.90 a month');
    expect(text).toContain('This was the first full charge of your new contract. You may cancel within 14 days of it');
    expect(text).toContain('within 14 days of the first £8.90 you ever paid. The terms');
  });

  it.each<[string, TestRowChange<'subscriptions'>]>([
    ['cancelled', { cancelRequestedAt: at(0) }],
    ['over', { trialEndsAt: at(0) }],
    ['a membership already', { status: 'active' }],
  ])('gives no notice of the first charge when the trial is %s', async (_, columns) => {
    await change(columns);
    expect(await build('pre-charge', ids.subscription)).toEqual({ skip: 'not-needed' });
  });

  it('reports a failed charge while it is unpaid', async () => {
    expect(await build('charge-failed', ids.subscription)).toEqual({ skip: 'not-needed' });
    await change({
      status: 'past_due',
      paymentProblem: { kind: 'declined', pence: 890, failedAt: null, nextAttemptAt: null, invoiceId: 'in_1' },
    });
    const text = String(await build('charge-failed', ids.subscription));
    expect(text).toContain('Your payment of £8.90 did not go through');
    expect(text).toContain('E-mail reminders and free alerts (tax, MOT, recalls, petrol prices) continue.');
    expect(text).toMatch(/Texts, your full check, and alerts .* are paused\. They resume once you pay\./);
    expect(text).toMatch(/Pay £8\.90 https:\S+\/my-account\?fix=card/);
    await change({ status: 'unpaid' });
    expect(await build('charge-failed', ids.subscription)).toEqual({ skip: 'not-needed' });
  });

  it('states in the hour before a charge that it is due, not that a month is paid', async () => {
    await change({ status: 'active', trialEndsAt: at(0), currentPeriodEnd: at(720) });
    const due =
      'Next charge: £8.90, due since 21 November 2026 at 12:00 UK time and usually taken within about an hour';
    for (const template of ['six-monthly', 'cancellation-withdrawn'] as const) {
      expect(await build(template, ids.subscription)).toContain(due);
    }
  });

  it('confirms a cancellation with its end date, and is skipped after a withdrawal', async () => {
    await change({ status: 'active', currentPeriodEnd: at(24), creditedPeriodEnd: at(24) });
    await cancelled({ endsAt: at(24), paidUntil: at(24) });
    const ending = String(await build('membership-cancelled', ids.cancellation));
    expect(ending).toContain('Ends: 22 November 2026 at 12:00 UK time');
    const [, token] = /Keep my membership https:\S+\/membership\/cancel\?token=([\w-]+)/.exec(ending) ?? [];
    expect(await isOwn(token)).toBe(true);
    await pay(ids.payment, -720);
    await db.data.set('payments', {
      stripeSubscriptionId: 'sub_1',
      periodEnd: at(24),
      disputeState: 'open',
      disputedAt: at(0),
    });
    const claimed = String(await build('membership-cancelled', ids.cancellation));
    expect(claimed).toContain('stay a member until then');
    expect(claimed).not.toMatch(/keep your membership|Keep my membership/);
    await db.data.set('cancellation_requests', { withdrawnAt: at(1) });
    expect(await build('membership-cancelled', ids.cancellation)).toEqual({ skip: 'subject-deleted' });
  });

  it('states for a cancellation at Stripe in the hour before a charge that the charge is still made', async () => {
    await change({ status: 'active', trialEndsAt: at(0), currentPeriodEnd: at(720), endsAt: at(720) });
    await cancelled({ endsAt: at(720) });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('Further charges: £8.90, due since');
    expect(text).not.toMatch(/You have paid until|Nothing more will be charged/);
  });

  it('states that a trial has ended and its fee is not refunded', async () => {
    await cancelled({ endsAt: at(0), noRefundReason: 'never-charged' });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('Your trial has ended');
    expect(text).toContain('The 50p for the trial is not refunded');
  });

  it.each([
    ['a membership', true, 'We could not take the payment that was due, so your membership has ended.'],
    ['a trial', false, 'We could not take the £8.90 that was due after your trial, so no membership began.'],
  ])('states that %s has ended because nothing was paid', async (_name, paid, reason) => {
    if (paid) {
      await pay(ids.payment, -900);
      await db.data.set('payments', { stripeSubscriptionId: 'sub_1', periodEnd: at(-180) });
    }
    await change({ status: 'canceled', trialEndsAt: at(-900) });
    await cancelled({ endsAt: at(0), origin: 'stripe' });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain(reason);
    expect(text).toContain('If you think this is wrong, write to support@vehicle-enquiry.example.');
    expect(text).not.toMatch(/did not ask for this|never charged|support has cancelled/);
  });

  it('states the refund, its card, and a charge made after the end', async () => {
    await pay(ids.payment, -240);
    await pay(ids.earlier, 480);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1' });
    await db.data.set('payments', { refundedPence: 890 }, { id: ids.earlier });
    await cancelled({
      endsAt: at(0),
      paidUntil: at(480),
      paymentId: ids.payment,
      refundKind: 'full',
      refundPence: 890,
      stripeRefundId: 're_1',
      refundCard: { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
    });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('Your membership has ended');
    expect(text).toContain(
      'We are returning £8.90 to your card ending in 4242: your last payment, as its full check was not used.',
    );
    expect(text).toContain('5-10 business days');
    expect(text).toContain('We had just charged £8.90 for time after the end.');
    expect(text).toContain('Refund: £17.80');
  });

  it.each<[NoRefundReason, string]>([
    ['check-used', 'You used the full check of this period'],
    ['check-price', 'You used the full check of this period, and its price is all that is left'],
    ['too-late', 'Your last payment was more than 30 days ago'],
    ['disputed', 'You have claimed your last payment back at your bank'],
  ])('states why nothing is refunded as decided at the time, regardless of later events: %s', async (reason, text) => {
    await pay(ids.payment, -1);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1', periodEnd: at(240) });
    await cancelled({ endsAt: at(240), paidUntil: at(240), noRefundReason: reason });
    expect(await build('membership-cancelled', ids.cancellation)).toContain(text);
  });

  it.each([
    [0, 742, 'the part of your last payment for 25 of the 30 days of its month.'],
    [
      500,
      325,
      'your last payment of £8.90 less £5.00 for the full check you used, for 25 of the 30 days of its month.',
    ],
  ])('explains a partial refund, with a check of %i pence', async (fullCheckPence, pence, text) => {
    await pay(ids.payment, -120);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1', fullCheckPence });
    await cancelled({
      endsAt: at(0),
      paidUntil: at(600),
      paymentId: ids.payment,
      refundKind: 'pro-rata',
      refundPence: pence,
      stripeRefundId: 're_1',
    });
    expect(await build('membership-cancelled', ids.cancellation)).toContain(
      `We are returning £${(pence / 100).toFixed(2)} to the card you paid with: ${text}`,
    );
  });

  it('states for a cancellation by support what was paid, and whom to contact', async () => {
    await pay(ids.payment, -120);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1' });
    await cancelled({ endsAt: at(0), paidUntil: at(600), origin: 'stripe' });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('Your membership has ended');
    expect(text).toContain(
      'Our support has cancelled your membership. You last paid £8.90, on 16 November 2026 at 12:00 UK time.',
    );
    expect(text).toContain('write to us at support@vehicle-enquiry.example');
    expect(text).not.toMatch(/trial|never charged/);
  });

  it('states what staff have refunded, when, and to which card', async () => {
    await pay(ids.payment, -120);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1', refundedPence: 890, refundedAt: at(-1) });
    await cancelled({
      endsAt: at(0),
      paidUntil: at(600),
      origin: 'stripe',
      noRefundReason: 'refunded',
      refundCard: { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
    });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('Refund: £8.90');
    expect(text).toContain(
      'We returned £8.90 of your last payment to your card ending in 4242 on 21 November 2026 at 11:00 UK time.',
    );
  });

  it('does not mention reports for a deleted account', async () => {
    await cancelled({ endsAt: at(0), noRefundReason: 'never-charged', origin: 'deletion' });
    expect(await build('membership-cancelled', ids.cancellation)).not.toContain('saved reports');
  });

  it('confirms that a membership continues, and is skipped once it is cancelled again', async () => {
    await change({ status: 'active', currentPeriodEnd: at(240), creditedPeriodEnd: at(240) });
    expect(await build('cancellation-withdrawn', ids.subscription)).toContain('Next charge: £8.90 on 1 December 2026');
    await change({ cancelRequestedAt: at(0), endsAt: at(240) });
    expect(await build('cancellation-withdrawn', ids.subscription)).toEqual({ skip: 'not-needed' });
  });

  it('reports what the bank decided on a dispute, and is skipped when there is none', async () => {
    await pay(ids.payment, 0);
    expect(await build('payment-disputed', ids.payment)).toEqual({ skip: 'not-needed' });
    await db.data.set('payments', { disputeState: 'open', disputedAt: at(0), stripePaymentIntentId: 'pi_1' });
    expect(await build('payment-disputed', ids.payment)).toContain('Until then we can’t refund it too');
    const notice = String(await build('payment-disputed-notice', ids.payment));
    expect(notice).toContain('Account: dana@example.com');
    expect(notice).toContain('At Stripe: pi_1');
    await db.data.set('payments', { disputeState: 'lost' });
    expect(await build('payment-disputed', ids.payment)).toContain('Your bank has returned this payment to you');
  });

  it('reminds every six months while the membership runs', async () => {
    expect(await build('six-monthly', ids.subscription)).toEqual({ skip: 'not-needed' });
    await change({ status: 'active', currentPeriodEnd: at(240), creditedPeriodEnd: at(240) });
    expect(await build('six-monthly', ids.subscription)).toContain('Next charge: £8.90 on 1 December 2026');
    // The price agreed before it changed for new members.
    await change({ monthlyPence: 790 });
    await pay(ids.payment, -480);
    await db.data.set('payments', { stripeSubscriptionId: 'sub_1', amountPence: 790 });
    const text = String(await build('six-monthly', ids.subscription));
    expect(text).toContain('You pay £7.90 a month');
    expect(text).toContain('Last charge: £7.90 on 1 November 2026 at 12:00 UK time');
    expect(text).toContain('Next charge: £7.90 on 1 December 2026');
    expect(text).toContain('Each month brings one full check, and reminders and alerts for AB12 CDE.');
    expect(text).not.toMatch(/any vehicle|has not changed|8\.90/);
    await change({ cancelRequestedAt: at(0), endsAt: at(240) });
    expect(await build('six-monthly', ids.subscription)).toEqual({ skip: 'not-needed' });
  });

  it('states the member’s own price, never that of the offer', async () => {
    await change({ monthlyPence: 790 });
    for (const [template, subject] of [
      ['welcome', ids.signUp],
      ['pre-charge', ids.subscription],
    ] as const) {
      const text = String(await build(template, subject));
      expect(text).toMatch(/£7\.90 (a|each) month/);
      expect(text).not.toContain('8.90');
    }
    await change({ status: 'active', currentPeriodEnd: at(240), creditedPeriodEnd: at(240) });
    const kept = String(await build('cancellation-withdrawn', ids.subscription));
    expect(kept).toContain('£7.90 a month until you cancel');
    expect(kept).not.toContain('8.90');
    await change({ cancelRequestedAt: at(0), endsAt: at(240) });
    await cancelled({ endsAt: at(240), paidUntil: at(240), noRefundReason: 'too-late' });
    const leaving = String(await build('membership-cancelled', ids.cancellation));
    expect(leaving).toContain('You then pay £7.90 a month again');
    expect(leaving).not.toContain('8.90');
  });
});

describe('the mail that announces a change', () => {
  const effectiveAt = at(24 * 31);
  const announce = async ({ isPrice = true } = {}) => {
    await clearTables(db.orm.em.fork(), 'announced_changes', 'membership_prices');
    await change({ status: 'active', currentPeriodEnd: at(240), creditedPeriodEnd: at(240), monthlyPence: 790 });
    const price = await db.data.add('membership_prices', {
      stripePriceId: 'price_new',
      pence: 990,
      currency: 'gbp',
      effectiveFrom: at(0),
    });
    const content = isPrice
      ? { kind: 'price', membershipPriceId: price.id }
      : { kind: 'terms', termsVersion: '2026-12-01' };
    const made = await db.data.add('announced_changes', {
      ...(content as { kind: 'price' }),
      announcedAt: at(0),
      effectiveAt,
    });
    return db.data.add('change_notices', {
      announcedChangeId: made.id,
      userId: ids.user,
      stripeSubscriptionId: 'sub_1',
      previousPence: 790,
      effectiveAt,
      createdAt: at(0),
    });
  };

  it('states both prices, the day, how to agree, and what happens without agreement', async () => {
    const text = String(await build('change-announced', (await announce()).id));
    expect(text).toContain('A new price from 22 December 2026: do you agree to £9.90 a month?');
    expect(text).toContain('You pay now: £7.90 a month');
    expect(text).toContain('your first payment on or after 22 December 2026 is £9.90');
    expect(text).toContain(
      'You keep your current price until your membership ends on 1 January 2027, at the end of the month that you will have paid for. You never pay the new price.',
    );
    const [, agree] =
      /Agree to £9\.90 a month https:\/\/vehicle-enquiry\.example\/membership\/change\?token=([\w-]{43})/.exec(text) ??
      [];
    expect(await isOwn(agree)).toBe(false);
    // The frame adds the cancel link for the reader.
    expect(text).toContain('cancel before 22 December 2026, with the link at the end of this e-mail');
    expect(text).not.toContain('/membership/cancel');
    expect(text).not.toContain('8.90');
  });

  it('of new terms links to them and states that the price stays', async () => {
    const text = String(await build('change-announced', (await announce({ isPrice: false })).id));
    expect(text).toContain('New terms from 22 December 2026');
    expect(text).toContain('https://vehicle-enquiry.example/terms');
    expect(text).toContain('Your price does not change.');
  });

  it.each<[string, (noticeId: string) => Promise<unknown>]>([
    ['cancelled', () => change({ cancelRequestedAt: at(0), endsAt: at(240) })],
    [
      'agreed',
      (changeNoticeId) =>
        db.data.add('consents', {
          userId: ids.user,
          changeNoticeId,
          kind: 'new-price',
          textVersion: '2026-11-27',
          monthlyPence: 990,
          givenAt: at(0),
        }),
    ],
  ])('is skipped once the member has %s', async (_, act) => {
    const { id } = await announce();
    await act(id);
    expect(await build('change-announced', id)).toEqual({ skip: 'not-needed' });
  });

  it('that is sent late states a day that leaves the promised notice', async () => {
    const { id } = await announce();
    await db.data.set('announced_changes', { announcedAt: at(-24 * 60), effectiveAt: at(-24 * 29) }, {});
    await db.data.set('change_notices', { effectiveAt: at(-24 * 29) }, { id });
    expect(await build('change-announced', id)).toContain('A new price from 22 December 2026');
    expect(await db.data.one('change_notices')).toMatchObject({ effectiveAt: new Date('2026-12-22T00:00:00Z') });
  });

  it('is followed by the usual mail when the membership ends, which says why', async () => {
    await announce();
    await change({ cancelRequestedAt: at(0), endsAt: at(240) });
    await cancelled({ endsAt: at(240), paidUntil: at(240), noRefundReason: 'not-agreed', origin: 'change' });
    const text = String(await build('membership-cancelled', ids.cancellation));
    expect(text).toContain('You had not agreed to the change we told you about');
    expect(text).toContain('You can start again in your account once it has ended.');
    expect(text).not.toContain('Keep my membership');
  });
});

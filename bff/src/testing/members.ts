import { ownCall } from '@ve/contracts/own-call';
import { membershipLinkKey } from '@ve/data/jobs/limit/secret.repository';
import type { SubscriptionStatus } from '@ve/data/membership/subscription/subscription.entity';
import { membershipToken } from '@ve/server-kit/auth/membership-token';
import { signIn } from './sessions.ts';
import type { TestApp } from './test-app.ts';

export interface TestMember {
  userId: string;
  email: string;
  subscriptionId: string;
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  /** The headers of the member's browser. */
  headers: { cookie: string };
}

export interface TestMembership {
  status?: SubscriptionStatus;
  creditsUsed?: number;
  trialEndsAt?: Date | null;
  currentPeriodStart?: Date | null;
  currentPeriodEnd?: Date | null;
  /** By default an active one is paid until the end of its period. */
  creditedPeriodEnd?: Date | null;
  stripeCustomerId?: string;
  stripeSubscriptionId?: string;
  paymentProblem?: object;
}

let members = 0;
let charges = 0;

/** A signed-in customer with a subscription, by default a trial of AB12 CDE with 20 hours to go. */
export async function createMember(app: TestApp, given: TestMembership = {}): Promise<TestMember> {
  const number = (members += 1);
  const email = `member${number}@example.com`;
  const headers = { cookie: `session=${await signIn(app, { email })}` };
  const [user] = await app.rows<{ id: string }>('select id from users where email = ?', [email]);
  const { stripeCustomerId = `cus_${number}`, stripeSubscriptionId = `sub_${number}` } = given;
  await app.rows(
    `insert into customers (user_id, name, email, stripe_customer_id, stripe_subscription_id, created_at)
     values (?, 'Dana Driver', ?, ?, ?, now())`,
    [user?.id, email, stripeCustomerId, stripeSubscriptionId],
  );
  const soon = new Date(Date.now() + 20 * 3_600_000);
  const aMonthAgo = new Date(Date.now() - 30 * 86_400_000);
  const { status = 'trialing', currentPeriodStart = null, currentPeriodEnd = soon } = given;
  const { trialEndsAt = status === 'trialing' ? soon : aMonthAgo } = given;
  const { creditedPeriodEnd = status === 'active' ? currentPeriodEnd : null } = given;
  const [row] = await app.rows<{ id: string }>(
    `insert into subscriptions (user_id, status, credits_used, registration_number, stripe_subscription_id,
       trial_ends_at, current_period_start, current_period_end, credited_period_end, card, payment_problem, created_at, updated_at)
     values (?, ?, ?, 'AB12CDE', ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, now(), now()) returning id`,
    [
      user?.id,
      status,
      given.creditsUsed ?? 1,
      stripeSubscriptionId,
      trialEndsAt,
      currentPeriodStart,
      currentPeriodEnd,
      creditedPeriodEnd,
      JSON.stringify({ brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 }),
      given.paymentProblem === undefined ? null : JSON.stringify(given.paymentProblem),
    ],
  );
  if (!user || !row) throw new Error('The member was not stored');
  return { userId: user.id, email, subscriptionId: row.id, stripeSubscriptionId, stripeCustomerId, headers };
}

export interface TestCharge {
  pence?: number;
  /** As its contract names it. */
  fullCheckPence?: number;
  refundedPence?: number;
  paidAt: Date;
  periodEnd: Date;
}

/** A membership charge that a member has paid. */
export async function addCharge(
  app: TestApp,
  { userId, stripeSubscriptionId }: Pick<TestMember, 'userId' | 'stripeSubscriptionId'>,
  { pence = 890, fullCheckPence = 500, refundedPence = 0, paidAt, periodEnd }: TestCharge,
): Promise<void> {
  const number = (charges += 1);
  await app.rows(
    `insert into payments (user_id, kind, stripe_payment_intent_id, stripe_subscription_id, stripe_invoice_id, amount_pence,
       full_check_pence, currency, refunded_pence, paid_at, period_start, period_end, created_at)
     values (?, 'membership', ?, ?, ?, ?, ?, 'gbp', ?, ?, ?, ?, now())`,
    [
      userId,
      `pi_charge_${number}`,
      stripeSubscriptionId,
      `in_charge_${number}`,
      pence,
      fullCheckPence,
      refundedPence,
      paidAt,
      paidAt,
      periodEnd,
    ],
  );
}

/** The token of a member's cancel link, as every mail to them has it. */
export const membershipTokenOf = async (
  app: TestApp,
  { subscriptionId: id, stripeSubscriptionId }: Pick<TestMember, 'subscriptionId' | 'stripeSubscriptionId'>,
): Promise<string> => membershipToken({ id, stripeSubscriptionId }, await membershipLinkKey(app.em()));

/** A call without a body, as our own pages send it. */
export const command = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', ...ownCall, ...headers } });

import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { announcedChangeLinkSigningKey, membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import type { StoredPaymentProblem, SubscriptionStatus } from '@ve/data/membership/subscription/subscription.entity';
import { announcedChangeToken } from '@ve/app/membership/announced-change/change-token';
import { membershipLinkToken } from '@ve/app/membership/cancellation/membership-token';
import { createTestSession } from './sessions.ts';
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

export interface TestMembershipOptions {
  status?: SubscriptionStatus;
  creditsUsed?: number;
  trialEndsAt?: Date | null;
  currentPeriodStart?: Date | null;
  currentPeriodEnd?: Date | null;
  /** By default, an active membership is paid until the end of its period. */
  creditedPeriodEnd?: Date | null;
  stripeCustomerId?: string;
  stripeSubscriptionId?: string;
  paymentProblem?: object;
}

let members = 0;
let charges = 0;

/** A signed-in customer with a subscription, by default a trial of AB12 CDE with 20 hours to go. */
export async function createTestMember(app: TestApp, given: TestMembershipOptions = {}): Promise<TestMember> {
  const number = (members += 1);
  const email = `member${number}@example.com`;
  const headers = { cookie: `session=${await createTestSession(app, { email })}` };
  const user = await app.data.one('users', { email });
  const { stripeCustomerId = `cus_${number}`, stripeSubscriptionId = `sub_${number}` } = given;
  await app.data.add('customers', {
    userId: user.id,
    email,
    stripeCustomerId,
    stripeSubscriptionId,
  });
  const soon = new Date(Date.now() + 20 * 3_600_000);
  const aMonthAgo = new Date(Date.now() - 30 * 86_400_000);
  const { status = 'trialing', currentPeriodStart = null, currentPeriodEnd = soon } = given;
  const { trialEndsAt = status === 'trialing' ? soon : aMonthAgo } = given;
  const { creditedPeriodEnd = status === 'active' ? currentPeriodEnd : null } = given;
  const row = await app.data.add('subscriptions', {
    userId: user.id,
    status,
    creditsUsed: given.creditsUsed ?? 1,
    stripeSubscriptionId,
    trialEndsAt,
    currentPeriodStart,
    currentPeriodEnd,
    creditedPeriodEnd,
    card: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 },
    paymentProblem: (given.paymentProblem ?? null) as StoredPaymentProblem | null,
  });
  return { userId: user.id, email, subscriptionId: row.id, stripeSubscriptionId, stripeCustomerId, headers };
}

export interface TestChargeOptions {
  pence?: number;
  /** The price of the full check in the member's contract. */
  fullCheckPence?: number;
  refundedPence?: number;
  paidAt: Date;
  periodEnd: Date;
}

/** Adds a membership charge that a member has paid. */
export async function addMembershipCharge(
  app: TestApp,
  { userId, stripeSubscriptionId }: Pick<TestMember, 'userId' | 'stripeSubscriptionId'>,
  { pence = 890, fullCheckPence = 500, refundedPence = 0, paidAt, periodEnd }: TestChargeOptions,
): Promise<void> {
  const number = (charges += 1);
  await app.data.add(
    'payments',
    {
      userId,
      stripePaymentIntentId: `pi_charge_${number}`,
      stripeSubscriptionId,
      stripeInvoiceId: `in_charge_${number}`,
      amountPence: pence,
      fullCheckPence,
      refundedPence,
      paidAt,
      periodStart: paidAt,
      periodEnd,
    },
    new Date(),
  );
}

/** The token of a member's cancel link, as contained in every mail to them. */
export const membershipLinkTokenOf = async (
  app: TestApp,
  { subscriptionId: id, stripeSubscriptionId }: Pick<TestMember, 'subscriptionId' | 'stripeSubscriptionId'>,
): Promise<string> => membershipLinkToken({ id, stripeSubscriptionId }, await membershipLinkSigningKey(app.em()));

/** The token of the mail that announced a change to a member with this notice. */
export const announcedChangeTokenOf = async (
  app: TestApp,
  { userId, stripeSubscriptionId }: Pick<TestMember, 'userId' | 'stripeSubscriptionId'>,
  noticeId: string,
): Promise<string> =>
  announcedChangeToken({ id: noticeId, userId, stripeSubscriptionId }, await announcedChangeLinkSigningKey(app.em()));

/** Sends a call without a body, as our own pages do. */
export const postWithoutBodyFromOwnPage = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', ...firstPartyHeaders, ...headers } });

import type { EntityManager } from '@mikro-orm/postgresql';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import {
  type ChangeNotice,
  findChangeNotice,
  recordChangeNoticeOutcome,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscriptionByStripeId,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { type AnnouncedChangeStep, announcedChangeStepOf } from '@ve/domain/membership/announced-change';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import { idempotencyKeyLifetimeMs } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { JobContext, JobUseCase } from '../../job-context.ts';
import { cancelMembership } from '../cancellation/cancel-membership.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { syncSubscription } from '../subscription/sync-subscription.ts';

/**
 * Decides an announced change for one member, on and after its day. Who agreed pays the new price from their next
 * period; for any other the membership ends with its paid period. What cannot be decided yet is left to a later run.
 * Every step is idempotent, so a run may die between any two.
 */
export const applyAnnouncedChange =
  ({ payments }: PaymentDeps): JobUseCase<'subscriptions.apply-change'> =>
  async ({ noticeId }, context) => {
    const { em, now } = context;
    const notice = await findChangeNotice(em, noticeId);
    if (notice === null) throw new UnrecoverableJobError('no notice of a change with this id');
    if (notice.settledAt !== null) return;
    const row = await findSubscriptionByStripeId(em, notice.stripeSubscriptionId);
    const applies = row !== null && stepOf(row, notice, now()) === 'apply';
    if (applies && !(await applyAtStripe(payments, { row, notice }, context))) return;
    await em.transactional(async (transaction) => {
      if (await settle(transaction, { notice, isApplied: applies }, context)) await context.complete(transaction);
    });
  };

const stepOf = (row: SubscriptionRow | null, notice: ChangeNotice, now: Date): AnnouncedChangeStep => {
  if (row === null) return 'lapse';
  const { agreedAt, notifiedAt, effectiveAt } = notice;
  return announcedChangeStepOf(
    { facts: row, agreed: agreedAt !== null, notified: notifiedAt !== null, effectiveAt },
    now,
  );
};

/** Charges the new price from the next period on. Returns whether the subscription runs on with it. */
const applyAtStripe = async (
  payments: PaymentDeps['payments'],
  { row, notice }: { row: SubscriptionRow; notice: ChangeNotice },
  context: JobContext,
): Promise<boolean> => {
  const { id: noticeId, stripeSubscriptionId: id, stripePriceId: priceId } = notice;
  // New terms need nothing at Stripe.
  if (priceId === null) return true;
  // A new key after a while: under the old one Stripe would repeat its failure.
  const window = Math.floor(context.now().getTime() / idempotencyKeyLifetimeMs);
  const changed = await nullIfUnknownAtStripe(
    payments.changePrice({ key: `price.${noticeId}.${priceId}.${window}`, id, priceId }),
  );
  await syncSubscription(payments, { id: row.id }, context);
  return changed !== null && isSubscriptionRunning(changed);
};

/**
 * Decides by the rows as they are now, with the subscription locked: consents and cancellations lock it too.
 * `isApplied`: this run has changed the price.
 */
const settle = async (
  em: EntityManager,
  { notice: { id: noticeId, ...read }, isApplied }: { notice: ChangeNotice; isApplied: boolean },
  context: JobContext,
): Promise<boolean> => {
  const at = context.now();
  const found = await findSubscriptionByStripeId(em, read.stripeSubscriptionId);
  const locked = found === null ? null : await lockSubscription(em, found.id);
  const row = locked?.stripeSubscriptionId === read.stripeSubscriptionId ? locked : null;
  const notice = await findChangeNotice(em, noticeId);
  if (notice === null || notice.settledAt !== null) return false;
  switch (stepOf(row, notice, at)) {
    case 'wait':
      return false;
    case 'lapse':
      return recordChangeNoticeOutcome(em, { id: noticeId, outcome: 'lapsed' }, at);
    case 'apply':
      // Agreed, or a charge recorded, meanwhile: the next run changes the price first.
      if (!isApplied) return false;
      return recordChangeNoticeOutcome(em, { id: noticeId, outcome: 'agreed' }, at);
    case 'end': {
      if (row === null) return false;
      const { id: subscriptionId, stripeSubscriptionId } = row;
      const cancel = { subscriptionId, stripeSubscriptionId, origin: 'change', changeAt: notice.effectiveAt } as const;
      await cancelMembership(em, cancel, { now: at, correlationId: context.correlationId });
      return recordChangeNoticeOutcome(em, { id: noticeId, outcome: 'ended' }, at);
    }
  }
};

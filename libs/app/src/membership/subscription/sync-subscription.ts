import { hasEarlyUpgradeFailed } from '@ve/domain/membership/early-upgrade-attempt';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  recordCancellationMadeAtStripe,
  isCancellationWithdrawn,
  markCancellationWithdrawnAtStripe,
} from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { setCustomerSubscription } from '@ve/data/membership/customer/customer.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addMembershipPayment } from '@ve/data/membership/payment/payment.repository';
import type { StoredPaymentProblem } from '@ve/data/membership/subscription/subscription.entity';
import {
  grantPeriodCredit,
  findSubscription,
  markSubscriptionUnknownAtStripe,
  type SubscriptionRow,
  storeSubscriptionStateOfStripe,
} from '@ve/data/membership/subscription/subscription.repository';
import {
  type ProviderInvoice,
  isOpenEarlyUpgrade,
  type ProviderSubscription,
} from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../payments/payment-provider-client.ts';
import { refundSecondCharges } from '../payments/second-charge.ts';

/** Two years of months: syncs are never further apart. */
export const maxInvoicesPerSubscription = 24;
/** Other runs may write between our read and write; each of them has read newer data. */
const maxSyncAttempts = 5;

/**
 * Updates the row of a subscription from Stripe, with its paid invoices, its credit and the resulting mails. Reads
 * first and writes only if no other run wrote in between, so that an older response never overwrites a newer one. Ends
 * an abandoned early upgrade, and refunds double payments. `cancelling`: called by a cancel job, which itself refunds
 * charges after the end.
 */
export const syncSubscription = async (
  payments: PaymentDeps['payments'],
  { id, cancelling = false }: { id: string; cancelling?: boolean | undefined },
  context: JobContext,
): Promise<void> => {
  const { em, now, logger } = context;
  for (let attempt = 1; attempt <= maxSyncAttempts; attempt += 1) {
    const row = await findSubscription(em, id);
    // Deleted with its account, which ended it at Stripe, while the job waited.
    if (!row || row.stripeSubscriptionId === null) return;
    const present = await nullIfUnknownAtStripe(presentSubscription(payments, row, row.stripeSubscriptionId));
    if (present === null) {
      await markSubscriptionUnknownAtStripe(em, id, now());
      logger.warn(
        { event: 'subscription_unknown_at_stripe', subscriptionId: id },
        'Stripe does not know one of our subscriptions.',
      );
      return;
    }
    const invoices = await payments.listInvoices({ subscriptionId: present.id, limit: maxInvoicesPerSubscription });
    if (await endEarlyUpgrade(payments, { present, invoices }, now())) continue;
    const begun = present.id !== row.stripeSubscriptionId;
    // Payments of the ended subscription may not be recorded yet.
    const before = begun
      ? await payments.listInvoices({ subscriptionId: row.stripeSubscriptionId, limit: maxInvoicesPerSubscription })
      : [];
    const read = { present, invoices, before, cancelling };
    const written = await em.transactional((transaction) => write(transaction, { row, read }, context));
    if (!written) continue;
    await refundSecondCharges(payments, [...invoices, ...before], context);
    return;
  }
  throw new Error('the subscription was changed by others all the time');
};

/**
 * Voids the invoice of an early upgrade that is over, for example because its process was killed. Returns whether it
 * did.
 */
const endEarlyUpgrade = async (
  payments: PaymentDeps['payments'],
  { present: { status }, invoices }: { present: ProviderSubscription; invoices: readonly ProviderInvoice[] },
  now: Date,
): Promise<boolean> => {
  const open = status === 'trialing' ? invoices.find(isOpenEarlyUpgrade) : undefined;
  if (open === undefined || !hasEarlyUpgradeFailed(open, now)) return false;
  return (await payments.voidInvoice(open.id)).status !== 'open';
};

/** Returns the row's own subscription; once that has ended, a newer running one of the same customer. */
const presentSubscription = async (
  payments: PaymentDeps['payments'],
  { stripeCustomerId }: SubscriptionRow,
  stripeSubscriptionId: string,
): Promise<ProviderSubscription> => {
  const own = await payments.readSubscription(stripeSubscriptionId);
  if (isSubscriptionRunning(own) || stripeCustomerId === null) return own;
  const newer = ((await nullIfUnknownAtStripe(payments.listSubscriptions(stripeCustomerId))) ?? []).find(
    isSubscriptionRunning,
  );
  return newer ?? own;
};

/** True if a sync would give the row a newer running subscription: only once its own has ended at Stripe. */
export const switchesToNewerSubscription = async (
  payments: PaymentDeps['payments'],
  { stripeSubscriptionId }: Pick<SubscriptionRow, 'stripeSubscriptionId'>,
): Promise<boolean> => {
  if (stripeSubscriptionId === null) return false;
  const own = await nullIfUnknownAtStripe(payments.readSubscription(stripeSubscriptionId));
  return own !== null && !isSubscriptionRunning(own);
};

interface ReadAtStripe {
  present: ProviderSubscription;
  invoices: ProviderInvoice[];
  /** Invoices of the previous subscription, when a new one has begun. */
  before: ProviderInvoice[];
  cancelling: boolean;
}

const write = async (
  em: EntityManager,
  { row, read: { present, invoices, before, cancelling } }: { row: SubscriptionRow; read: ReadAtStripe },
  context: JobContext,
): Promise<boolean> => {
  const now = context.now();
  const { correlationId } = context;
  const { id, userId, email } = row;
  const begun = present.id !== row.stripeSubscriptionId;
  const cancelledHere = !begun && row.cancelRequestedAt !== null;
  const isWithdrawn =
    !cancelledHere &&
    present.endsAt !== null &&
    isSubscriptionRunning(present) &&
    (await isCancellationWithdrawn(em, { stripeSubscriptionId: present.id, cancellationId: present.cancellationId }));
  const problem = isSubscriptionRunning(present)
    ? paymentProblemOf(present, invoices)
    : begun || cancelledHere
      ? null
      : problemOfEnded({ row, present, invoices });
  const state = {
    stripeSubscriptionId: present.id,
    monthlyPence: present.price?.pence ?? null,
    status: present.status,
    trialEndsAt: present.trialEndsAt ?? (begun ? null : row.trialEndsAt),
    currentPeriodStart: present.periodStart,
    currentPeriodEnd: present.periodEnd,
    endsAt: isWithdrawn ? null : present.endsAt,
    // A card that was chosen after the end is stored with the customer only.
    card: (isSubscriptionRunning(present) ? present.card : null) ?? row.card,
    paymentProblem: problem,
  };
  if (!(await storeSubscriptionStateOfStripe(em, { row, state }, { now, listener: context.listener }))) return false;
  if (begun) await setCustomerSubscription(em, userId, present.id);

  const queued = { now, correlationId };
  const mail = { recipient: email, subjectId: id };
  let paidAfterEnd = false;
  for (const invoice of [...invoices, ...before].toReversed()) {
    // A subscription that has ended has no check left.
    const added = await recordPaidInvoice(em, { row, invoice }, queued);
    paidAfterEnd ||= added && cancelledHere && row.endsAt !== null && invoice.periodEnd > row.endsAt;
    if ((added || isPaidByCredit(invoice)) && invoices.includes(invoice)) {
      await grantPeriodCredit(em, id, invoice.periodEnd);
    }
  }
  if (problem !== null && isSubscriptionRunning(present) && isNews(row, present, problem)) {
    await queueMail(em, { ...mail, template: 'charge-failed', occasion: problem.invoiceId }, queued);
  }
  if (isWithdrawn) {
    const kept = { subscriptionId: id, stripeSubscriptionId: present.id, correlationId };
    await addToOutbox(
      em,
      { jobName: 'subscriptions.withdraw-cancellation', payload: kept },
      {
        now,
        dedupeId: `subscriptions.withdraw-cancellation.${id}`,
      },
    );
  } else if (!cancelledHere && present.endsAt !== null) {
    const unheardOf = begun || row.endsAt === null;
    if (unheardOf && present.status !== 'incomplete_expired') await recordEndAtStripe(em, { row, present }, queued);
  } else if (!cancelledHere && isSubscriptionRunning(present)) {
    await markCancellationWithdrawnAtStripe(em, present.id, now);
  }
  const stillRuns = cancelledHere && present.endsAt === null && isSubscriptionRunning(present);
  if (stillRuns || (paidAfterEnd && !cancelling)) {
    const dedupeId = `subscriptions.cancel.${id}`;
    const of =
      row.endsAt === null ? {} : { of: { stripeSubscriptionId: present.id, endsAt: row.endsAt.toISOString() } };
    await addToOutbox(
      em,
      { jobName: 'subscriptions.cancel', payload: { subscriptionId: id, ...of, correlationId } },
      { now, dedupeId },
    );
  }
  return true;
};

/** Records a cancellation in Stripe's dashboard, or by Stripe for non-payment, and notifies the member. */
const recordEndAtStripe = async (
  em: EntityManager,
  { row, present: { id: stripeSubscriptionId, endsAt } }: { row: SubscriptionRow; present: ProviderSubscription },
  queued: { now: Date; correlationId: string },
): Promise<void> => {
  if (endsAt === null) return;
  const subjectId = await recordCancellationMadeAtStripe(em, { row, stripeSubscriptionId, endsAt }, queued.now);
  if (subjectId === null) return;
  await queueMail(em, { template: 'membership-cancelled', recipient: row.email, subjectId }, queued);
};

/** True if credit paid for the whole period: nothing was charged, so there is no payment to record. */
const isPaidByCredit = ({ status, amountPence, totalPence }: ProviderInvoice): boolean =>
  status === 'paid' && amountPence === 0 && totalPence > 0;

/** Records a paid invoice once, with its receipt; returns whether this call did. Ignores one without a charge. */
export const recordPaidInvoice = async (
  em: EntityManager,
  { row: { userId, email }, invoice }: { row: SubscriptionRow; invoice: ProviderInvoice },
  queued: { now: Date; correlationId: string },
): Promise<boolean> => {
  if (invoice.status !== 'paid' || invoice.amountPence <= 0) return false;
  const payment = {
    userId,
    invoiceId: invoice.id,
    stripeSubscriptionId: invoice.subscriptionId,
    paymentIntentId: invoice.paymentIntentId,
    amountPence: invoice.amountPence,
    currency: invoice.currency,
    paidAt: invoice.paidAt ?? queued.now,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    receiptUrl: invoice.url,
  };
  const paymentId = await addMembershipPayment(em, payment, queued.now);
  if (paymentId === null) return false;
  const mail = { template: 'receipt', recipient: email, subjectId: paymentId } as const;
  await queueMail(em, mail, queued);
  return true;
};

/** True if the member must be notified of a failed charge: not while they are paying in their browser. */
const isNews = (row: SubscriptionRow, { status, signUpId }: ProviderSubscription, problem: StoredPaymentProblem) =>
  row.paymentProblem?.invoiceId !== problem.invoiceId && (status !== 'incomplete' || signUpId !== null);

/**
 * Returns why a membership ended that Stripe has ended, for its member: the charge that failed last. Null when no
 * charge failed, or the invoice was paid after all. Stripe may have closed the invoice by then.
 */
const problemOfEnded = ({
  row: { paymentProblem },
  present,
  invoices,
}: {
  row: SubscriptionRow;
  present: ProviderSubscription;
  invoices: readonly ProviderInvoice[];
}): StoredPaymentProblem | null => {
  const known = invoices.find(({ id }) => id === paymentProblem?.invoiceId)?.status === 'paid' ? null : paymentProblem;
  const last = paymentProblemOf(present, invoices) ?? known;
  return last && { ...last, nextAttemptAt: null };
};

/**
 * Returns why the newest open invoice was not paid, or null if no payment failed. `invoices` are newest first. Nothing
 * is due in a trial: its open invoice belongs to an early upgrade.
 */
const paymentProblemOf = (
  { status }: Pick<ProviderSubscription, 'status'>,
  invoices: readonly ProviderInvoice[],
): StoredPaymentProblem | null => {
  if (status === 'trialing') return null;
  const open = invoices.find((each) => each.status === 'open' && each.amountPence > 0);
  const attempt = open?.attempt;
  if (!open || !attempt) return null;
  const asks = attempt.status === 'needs-authentication' || attempt.decline?.code === 'authentication_required';
  if (!asks && attempt.decline === null) return null;
  return {
    kind: asks ? 'authentication' : 'declined',
    pence: open.amountPence,
    failedAt: attempt.askedAt?.toISOString() ?? null,
    nextAttemptAt: open.nextAttemptAt?.toISOString() ?? null,
    invoiceId: open.id,
  };
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { queueMail } from '../../messaging/queue-message.ts';
import { findRetainedPayment } from '@ve/data/membership/retained-record/retained-record.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { recordSignUpPayment, findSignUp, findSignUpOfPayment } from '@ve/data/membership/sign-up/sign-up.repository';
import {
  findStripeEvent,
  markStripeEventFailed,
  markStripeEventProcessed,
} from '@ve/data/membership/stripe-event/stripe-event.repository';
import {
  closeCardAuthentication,
  findCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import {
  findSubscriptionByStripeId,
  findSubscriptionByStripeCustomerId,
} from '@ve/data/membership/subscription/subscription.repository';
import { type ProviderInvoice, isCardSetupFinished } from '@ve/providers/payments/payments.port';
import { isUnknownStripeObject } from '@ve/providers/payments/unknown-stripe-object';
import { redactText } from '@ve/domain/kernel/text/redact-text';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '../../job-context.ts';
import { finishCardChange } from '../subscription/finish-card-change.ts';
import type { PaymentDeps } from './payment-provider-client.ts';
import { recordDisputeOfCharge, recordRefunds } from './refunds.ts';
import { findTwicePaidInvoice, notifySecondChargeRefunds } from './second-charge.ts';
import { syncSubscription } from '../subscription/sync-subscription.ts';

/** Stripe may send an event before its other machines, or ours, have the object. */
const unknownAttempts = 4;

/** The effect of an event, written in the transaction that marks it as processed. */
type Effect = (em: EntityManager) => Promise<void>;

type Reaction = (payments: PaymentDeps['payments'], objectId: string, context: JobContext) => Promise<Effect | null>;

/** How long the browser of a card holder has, in milliseconds, to finish the change of the card by itself. */
const browserFinishesMs = 20_000;
/** A pause, in milliseconds, while another process changes the subscription. */
const lockedMs = 5_000;

/**
 * Reads the object of an event from Stripe and queues the jobs that update our rows from it. The event only names the
 * object, so duplicates, reordering and delays are harmless.
 */
export const processStripeEvent =
  ({ payments }: PaymentDeps): JobUseCase<'stripe-events.process'> =>
  async ({ eventId }, context) => {
    const { em, now, logger, attempt, lastAttempt } = context;
    const event = await findStripeEvent(em, eventId);
    if (!event) throw new UnrecoverableJobError('no event with this id');
    if (event.processedAt !== null) return;
    const { type, objectId, receivedAt } = event;
    const effectOf = async (): Promise<Effect | null> => {
      if (objectId === null) return null;
      try {
        return (await reactionTo(type, receivedAt)?.(payments, objectId, context)) ?? null;
      } catch (error) {
        if (!isUnknownStripeObject(error) || attempt < unknownAttempts) throw error;
        logger.warn(
          { event: 'stripe_event_object_unknown', eventId, type },
          'An event names an object that Stripe does not know.',
        );
        return null;
      }
    };
    try {
      const effect = await effectOf();
      await em.transactional(async (transaction) => {
        const marked = await markStripeEventProcessed(transaction, eventId, now());
        if (marked !== null) await effect?.(transaction);
        await context.complete(transaction);
      });
    } catch (error) {
      const isFinal = lastAttempt && !(error instanceof JobLockedError);
      if (isFinal || error instanceof UnrecoverableJobError) {
        await markStripeEventFailed(em, eventId, redactText(error instanceof Error ? error.message : String(error)));
      }
      throw error;
    }
  };

const reactionTo = (type: string, receivedAt: Date): Reaction | null => {
  if (type.startsWith('charge.dispute.')) return readChargeDispute;
  if (type.startsWith('refund.') || type === 'charge.refunded') return readRefund;
  if (type.startsWith('customer.subscription.')) return readSubscription;
  if (type.startsWith('invoice.') || type.startsWith('invoice_payment.')) return readInvoice;
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
    case 'payment_intent.payment_failed':
      return readPayment;
    case 'setup_intent.setup_failed':
      return endCardSetup;
    case 'setup_intent.requires_action':
      return endOtherCard;
    case 'setup_intent.succeeded':
      return finishCardSetup(receivedAt);
    default:
      return null;
  }
};

/** Returns the sign-up of a payment, or null for a payment of an invoice. */
const signUpOf = async (payments: PaymentDeps['payments'], paymentIntentId: string, { em, logger }: JobContext) => {
  const known = await findSignUpOfPayment(em, paymentIntentId);
  if (known) return known;
  // Made by a create-checkout that died before it stored the id.
  const { signUpId, customerId, status } = await payments.readPayment(paymentIntentId);
  const signUp = signUpId === null ? null : await findSignUp(em, signUpId);
  if (signUp) await recordSignUpPayment(em, signUp.id, { paymentIntentId, customerId });
  else if (signUpId !== null && status === 'succeeded')
    logger.error({ event: 'payment_sign_up_missing', paymentIntentId }, 'A payment has no sign-up.');
  return signUp;
};

const readPayment: Reaction = async (payments, paymentIntentId, context) => {
  const signUp = await signUpOf(payments, paymentIntentId, context);
  return signUp && completing(signUp.id, context);
};

/** Cancels a SetupIntent. The sweep ends one that Stripe is still processing. */
const cancelSetup = async (payments: PaymentDeps['payments'], id: string): Promise<Effect | null> => {
  const setup = await payments.cancelCardSetup(id);
  return isCardSetupFinished(setup) ? (transaction) => closeCardAuthentication(transaction, id) : null;
};

/** Ends a SetupIntent after its first card. The webhook has counted the card and usually ended it already. */
const endCardSetup: Reaction = async (payments, setupIntentId, { em }) => {
  const { customerId } = await payments.readCardSetup(setupIntentId);
  const row = customerId === null ? null : await findSubscriptionByStripeCustomerId(em, customerId);
  if (row === null) return null;
  return cancelSetup(payments, setupIntentId);
};

/** Ends a SetupIntent with another card than the one whose authentication our server requested. */
const endOtherCard: Reaction = async (payments, setupIntentId, { em }) => {
  const question = await findCardAuthentication(em, setupIntentId);
  if (!question?.open) return null;
  const { paymentMethodId } = await payments.readCardSetup(setupIntentId);
  if (paymentMethodId === question.paymentMethodId) return null;
  return cancelSetup(payments, setupIntentId);
};

/**
 * Finishes the change of a card whose holder has authenticated, unless their browser does. Waits for the browser: both
 * would lock the subscription.
 */
const finishCardSetup =
  (receivedAt: Date): Reaction =>
  async (payments, setupIntentId, context) => {
    const question = await findCardAuthentication(context.em, setupIntentId);
    if (question?.open !== true) return null;
    const leftMs = receivedAt.getTime() + browserFinishesMs - context.now().getTime();
    if (leftMs > 0) throw new JobLockedError('the browser may finish the change of the card', leftMs);
    const setup = await payments.readCardSetup(setupIntentId);
    if (setup.status !== 'succeeded' || (await finishCardChange(payments, setup, context))) return null;
    throw new JobLockedError('the subscription is being changed', lockedMs);
  };

const readSubscription: Reaction = async (payments, stripeSubscriptionId, context) => {
  const { em } = context;
  const known = await findSubscriptionByStripeId(em, stripeSubscriptionId);
  if (known) return syncing(known.id, context);
  const { signUpId, customerId } = await payments.readSubscription(stripeSubscriptionId);
  // Not stored yet, or made by a run that was too late: completing the sign-up stores or cancels it.
  if (signUpId !== null && (await findSignUp(em, signUpId))) return completing(signUpId, context);
  const ofCustomer = await findSubscriptionByStripeCustomerId(em, customerId);
  if (ofCustomer) return syncing(ofCustomer.id, context);
  context.logger.info(
    { event: 'foreign_subscription_event_ignored', stripeSubscriptionId },
    'An event of a subscription that is not ours was ignored.',
  );
  return null;
};

const readInvoice: Reaction = async (payments, invoiceId, context) => {
  const { subscriptionId } = await payments.readInvoice(invoiceId);
  return subscriptionId === null ? null : readSubscription(payments, subscriptionId, context);
};

const readRefund: Reaction = async (payments, paymentIntentId, context) => {
  if (await booked({ book: recordRefunds, payments, paymentIntentId }, context)) return null;
  const invoice = await findTwicePaidInvoice(payments, paymentIntentId, context);
  if (invoice !== null) return readSecondRefunds(payments, { invoice, paymentIntentId }, context);
  const known = await isReturned(paymentIntentId, context);
  if (!(await payments.listRefunds(paymentIntentId)).some(({ status }) => status === 'failed')) return null;
  if (known) {
    context.logger.error({ event: 'sign_up_refund_failed', paymentIntentId }, 'The refund of a sign-up failed.');
    return null;
  }
  context.logger.error(
    { event: 'unrecorded_payment_refund_failed', paymentIntentId },
    'The refund of a payment that is not in our records failed.',
  );
  const kept = await findRetainedPayment(context.em, { paymentIntentId });
  return kept && notifyRetainedRefundFailed(kept.id, context);
};

const readSecondRefunds = async (
  payments: PaymentDeps['payments'],
  { invoice, paymentIntentId }: { invoice: ProviderInvoice; paymentIntentId: string },
  context: JobContext,
): Promise<Effect> => {
  const { now, correlationId, logger } = context;
  const refunds = await payments.listRefunds(paymentIntentId);
  const failed = refunds.some(({ status }) => status === 'failed');
  if (failed)
    logger.error(
      { event: 'overpayment_refund_rejected', invoiceId: invoice.id, paymentIntentId },
      'The bank rejected the refund of a second charge.',
    );
  const charges = [paymentIntentId, invoice.paymentIntentId, ...invoice.overpaidBy];
  return async (em) => {
    const notified = await notifySecondChargeRefunds(
      em,
      { invoice, paymentIntentId, refunds },
      { now: now(), correlationId },
    );
    if (notified || !failed) return;
    for (const charge of charges) {
      const kept = charge === null ? null : await findRetainedPayment(em, { paymentIntentId: charge });
      if (kept) return notifyRetainedRefundFailed(kept.id, context)(em);
    }
  };
};

/** Notifies support: the account is deleted, so its payer cannot be reached. */
const notifyRetainedRefundFailed =
  (subjectId: string, { now, correlationId }: JobContext): Effect =>
  (em) => {
    const mail = { template: 'retained-payment-refund-failed-notice', recipient: null, subjectId } as const;
    return queueMail(em, mail, { now, correlationId });
  };

const readChargeDispute: Reaction = async (payments, paymentIntentId, context) => {
  if (await booked({ book: recordDisputeOfCharge, payments, paymentIntentId }, context)) return null;
  if ((await findTwicePaidInvoice(payments, paymentIntentId, context)) === null)
    await isReturned(paymentIntentId, context);
  context.logger.error(
    { event: 'unrecorded_payment_disputed', paymentIntentId },
    'A payment that is not in our records is disputed.',
  );
  return null;
};

/** True if `book` found the recorded charge; a charge that no sync has recorded yet is recorded first. */
const booked = async (
  {
    book,
    payments,
    paymentIntentId,
  }: { book: typeof recordRefunds; payments: PaymentDeps['payments']; paymentIntentId: string },
  context: JobContext,
): Promise<boolean> => {
  if (await book(payments, paymentIntentId, context)) return true;
  const { customerId, signUpId } = await payments.readPayment(paymentIntentId);
  if (customerId === null || signUpId !== null) return false;
  const row = await findSubscriptionByStripeCustomerId(context.em, customerId);
  if (!row) return false;
  await syncSubscription(payments, { id: row.id }, context);
  return book(payments, paymentIntentId, context);
};

/**
 * True if an unrecorded charge is the refunded payment of a sign-up, which is kept in the sign-up's row. Any other
 * charge may not be recorded yet.
 */
const isReturned = async (paymentIntentId: string, { em, attempt }: JobContext): Promise<boolean> => {
  const signUp = await findSignUpOfPayment(em, paymentIntentId);
  if (signUp?.status === 'returned') return true;
  if (attempt < unknownAttempts) throw new Error('a charge that is not recorded yet');
  return false;
};

const completing =
  (signUpId: string, { now, correlationId }: JobContext): Effect =>
  (em) =>
    addToOutbox(em, { jobName: 'sign-ups.complete', payload: { signUpId, correlationId } }, { now: now() });

const syncing =
  (subscriptionId: string, { now, correlationId }: JobContext): Effect =>
  (em) =>
    addToOutbox(em, { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId } }, { now: now() });

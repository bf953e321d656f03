import type { EntityManager } from '@mikro-orm/postgresql';
import { saveCustomer } from '@ve/data/membership/customer/customer.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addTrialPayment } from '@ve/data/membership/payment/payment.repository';
import { addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import { findEarlierFirstPaidAt, type FormerMemberHashes } from '@ve/data/membership/sign-up/former-member.repository';
import {
  completeSignUp,
  countTrialsOfPersonSince,
  lockSignUpsByCard,
  lockSignUp,
  readSignUpAccountState,
  type SignUpPayment,
  type SignUpRow,
} from '@ve/data/membership/sign-up/sign-up.repository';
import type { SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { addSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { createUser, lockUserByEmail } from '@ve/data/identity/user/user.repository';
import { trialEndAfterPayment } from '@ve/domain/membership/offer';
import { outcomeOfSignUp, type SignUpOutcome, trialsCountedSince } from '@ve/domain/membership/sign-up-outcome';
import type { ProviderPayment, ProviderSubscription } from '@ve/providers/payments/payments.port';

/** The car for which an account was opened. */
export interface OpenedAccount {
  customerId: string;
  registration: string;
}

/**
 * The effects of a new account in business contexts that membership does not depend on, within the same transaction.
 */
export interface AccountOpeningListener {
  /** A sign-up has opened an account, or begun a trial of an existing one. */
  accountOpened(em: EntityManager, account: OpenedAccount, queued: { now: Date; correlationId: string }): Promise<void>;
}

export interface NewTrialInput {
  attempt: ProviderPayment;
  paid: SignUpPayment;
  /** The payer's hashes; the card is the one of `paid`. */
  hashes: FormerMemberHashes;
  subscription: ProviderSubscription;
}

/**
 * `opened`: account, customer, subscription, payment, first report and mails are written. `taken`: another run has
 * finished the sign-up or decided to refund it. `lost`: another sign-up was first; nothing is written.
 */
export type OpenAccountOutcome = 'opened' | 'taken' | 'lost';

/** Writes all rows of a trial in the caller's transaction, which decides every race. */
export const openAccount = async (
  em: EntityManager,
  { signUp: { id, email }, trial }: { signUp: SignUpRow; trial: NewTrialInput },
  {
    now,
    listener,
    correlationId,
  }: { now: Date; listener: SubscriptionListener & AccountOpeningListener; correlationId: string },
): Promise<OpenAccountOutcome> => {
  const { attempt, paid, hashes, subscription } = trial;
  const signUp = await lockSignUp(em, id);
  if (signUp?.status !== 'open' || signUp.outcome === 'return-payment') return 'taken';

  await lockSignUpsByCard(em, paid.cardHash);
  const recent = { since: trialsCountedSince(now), now };
  const trials = await countTrialsOfPersonSince(em, hashes, recent);
  if (outcomeOfSignUp({ account: 'none', trials }) === 'return-payment') return 'lost';
  const created = await createUser(em, email, now);
  // The insert may have waited for the deletion of the address's account, whose trial counts from then on.
  if (created !== null && (await countTrialsOfPersonSince(em, hashes, recent)).ofPerson > trials.ofPerson) {
    throw new Error('an account was deleted meanwhile');
  }
  const userId = created ?? (await lockUserByEmail(em, email));
  if (userId === null) throw new Error('the account was removed meanwhile');
  const account = created === null ? await readSignUpAccountState(em, email) : 'none';
  const outcome: SignUpOutcome = outcomeOfSignUp({ account, trials });
  if (outcome === 'return-payment') return 'lost';

  const stripe = { stripeCustomerId: subscription.customerId, stripeSubscriptionId: subscription.id };
  const { fullName: name, address, postcode, registration } = signUp;
  const customerId = await saveCustomer(em, { userId, name, email, address, postcode, ...stripe }, now);
  const subscriptionId = await addSubscription(
    em,
    {
      userId,
      status: subscription.status,
      registration,
      stripeSubscriptionId: subscription.id,
      monthlyPence: subscription.price?.pence ?? null,
      trialEndsAt: subscription.trialEndsAt ?? trialEndAfterPayment(paid.paidAt),
      currentPeriodStart: subscription.periodStart,
      currentPeriodEnd: subscription.periodEnd,
      card: subscription.card ?? attempt.card,
      earlierFirstPaidAt: await findEarlierFirstPaidAt(em, hashes, now),
    },
    { now, listener },
  );
  if (subscriptionId === null) throw new Error('the account has a subscription meanwhile');
  const { id: paymentIntentId, amountPence, currency, receiptUrl } = attempt;
  const charge = { userId, paymentIntentId, amountPence, currency, receiptUrl, paidAt: paid.paidAt };
  const paymentId = await addTrialPayment(em, charge, now);

  const queued = { now, correlationId };
  await listener.accountOpened(em, { customerId, registration }, queued);
  const mail = { recipient: email };
  await queueMail(em, { ...mail, template: 'welcome', subjectId: id }, queued);
  await queueMail(em, { ...mail, template: 'receipt', subjectId: paymentId }, queued);
  if (outcome === 'add-to-account') {
    // The payer is not signed in to an existing account: its owner gets a link by mail.
    const subjectId = await addSignInRequest(em, { userId, registration, browserHash: signUp.browserHash }, now);
    await queueMail(em, { ...mail, template: 'sign-in-link', subjectId }, queued);
  }
  if (subscription.status !== 'trialing') {
    await addToOutbox(em, { jobName: 'subscriptions.sync', payload: { subscriptionId, correlationId } }, { now });
  }
  await completeSignUp(em, { id, result: { ...paid, outcome, userId } }, now);
  return 'opened';
};

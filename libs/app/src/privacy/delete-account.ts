import type { EntityManager } from '@mikro-orm/postgresql';
import { endAndRefundIfCancelled, cancelMembership } from '../membership/cancellation/cancel-membership.ts';
import { clientAddressHashKey } from '@ve/data/jobs/limit/secret.repository';
import { queueMail } from '../messaging/queue-message.ts';
import {
  findPendingAccountWork,
  findStripeCustomerIdsOfAccount,
  type PendingAccountWork,
} from '@ve/data/privacy/my-data/pending-account-work.repository';
import {
  type AccountDeletionRow,
  findAccountDeletion,
  lockUserRow,
} from '@ve/data/privacy/my-data/account-deletion.repository';
import { unsharedAddressesOf, eraseAccount, accountIdentifiersOf } from '@ve/data/privacy/my-data/erase-account';
import { findChargeIdsOfUser } from '@ve/data/membership/sign-up/person-history.repository';
import { recordFormerMember, cardHashOf, emailHashOf } from '../membership/person-hashes.ts';
import { retainRecords } from './retain-records.ts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { abandonSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { formerMemberRetainedFrom } from '@ve/domain/membership/retention-periods';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { createHmac } from 'node:crypto';
import { deleteStripeCustomer } from './stripe-customer.ts';
import type { JobUseCase, JobContext } from '../job-context.ts';
import type { PaymentDeps } from '../membership/payments/payment-provider-client.ts';

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/** The queues' finished jobs. */
export interface FinishedJobStore {
  /** Removes ended jobs whose payload or error contains one of these texts, and the log of errors; returns how many. */
  forget(texts: readonly string[]): Promise<number>;
}

export interface AccountDeletionDeps extends PaymentDeps {
  queues: FinishedJobStore;
}

type Confirmed = AccountDeletionRow & { confirmedAt: Date };

/**
 * Deletes an account whose deletion was confirmed: cancels its membership (`cancelMembership`) and voids unpaid forms.
 * Once this is carried out at Stripe, including refund and mail, and no full check runs, it deletes Stripe's customer,
 * then the finished jobs that name the person, and then, in one transaction, all rows except what the law requires us
 * to keep and the keyed hashes against repeated trials. Each step is idempotent. While something is in flight the job
 * waits, without counting an attempt.
 */
export const executeAccountDeletion =
  ({ payments, queues }: AccountDeletionDeps): JobUseCase<'accounts.delete'> =>
  async ({ deletionId }, context) => {
    const { em, logger } = context;
    const deletion = await findAccountDeletion(em, deletionId);
    // Deleted together with its account.
    if (deletion === null) return;
    const { confirmedAt } = deletion;
    if (confirmedAt === null) throw new UnrecoverableJobError('this deletion was not confirmed');
    const confirmed: Confirmed = { ...deletion, confirmedAt };
    await endMembership(confirmed, context);
    await endSignUps(payments, await findPendingAccountWork(em, confirmed, context.now()), context);
    await waitFor(payments, { work: await findPendingAccountWork(em, confirmed, context.now()), confirmed }, context);
    const cardHashes = await readCardHashes(payments, confirmed, context);
    const customers = await findStripeCustomerIdsOfAccount(em, confirmed.userId);
    for (const customerId of customers) await deleteStripeCustomer(payments, customerId);
    // Before the rows, whose ids identify the jobs.
    const { userId } = confirmed;
    await queues.forget([...(await unsharedAddressesOf(em, userId)), ...(await accountIdentifiersOf(em, userId)).all]);
    await erase(confirmed, { customers, cardHashes }, context);
    logger.info({ event: 'account_deleted', deletionId }, 'An account was deleted.');
  };

/** Repeats the cancellation if a concurrent request restarted the membership after the confirmation. */
const endMembership = ({ userId }: Confirmed, { em: outside, now, correlationId }: JobContext): Promise<void> =>
  outside.transactional(async (em) => {
    if (!(await lockUserRow(em, userId))) return;
    const row = await findSubscriptionOfUser(em, userId);
    if (row === null) return;
    const { id: subscriptionId, stripeSubscriptionId } = row;
    const cancel = { subscriptionId, stripeSubscriptionId, origin: 'deletion' } as const;
    await cancelMembership(em, cancel, { now: now(), correlationId });
  });

/** Voids the unpaid forms; one that was paid in the meantime is left to its own job, which refunds it. */
const endSignUps = async (
  payments: PaymentDeps['payments'],
  { signUps }: PendingAccountWork,
  { em, now, correlationId }: JobContext,
): Promise<void> => {
  for (const { id, paymentIntentId } of signUps) {
    const key = `cancel-payment.${id}`;
    const ended =
      paymentIntentId === null
        ? null
        : await nullIfUnknownAtStripe(payments.cancelPayment({ key, id: paymentIntentId }));
    if (ended === null || ended.status === 'cancelled') {
      await abandonSignUp(em, id, now());
    } else {
      await em.transactional((transaction) =>
        addToOutbox(
          transaction,
          { jobName: 'sign-ups.complete', payload: { signUpId: id, correlationId } },
          { now: now() },
        ),
      );
    }
  }
};

/** @throws JobLockedError while anything is in flight */
const waitFor = async (
  payments: PaymentDeps['payments'],
  { work, confirmed: { id: deletionId, confirmedAt } }: { work: PendingAccountWork; confirmed: Confirmed },
  { now, logger }: JobContext,
): Promise<void> => {
  const cancellations: string[] = [];
  for (const id of work.cancellations) {
    // Stripe does not know the subscription, so nothing can be carried out.
    if ((await nullIfUnknownAtStripe(payments.readSubscription(id))) !== null) cancellations.push(id);
  }
  const waiting = {
    cancellations: cancellations.length,
    checks: work.checks,
    signUps: work.signUps.length,
    mails: work.mails,
  };
  if (Object.values(waiting).every((count) => count === 0)) return;
  const sinceMs = now().getTime() - confirmedAt.getTime();
  if (sinceMs > aDay)
    logger.error(
      { event: 'account_deletion_overdue', deletionId, waiting },
      'An account deletion has waited for more than a day.',
    );
  throw new JobLockedError('the account has work under way', waitMs(sinceMs));
};

/** A twelfth of the time that it has waited, between a second and a minute. */
const waitMs = (sinceMs: number): number => Math.min(aMinute, Math.max(1_000, sinceMs / 12));

/** The hashes of all cards that paid, including replaced ones; Stripe keeps them with the payments. */
const readCardHashes = async (
  payments: PaymentDeps['payments'],
  { userId }: Confirmed,
  { em, now }: JobContext,
): Promise<string[]> => {
  const hashes: string[] = [];
  for (const id of await findChargeIdsOfUser(em, userId, formerMemberRetainedFrom(now()))) {
    const paid = await nullIfUnknownAtStripe(payments.readPayment(id));
    const hash = await cardHashOf(em, paid?.card ?? null);
    if (hash !== null) hashes.push(hash);
  }
  return hashes;
};

/** Data read at Stripe before its customers are deleted. */
interface AtStripe {
  customers: string[];
  cardHashes: string[];
}

/** @throws JobLockedError when something has started since the check */
const erase = (deletion: Confirmed, { customers, cardHashes }: AtStripe, context: JobContext): Promise<void> =>
  context.em.transactional(async (em) => {
    const { id: deletionId, userId, email } = deletion;
    if (!(await lockUserRow(em, userId))) return;
    const at = context.now();
    const row = await findSubscriptionOfUser(em, userId);
    const subscription = row === null ? null : await lockSubscription(em, row.id);
    // Restarted by a concurrent request: its charge is refunded by the rule.
    const runs =
      subscription !== null &&
      (await endAndRefundIfCancelled(em, { row: subscription, origin: 'deletion' }, at)) !== null;
    const { checks, signUps, mails } = await findPendingAccountWork(em, deletion, at);
    const present = await findStripeCustomerIdsOfAccount(em, userId);
    if (runs || checks + signUps.length + mails > 0 || present.some((id) => !customers.includes(id))) {
      throw new JobLockedError('the account has new work under way', 1_000);
    }
    await retainRecords(em, userId, at);
    const addresses = await unsharedAddressesOf(em, userId);
    const emailHashes: string[] = [];
    for (const address of addresses) emailHashes.push(await emailHashOf(em, address));
    await recordFormerMember(em, { userId, cardHashes, emailHashes }, at);
    await context.complete(em);
    await eraseAccount(em, { userId, limitKeys: await limitKeysOf(em, addresses) });
    const mail = { template: 'account-deleted', recipient: email, subjectId: null, occasion: deletionId } as const;
    await queueMail(em, mail, { now: at, correlationId: context.correlationId });
  });

/** The keys by which the BFF's rate limits name addresses. */
const limitKeysOf = async (em: EntityManager, addresses: string[]): Promise<string[]> => {
  const key = await clientAddressHashKey(em);
  return addresses.map((address) => createHmac('sha256', key).update(address).digest('hex'));
};

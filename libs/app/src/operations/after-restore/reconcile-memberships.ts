import { crossContextListener } from '../../cross-context-listener.ts';
import {
  findUnfinishedCancellations,
  markWithdrawnCancellationsFinished,
  markCancellationWithdrawn,
} from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { findCancellationOf } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { isAccountBeingDeleted, lockUserRow } from '@ve/data/privacy/my-data/account-deletion.repository';
import { beginAccountDeletion } from '../../privacy/begin-deletion.ts';
import {
  findMembershipsOf,
  findSignUpStatuses,
  type StoredMembership,
} from '@ve/data/operations/restore/recorded-payments.repository';
import { recordSubscriptionCancellationWithdrawn } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscription } from '@ve/data/membership/subscription/subscription.repository';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import type { ListedSubscription } from '@ve/providers/payments/payments.port';
import {
  recordPaidInvoice,
  maxInvoicesPerSubscription,
  syncSubscription,
  switchesToNewerSubscription,
} from '../../membership/subscription/sync-subscription.ts';
import { cancelSubscriptionAtStripe } from '../../membership/cancellation/cancel-subscription-at-stripe.ts';
import { runRestoreStep, jobContextOfRestore, backupGapStart, type AfterRestoreRun } from './restore-run.ts';

/** More cancellations are never in progress at the same time. */
const maxUnfinished = 10_000;

/** Completes the cancellations that were in progress when the backup was taken: their promises still hold. */
export const finishCancellationsOfBackup = async (run: AfterRestoreRun): Promise<void> => {
  if (run.dryRun) return;
  const unfinished = await findUnfinishedCancellations(run.em(), { before: run.beganAt, limit: maxUnfinished });
  for (const { subscriptionId, stripeSubscriptionId, endsAt, kept } of unfinished) {
    if (kept || endsAt === null) continue;
    const of = { stripeSubscriptionId, endsAt: endsAt.toISOString() };
    await runRestoreStep(run, stripeSubscriptionId, async () => {
      const context = jobContextOfRestore(run);
      await cancelSubscriptionAtStripe(run)({ subscriptionId, of, correlationId: context.correlationId }, context);
    });
  }
};

/**
 * Updates the memberships of our accounts from Stripe: every subscription that runs there, or was made or ended since
 * the backup. An account whose Stripe customer was deleted was deleted after the backup, and is deleted again.
 */
export const reconcileMembershipsAfterRestore = async (run: AfterRestoreRun): Promise<void> => {
  for await (const page of run.payments.subscriptionPages()) {
    const memberships = await findMembershipsOf(run.em(), [...new Set(page.map(({ customerId }) => customerId))]);
    const forms = await findSignUpStatuses(
      run.em(),
      page.flatMap(({ signUpId }) => signUpId ?? []),
    );
    for (const listed of page) {
      const stored = memberships.get(listed.customerId);
      const ofForm = listed.signUpId !== null && forms.has(listed.signUpId);
      if (stored) await runRestoreStep(run, listed.id, () => reconcileMembership(run, { stored, listed, ofForm }));
      else if (!ofForm && (listed.signUpId ?? listed.customer.signUpId) !== null)
        recordUnownedSubscription(run, listed);
    }
  }
};

/**
 * Reports a subscription without a row: one made since the backup was resolved already; an older one, whose form is
 * gone, must be checked by staff.
 */
const recordUnownedSubscription = (
  { report }: AfterRestoreRun,
  { id, customerId, status }: ListedSubscription,
): void => {
  if (!isSubscriptionRunning({ status }) || report.accountsMissing.some((lost) => lost.customerId === customerId))
    return;
  report.unowned.push(id);
};

/**
 * True if it runs in addition to the row's own subscription. A sync of this page may have replaced the row's
 * subscription since.
 */
const isSecond = async (
  run: AfterRestoreRun,
  { id }: StoredMembership,
  listed: ListedSubscription,
): Promise<boolean> => {
  if (!isSubscriptionRunning(listed)) return false;
  const row = await findSubscription(run.em(), id);
  return (
    row !== null && row.stripeSubscriptionId !== listed.id && !(await switchesToNewerSubscription(run.payments, row))
  );
};

const reconcileMembership = async (
  run: AfterRestoreRun,
  { stored, listed, ofForm }: { stored: StoredMembership; listed: ListedSubscription; ofForm: boolean },
): Promise<void> => {
  const isOwn = stored.stripeSubscriptionId === listed.id;
  const { customer } = listed;
  if (isOwn && !customer.deleted && customer.email !== null && customer.email.toLowerCase() !== stored.email) {
    run.report.otherAddress.push(customer.id);
  }
  if (!isOwn && (await isSecond(run, stored, listed))) {
    // A subscription made by our form is cancelled and refunded by the workers, with its sign-up.
    if (!ofForm) recordUnownedSubscription(run, listed);
  } else if (
    isSubscriptionRunning(listed) ||
    (isOwn && isSubscriptionRunning(stored)) ||
    (listed.endsAt ?? listed.createdAt) >= backupGapStart(run)
  ) {
    if (isOwn ? differs(stored, listed) : isSubscriptionRunning(listed)) run.report.aligned.push(listed.id);
    if (!run.dryRun) await align(run, { stored, listed, isOwn });
  }
  if (customer.deleted && !stored.beingDeleted) await redeleteAccount(run, stored, customer.id);
};

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

/** Of one that has ended, Stripe's time is some seconds later than that of the request to end it. */
const differs = (stored: StoredMembership, listed: ListedSubscription): boolean =>
  stored.status !== listed.status ||
  ms(stored.currentPeriodEnd) !== ms(listed.periodEnd) ||
  (isSubscriptionRunning(listed) && ms(stored.endsAt) !== ms(listed.endsAt));

const align = async (
  run: AfterRestoreRun,
  { stored: { id }, listed, isOwn }: { stored: StoredMembership; listed: ListedSubscription; isOwn: boolean },
): Promise<void> => {
  const context = jobContextOfRestore(run);
  if (isOwn) await withdrawIfWithdrawn(run, id, listed);
  await syncSubscription(run.payments, { id }, context);
  if (isOwn) return;
  // A subscription that is not the row's started and ended since the backup, or was replaced by another.
  const invoices = await run.payments.listInvoices({ subscriptionId: listed.id, limit: maxInvoicesPerSubscription });
  await run.em().transactional(async (em) => {
    const row = await findSubscription(em, id);
    if (row === null) return;
    const queued = { now: run.now(), correlationId: context.correlationId };
    for (const invoice of invoices.toReversed()) await recordPaidInvoice(em, { row, invoice }, queued);
  });
};

/**
 * Withdraws a cancellation that was carried out before the backup and is unknown to Stripe now: it was withdrawn since,
 * and the sync would cancel again.
 */
const withdrawIfWithdrawn = (run: AfterRestoreRun, id: string, listed: ListedSubscription): Promise<void> =>
  run.em().transactional(async (em) => {
    if (!isSubscriptionRunning(listed) || listed.endsAt !== null) return;
    const row = await findSubscription(em, id);
    if (row === null || row.cancelRequestedAt === null || row.stripeSubscriptionId !== listed.id) return;
    const cancellation = await findCancellationOf(em, listed.id);
    if (cancellation === null || cancellation.finishedAt === null || cancellation.refundKind !== 'none') return;
    const now = run.now();
    await markCancellationWithdrawn(em, cancellation.id, now);
    await recordSubscriptionCancellationWithdrawn(em, id, { now, listener: crossContextListener });
    await markWithdrawnCancellationsFinished(em, listed.id, now);
  });

/** Repeats the deletion that the owner confirmed: its job runs once the workers start. */
const redeleteAccount = async (
  run: AfterRestoreRun,
  { userId }: StoredMembership,
  customerId: string,
): Promise<void> => {
  if (!run.report.redeletedAccounts.includes(customerId)) run.report.redeletedAccounts.push(customerId);
  if (run.dryRun) return;
  await run.em().transactional(async (em) => {
    if (!(await lockUserRow(em, userId)) || (await isAccountBeingDeleted(em, userId))) return;
    const { correlationId } = jobContextOfRestore(run);
    await beginAccountDeletion(em, { userId }, { now: run.now(), correlationId });
  });
};

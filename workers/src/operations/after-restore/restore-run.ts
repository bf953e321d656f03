import { watchSubscriptionListener } from '@ve/data/monitoring/watch/follow-subscription';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RevokedAccess } from '@ve/data/operations/restore/revoke-access';
import type { SuspendedStaff } from '@ve/data/operations/restore/suspend-staff';
import { restoreCorrelationId, type WithheldMessages } from '@ve/data/operations/restore/withhold-messages';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { scrubText } from '@ve/server-kit/log/scrub-text';
import type { Logger } from '@ve/server-kit/log/logger';
import type { SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import type { PaymentAttempt } from '@ve/providers/payments/payments.port';
import type { Handler, JobContext } from '../../job-context.ts';
import type { PaymentDeps } from '../../membership/payments.ts';

/** A customer at Stripe whose account was lost; amounts in pence. */
export interface MissingAccount {
  customerId: string;
  /** Subscriptions that ran. */
  cancelled: string[];
  /** What goes back, or has gone back, in all. */
  refundedPence: number;
  /** Charges that the card holder claims back at their bank: not refunded by us. */
  disputed: string[];
  /** Whether they are told by mail; false: nothing was paid, no usable address, or a dispute. */
  mailed: boolean;
}

/** What `after-restore` did, or in a dry run would do. Stripe's ids, and the addresses of staff alone. */
export interface RestoreReport {
  /** Why a run that changes something is refused; null: it is not. */
  refusal: string | null;
  /** How many lost accounts such a run has to confirm. */
  toConfirm: number;
  newestRowAt: Date | null;
  access: RevokedAccess | null;
  staff: SuspendedStaff[];
  withheld: WithheldMessages[];
  /** Jobs of the backup that run when the workers start. */
  jobsLeft: WithheldMessages[];
  accountsMissing: MissingAccount[];
  /** Payments of forms in the backup that were paid since: they become accounts, or go back. */
  completed: string[];
  /** Subscriptions whose rows differed from Stripe. */
  aligned: string[];
  /** Customers whose accounts were deleted since, and are deleted again. */
  redeletedAccounts: string[];
  /** Customers whose address at Stripe is not the one of their account. */
  otherAddress: string[];
  /** Refunds, disputes and cancellations that were missing in our books. */
  refunds: string[];
  disputes: string[];
  cancellations: string[];
  /** Charges of ours that belong to no account, from before the backup: nothing is done about them. */
  unaccounted: string[];
  /**
   * Running subscriptions of ours that no account owns, from before the backup, and any that runs beside an account's own:
   * nothing is done about them.
   */
  unowned: string[];
  failed: { what: string; why: string }[];
}

export const emptyReport = (): RestoreReport => ({
  refusal: null,
  toConfirm: 0,
  newestRowAt: null,
  access: null,
  staff: [],
  withheld: [],
  jobsLeft: [],
  accountsMissing: [],
  completed: [],
  aligned: [],
  redeletedAccounts: [],
  otherAddress: [],
  refunds: [],
  disputes: [],
  cancellations: [],
  unaccounted: [],
  unowned: [],
  failed: [],
});

/** What the workers do as well, given by the composition of the command. */
export interface RestoreUseCases {
  completeSignUp: Handler<'sign-ups.complete'>;
  cancelSubscription: Handler<'subscriptions.cancel'>;
  /** Refunds the payment of a form that leads to no account. */
  returnPayment(signUp: SignUpRow, payment: PaymentAttempt, context: JobContext): Promise<void>;
  /** Queues what fell due since the backup, as the workers would when they start, so that it can be withheld. */
  queueWhatIsDue(em: EntityManager, now: Date): Promise<void>;
}

export interface RestoreRun extends PaymentDeps {
  useCases: RestoreUseCases;
  em: () => EntityManager;
  now: Clock;
  logger: Logger;
  backupTakenAt: Date;
  /** When this command first ran for this backup. */
  beganAt: Date;
  /** Nothing is written, here or at Stripe. */
  dryRun: boolean;
  report: RestoreReport;
}

/** Stripe's clock and ours may differ, and a dump takes its time. */
export const marginMs = 3_600_000;

/** What was made at Stripe since then may be missing from the backup. */
export const backupGapStart = ({ backupTakenAt }: Pick<RestoreRun, 'backupTakenAt'>): Date =>
  new Date(backupTakenAt.getTime() - marginMs);

/** The context for use cases that jobs run as well. */
export const contextOf = ({ em, now, logger }: RestoreRun): JobContext => ({
  em: em(),
  now,
  correlationId: restoreCorrelationId,
  actor: { kind: 'process', name: restoreCorrelationId },
  listener: watchSubscriptionListener,
  jobId: restoreCorrelationId,
  attempt: 1,
  lastAttempt: false,
  signal: new AbortController().signal,
  logger,
  complete: () => Promise.resolve(true),
});

/** Does one thing; its failure is reported and does not keep the others from being done. */
export const attempt = async (run: RestoreRun, what: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    run.logger.error({ err: error, what }, 'a part of the restore failed');
    run.report.failed.push({ what, why: scrubText(error instanceof Error ? error.message : String(error)) });
  }
};

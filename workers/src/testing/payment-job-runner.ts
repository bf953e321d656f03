import type { MikroORM } from '@mikro-orm/postgresql';
import { type JobName, type JobPayload, jobDefinitions } from '@ve/contracts/jobs';
import type { MailTemplate } from '@ve/contracts/mails';
import { deleteFromOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { notEqualCondition, testRows } from '@ve/data/testing/test-rows';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import { executeAccountDeletion, type AccountDeletionDeps } from '@ve/app/privacy/delete-account';
import type { JobContext, JobUseCase } from '@ve/app/job-context';
import { runSerially } from '../jobs/outbox/run-serially.ts';
import { deleteUnusedStripeCustomer } from '@ve/app/privacy/stripe-customer';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { backfillReport } from '@ve/app/report/backfill-report';
import { applyAnnouncedChange } from '@ve/app/membership/announced-change/apply-announced-change';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { processStripeEvent } from '@ve/app/membership/payments/process-stripe-event';
import { cancelSubscriptionAtStripe } from '@ve/app/membership/cancellation/cancel-subscription-at-stripe';
import { withdrawCancellationAtStripe } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';
import { runFullCheck } from '@ve/app/full-check/run-full-check';
import { createTestJobContext } from './test-job-context.ts';
import { scriptedPaidSources } from './scripted-registers.ts';
import { scriptedSources } from './scripted-sources.ts';

/** A job that waits in the outbox. */
export interface WaitingJob {
  id: string;
  name: JobName;
  payload: Record<string, unknown>;
}

/** Failures injected into one run. */
export interface JobRunFailure {
  /** The worker is killed before its transaction commits. */
  diesBeforeCommit?: boolean;
  /** The worker is killed after its commit: the job is delivered again. */
  diesAfterCommit?: boolean;
}

/**
 * Runs the payment jobs straight from the outbox with the semantics of a queue: at least once, with retries after
 * failures.
 */
export const createPaymentJobRunner = ({
  orm,
  payments,
  registers = scriptedPaidSources().registers,
  queues = { forget: () => Promise.resolve(0) },
  senders = {},
  now,
}: {
  orm: MikroORM;
  payments: PaymentDeps['payments'];
  registers?: FullCheckDeps['registers'];
  queues?: AccountDeletionDeps['queues'];
  /** Sends the mails of these templates. */
  senders?: Partial<Record<MailTemplate, JobUseCase<'mails.send'>>>;
  now: Clock;
}) => {
  const { sources } = scriptedSources({});
  const handlers = {
    'sign-ups.complete': processSignUpPayment({ payments }),
    'stripe-events.process': processStripeEvent({ payments }),
    'subscriptions.sync': ({ subscriptionId }: { subscriptionId: string }, context: JobContext) =>
      syncSubscription(payments, { id: subscriptionId }, context),
    'subscriptions.cancel': cancelSubscriptionAtStripe({ payments }),
    'subscriptions.withdraw-cancellation': withdrawCancellationAtStripe({ payments }),
    'subscriptions.apply-change': applyAnnouncedChange({ payments }),
    'accounts.delete': executeAccountDeletion({ payments, queues }),
    // As if the mail server accepted it. A mail without a row, sent after a deletion, is left to the test.
    'mails.send': async (mail: JobPayload<'mails.send'>, context: JobContext) => {
      const { mailId } = mail;
      const rows = testRows(() => context.em);
      const [row] = await rows.all('mails', { id: mailId });
      const send = row === undefined ? undefined : senders[row.template as MailTemplate];
      if (send !== undefined) return send(mail, context);
      await rows.set('mails', { sentAt: now() }, { id: mailId, subjectId: notEqualCondition(null) });
    },
    'customers.delete': deleteUnusedStripeCustomer({ payments }),
    'reports.backfill': backfillReport({ sources }),
    'full-checks.run': runFullCheck({ ...scriptedPaidSources(), sources, registers }),
  };
  const isHandled = (name: JobName): name is keyof typeof handlers => Object.hasOwn(handlers, name);
  const attempts = new Map<string, number>();

  const waiting = async (): Promise<WaitingJob[]> =>
    (await testRows(() => orm.em.fork()).all('outbox', {}, 'position')).map(({ id, jobName: name, payload }) => ({
      id,
      name,
      payload,
    }));

  /** Runs a job once; returns the error that it failed with, after which it waits for its next attempt. */
  const run = async ({ id, name, payload }: WaitingJob, failure: JobRunFailure = {}): Promise<unknown> => {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    let completed = false;
    const context: JobContext = createTestJobContext(
      { orm, now },
      {
        jobId: `outbox-${id}`,
        attempt,
        // Only a full check behaves differently in its last attempt.
        lastAttempt: name === 'full-checks.run' && attempt >= jobDefinitions[name].attempts,
        complete: async (em) => {
          if (failure.diesBeforeCommit === true) throw new Error('killed before the commit');
          completed = true;
          return failure.diesAfterCommit === true || (await deleteFromOutbox(em, [id])) === 1;
        },
      },
    );
    try {
      // The payload was validated when the row was written.
      if (isHandled(name)) {
        const job = { jobId: context.jobId, name, payload: payload as never };
        await runSerially(job, { fork: () => orm.em.fork(), now }, () => handlers[name](payload as never, context));
      }
    } catch (error) {
      if (error instanceof UnrecoverableJobError) await deleteFromOutbox(orm.em.fork(), [id]);
      return error;
    }
    if (!completed) await deleteFromOutbox(orm.em.fork(), [id]);
    return null;
  };

  /** Runs waiting jobs and those that they add, until none is left; throws if a job keeps failing. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 100; round += 1) {
      const left = await waiting();
      if (left.length === 0) return;
      for (const job of left) {
        const error = await run(job);
        if (error !== null && !(error instanceof UnrecoverableJobError) && (attempts.get(job.id) ?? 0) > 8) {
          throw error;
        }
      }
    }
    throw new Error('the jobs never end');
  };

  return { waiting, run, settle };
};

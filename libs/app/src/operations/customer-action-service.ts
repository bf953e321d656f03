import type {
  cancelCustomerMembershipEndpoint,
  deleteCustomerAccountEndpoint,
  endCustomerSessionEndpoint,
  endCustomerSessionsEndpoint,
  startCustomerDataExportEndpoint,
  returnCustomerCreditEndpoint,
  sendCustomerSignInLinkEndpoint,
  unsubscribeCustomerEndpoint,
} from '@ve/contracts/http/operations/admin-customer-actions';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import { endAndRefundIfCancelled, cancelMembership } from '../membership/cancellation/cancel-membership.ts';
import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import type { Context } from '@ve/data/kernel/context';
import {
  findRegistrationForReportLink,
  optOutOfAllStreams,
} from '@ve/data/membership/customer/customer-actions.repository';
import { countMailsToRecipient } from '@ve/data/messaging/mails/mail.repository';
import { isAccountBeingDeleted, lockUserRow } from '@ve/data/privacy/my-data/account-deletion.repository';
import { beginAccountDeletion } from '../privacy/begin-deletion.ts';
import { findProfile } from '@ve/data/membership/profile/profile.repository';
import { endUserSession, endUserSessions, listSessionsOf } from '@ve/data/identity/session/session.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { changeWatch } from '../monitoring/watch/change-watch.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import type { ClientAddressHasher } from '../jobs/client-address-hasher.ts';
import { queueSignInLink, signInMailLimit } from '../identity/session/sign-in-by-link.ts';
import { tryConsumeSubjectLimit } from '../jobs/subject-limit.ts';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { queueDataExport } from '../privacy/data-exports.ts';
import { returnCreditByStaff } from './return-credit.ts';

const aMinute = 60_000;

/** A customer's account, locked, in the transaction of one action. */
interface Locked {
  em: Context['em'];
  at: Date;
  userId: string;
  email: string;
  correlationId: string;
  /** Audits the action with its reason. */
  record(action: string, details?: Record<string, unknown>): Promise<void>;
}

type Because = ParsedRequestBody<typeof sendCustomerSignInLinkEndpoint>;

/**
 * Actions of support for a customer, using the same functions as the customer's own pages. Every change is audited in
 * its transaction; an action with nothing to do changes and records nothing.
 */
export class CustomerSupportActionService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /** @throws ProblemError `not-found` */
  async sendSignInLink(
    context: Context,
    userId: string,
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof sendCustomerSignInLinkEndpoint>> {
    const profile = await findProfile(context.em, userId);
    // Outside the transaction, because it may have to read a key.
    const use = await this.addresses.limitUseOf(profile?.email, context.client);
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async (customer) => {
        const { em, email, at, correlationId } = customer;
        const since = new Date(at.getTime() - aMinute);
        if ((await countMailsToRecipient(em, { template: 'sign-in-link', recipient: email, since })) > 0) {
          return { outcome: 'just-sent' };
        }
        if (!(await tryConsumeSubjectLimit(em, { limit: signInMailLimit, use }, at)).taken)
          return { outcome: 'too-many' };
        const registration = await findRegistrationForReportLink(em, userId);
        await queueSignInLink(em, { userId, email, registration, browserHash: null }, { now: at, correlationId });
        await customer.record('customer.sign-in-link-sent');
        return { outcome: 'sent' };
      },
    });
  }

  /** @throws ProblemError `not-found` */
  returnCredit(
    context: Context,
    userId: string,
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof returnCustomerCreditEndpoint>> {
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async ({ em, at, record }) => {
        const row = await findSubscriptionOfUser(em, userId);
        const outcome = row === null ? 'no-period' : await returnCreditByStaff(em, row.id, at);
        if (outcome === 'returned') {
          await record('customer.credit-returned', { periodEnd: row?.creditedPeriodEnd?.toISOString() });
        }
        return { outcome };
      },
    });
  }

  /** @throws ProblemError `not-found` */
  cancel(
    context: Context,
    userId: string,
    { reason, stripeSubscriptionId, refundPence }: ParsedRequestBody<typeof cancelCustomerMembershipEndpoint>,
  ): Promise<EndpointAnswerBody<typeof cancelCustomerMembershipEndpoint>> {
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async ({ em, at, correlationId, record }) => {
        const row = await lockSubscriptionOf(em, userId);
        if (row === null) return { outcome: 'none' };
        if (row.stripeSubscriptionId !== stripeSubscriptionId) return { outcome: 'changed' };
        if (row.endsAt === null && !(await wouldRefundFullCheck(em, { row, pence: refundPence }, at)))
          return { outcome: 'changed' };
        const meant = { subscriptionId: row.id, stripeSubscriptionId, origin: 'staff' } as const;
        const cancelled = await cancelMembership(em, meant, { now: at, correlationId });
        if (cancelled.outcome !== 'cancelled') return { outcome: cancelled.outcome };
        await record('customer.membership-cancelled', { cancellationId: cancelled.cancellationId, refundPence });
        return { outcome: 'cancelled' };
      },
    });
  }

  /** @throws ProblemError `not-found` */
  optOutOfAllStreams(
    context: Context,
    userId: string,
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof unsubscribeCustomerEndpoint>> {
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async ({ em, email, at, record }) => {
        const streams = await optOutOfAllStreams(em, email, at);
        const texts = (await findWatch(em, userId))?.smsOn === true;
        if (texts) await changeWatch(em, { userId, changes: { smsOn: false } }, at);
        if (streams.length === 0 && !texts) return { outcome: 'already' };
        await record('customer.mails-stopped', { streams, texts });
        return { outcome: 'stopped' };
      },
    });
  }

  /** @throws ProblemError `not-found`; `too-many-requests` for a seventh copy within an hour */
  makeCopy(
    context: Context,
    userId: string,
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof startCustomerDataExportEndpoint>> {
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async ({ em, at, correlationId, record }) => {
        const { id: exportId, isNew } = await queueDataExport(em, userId, { now: at, correlationId });
        if (!isNew) return { outcome: 'making' };
        await record('customer.copy-started', { exportId });
        return { outcome: 'started' };
      },
    });
  }

  /** @throws ProblemError `not-found` */
  delete(
    context: Context,
    userId: string,
    { reason, email: typed, refundPence }: ParsedRequestBody<typeof deleteCustomerAccountEndpoint>,
  ): Promise<EndpointAnswerBody<typeof deleteCustomerAccountEndpoint>> {
    return this.#unlessDeleting(context, {
      userId,
      reason,
      act: async ({ em, email, at, correlationId, record }) => {
        if (typed !== email) return { outcome: 'wrong-email' };
        const row = await lockSubscriptionOf(em, userId);
        if (
          row === null
            ? refundPence !== 0
            : !(await wouldRefundFullCheck(em, { row, pence: refundPence, origin: 'deletion' }, at))
        ) {
          return { outcome: 'changed' };
        }
        const deletionId = await beginAccountDeletion(em, { userId }, { now: at, correlationId });
        if (deletionId === null) return { outcome: 'staff' };
        await record('customer.deletion-begun', { deletionId, refundPence });
        return { outcome: 'begun' };
      },
    });
  }

  /** @throws ProblemError `not-found` for an unknown account, or a session that is not, or no longer, its own */
  endSession(
    context: Context,
    { userId, sessionId }: { userId: string; sessionId: string },
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof endCustomerSessionEndpoint>> {
    return this.#locked(context, {
      userId,
      reason,
      act: async ({ em, at, record }) => {
        if (!(await endUserSession(em, { userId, id: sessionId }, at))) throw new ProblemError('not-found');
        await record('customer.session-ended', { sessionId });
        return { outcome: 'ended' };
      },
    });
  }

  /** @throws ProblemError `not-found` */
  endSessions(
    context: Context,
    userId: string,
    { reason }: Because,
  ): Promise<EndpointAnswerBody<typeof endCustomerSessionsEndpoint>> {
    return this.#locked(context, {
      userId,
      reason,
      act: async ({ em, at, record }) => {
        const sessions = await listSessionsOf(em, userId, at);
        if (sessions.length === 0) return { outcome: 'none' };
        await endUserSessions(em, { userId }, at);
        await record('customer.sessions-ended', { count: sessions.length });
        return { outcome: 'ended' };
      },
    });
  }

  #unlessDeleting<Answer>(
    context: Context,
    { userId, reason, act }: { userId: string; reason: string; act: (customer: Locked) => Promise<Answer> },
  ): Promise<Answer | { outcome: 'deleting' }> {
    return this.#locked(context, {
      userId,
      reason,
      act: async (customer) =>
        (await isAccountBeingDeleted(customer.em, userId)) ? { outcome: 'deleting' as const } : act(customer),
    });
  }

  /**
   * Locks the user first, as every other change of an account does, so that concurrent actions run one after the other.
   */
  #locked<Answer>(
    context: Context,
    { userId, reason, act }: { userId: string; reason: string; act: (customer: Locked) => Promise<Answer> },
  ): Promise<Answer> {
    const { now, correlationId } = context;
    return context.em.transactional(async (em) => {
      const profile = (await lockUserRow(em, userId)) ? await findProfile(em, userId) : null;
      if (profile === null) throw new ProblemError('not-found');
      return act({
        em,
        at: now(),
        userId,
        email: profile.email,
        correlationId,
        record: (action, details = {}) => auditStaffAction(em, context, { action, subject: userId, details, reason }),
      });
    });
  }
}

async function lockSubscriptionOf(em: Context['em'], userId: string): Promise<SubscriptionRow | null> {
  const row = await findSubscriptionOfUser(em, userId);
  return row === null ? null : lockSubscription(em, row.id);
}

/** Whether ending the membership now would give the refund that was shown. */
async function wouldRefundFullCheck(
  em: Context['em'],
  { row, pence, origin }: { row: SubscriptionRow; pence: number; origin?: CancellationOrigin | undefined },
  at: Date,
): Promise<boolean> {
  const terms = await endAndRefundIfCancelled(em, { row, origin }, at);
  return (terms?.refund.pence ?? 0) === pence;
}

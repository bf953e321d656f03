import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import {
  cancelCustomerMembershipEndpoint,
  deleteCustomerAccountEndpoint,
  endCustomerSessionEndpoint,
  endCustomerSessionsEndpoint,
  startCustomerDataExportEndpoint,
  returnCustomerCreditEndpoint,
  sendCustomerSignInLinkEndpoint,
  unsubscribeCustomerEndpoint,
} from '@ve/contracts/http/operations/admin-customer-actions';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { messages } from './action-messages.en-gb.ts';
import type { SupportAction } from './action.types.ts';
import { messages as supportMessages } from './messages.en-gb.ts';
import { refundTermsText, cancellationTermsText } from './cancellation-terms.ts';

type PlannedMove = CustomerSupportFile['plan'];
type Session = NonNullable<CustomerSupportFile['sessions']>[number];

/**
 * The actions that are possible for this customer now; null where one is not. An account that is being deleted has
 * none.
 */
export interface SupportActions {
  link: SupportAction;
  copy: SupportAction;
  /** Null if it has staff rights, or the refund is not known. */
  remove: SupportAction | null;
  mails: SupportAction | null;
  credit: SupportAction | null;
  cancel: SupportAction | null;
  sessions: SupportAction | null;
  endSession: (session: Session) => SupportAction;
}

/** The actions for a customer; null for an account that is being deleted. */
export function supportActionsForCustomer({
  person,
  plan,
  mails,
  texts,
  sessions,
}: CustomerSupportFile): SupportActions | null {
  if (person.deletingSince !== null) return null;
  const { userId, email, roles } = person;
  const params = { userId };
  return {
    link: {
      ...messages.link,
      what: messages.link.what(email),
      send: ({ reason }) => callApi(sendCustomerSignInLinkEndpoint, { params, body: { reason } }),
    },
    copy: {
      ...messages.copy,
      send: ({ reason }) => callApi(startCustomerDataExportEndpoint, { params, body: { reason } }),
    },
    remove: plan === null || roles.some((role) => role !== 'user') ? null : removal(userId, plan),
    mails:
      mails === null ||
      (mails.stopped.length === Object.keys(supportMessages.mails.streams).length && texts?.on !== true)
        ? null
        : {
            ...messages.mails,
            what: messages.mails.what(email),
            send: ({ reason }) => callApi(unsubscribeCustomerEndpoint, { params, body: { reason } }),
          },
    credit: creditOf(userId, plan),
    cancel: cancellationOf(userId, plan),
    sessions:
      sessions === null || sessions.length === 0
        ? null
        : {
            ...messages.sessions,
            ends: true,
            send: ({ reason }) => callApi(endCustomerSessionsEndpoint, { params, body: { reason } }),
          },
    endSession: ({ id, device }) => ({
      ...messages.session,
      what: messages.session.what(device ?? supportMessages.sessions.unknown),
      ends: true,
      send: ({ reason }) =>
        callApi(endCustomerSessionEndpoint, { params: { userId, sessionId: id }, body: { reason } }),
    }),
  };
}

const creditOf = (userId: string, plan: PlannedMove): SupportAction | null =>
  plan?.credit !== 'returnable'
    ? null
    : {
        ...messages.credit,
        what: messages.credit.what(
          plan.membership.paidUntil === null ? supportMessages.none : formatInstant(plan.membership.paidUntil),
        ),
        send: ({ reason }) => callApi(returnCustomerCreditEndpoint, { params: { userId }, body: { reason } }),
      };

function cancellationOf(userId: string, plan: PlannedMove): SupportAction | null {
  const terms = plan?.membership.ifCancelled ?? null;
  if (plan === null || terms === null) return null;
  const shown = { stripeSubscriptionId: plan.stripeSubscriptionId, refundPence: terms.refund.pence };
  return {
    ...messages.cancel,
    what: messages.cancel.what(cancellationTermsText(terms)),
    ends: true,
    send: ({ reason }) => callApi(cancelCustomerMembershipEndpoint, { params: { userId }, body: { reason, ...shown } }),
  };
}

const removal = (userId: string, { ifDeleted }: NonNullable<PlannedMove>): SupportAction => ({
  ...messages.delete,
  what: messages.delete.what(refundTermsText(ifDeleted)),
  ends: true,
  requiresEmail: true,
  send: ({ reason, email }) =>
    callApi(deleteCustomerAccountEndpoint, {
      params: { userId },
      body: { reason, email, refundPence: ifDeleted.pence },
    }),
});

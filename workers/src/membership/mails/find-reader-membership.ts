import { isStaffTemplate } from '@ve/contracts/mails';
import { findSubscriptionOfEmail } from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { cancelToken } from './cancel-token.ts';
import type { MessageBuilder } from '@ve/app/messaging/send-message';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import type { ClaimedMail } from '@ve/data/messaging/mails/mail.repository';
import type { ReaderMembership } from '../../messaging/mails/reader-membership.ts';
import { cancelUrlOf } from './membership-parts.tsx';

/**
 * Returns the running trial or membership of a mail's recipient, regardless of the mail's subject. Null if there is none,
 * for support, and for staff mails.
 */
export const findReaderMembership: MessageBuilder<
  Pick<ClaimedMail, 'template' | 'recipient'>,
  ReaderMembership | null,
  MailSettings
> = async (em, { template, recipient }, { settings, now }) => {
  if (recipient === null || isStaffTemplate(template)) return null;
  const row = await findSubscriptionOfEmail(em, recipient);
  const { state } = membershipOf(row, now);
  if (row === null || !isMembershipLive(state)) return null;
  const { id, stripeSubscriptionId, endsAt } = row;
  const token = stripeSubscriptionId === null ? null : await cancelToken(em, { id, stripeSubscriptionId });
  return { kind: state === 'trial' ? 'trial' : 'membership', endsAt, cancelUrl: cancelUrlOf(settings, token) };
};

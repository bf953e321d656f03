import { isStaffTemplate } from '@ve/contracts/mails';
import { findSubscriptionOfEmail } from '@ve/data/membership/subscription/subscription.repository';
import { isLive, membershipOf } from '@ve/domain/membership/membership-state';
import { cancelToken } from './cancel-token.ts';
import type { FindReaderMembership } from '../../messaging/mails/mail-needs.ts';
import { cancelUrlOf } from './membership-parts.tsx';

/**
 * The trial or membership that runs under the address of a mail, whatever the mail is about. Null for everybody else, for
 * our support, and in mails to a member of staff as such.
 */
export const findReaderMembership: FindReaderMembership = async (em, { template, recipient }, { settings, now }) => {
  if (recipient === null || isStaffTemplate(template)) return null;
  const row = await findSubscriptionOfEmail(em, recipient);
  const { state } = membershipOf(row, now);
  if (row === null || !isLive(state)) return null;
  const { id, stripeSubscriptionId, endsAt } = row;
  const token = stripeSubscriptionId === null ? null : await cancelToken(em, { id, stripeSubscriptionId });
  return { kind: state === 'trial' ? 'trial' : 'membership', endsAt, cancelUrl: cancelUrlOf(settings, token) };
};

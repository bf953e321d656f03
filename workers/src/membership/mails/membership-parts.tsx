import { membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { isStaffMailTemplate } from '@ve/contracts/mails';
import { findSubscriptionOfEmail } from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { signMembershipLinkToken } from '@ve/app/membership/cancellation/membership-token';
import type { MessageBuilder } from '@ve/app/messaging/send-message';
import type { ClaimedMail } from '@ve/data/messaging/mails/mail.repository';
import type { ReaderMembership } from '../../messaging/mails/mail-frame.tsx';

export const trialPrice = formatPrice(membershipOffer.trial.pence);

/** A registration with the spacing of its plate, or a note for a membership without a vehicle. */
export const formatPlateOrNote = (registration: string | null): string =>
  registration === null ? 'Not available' : formatRegistration(registration);

/** `3 March 2027 at 14:05 UK time`; "not known" if Stripe has not reported the membership's period yet. */
export const formatInstantOrNote = (instant: Date | null): string =>
  instant === null ? 'not known yet' : formatInstant(instant);

/** The page of a cancel link; without a token the page where a signed-in member cancels. */
export const cancelUrlOf = ({ origin }: MailSettings, token: string | null): string =>
  token === null ? `${origin}/my-account` : `${origin}/membership/cancel?token=${token}`;

/**
 * Returns the running trial or membership of a mail's recipient, regardless of the mail's subject. Null if there is
 * none, for support, and for staff mails.
 */
export const findMembershipOfMailReader: MessageBuilder<
  Pick<ClaimedMail, 'template' | 'recipient'>,
  ReaderMembership | null,
  MailSettings
> = async (em, { template, recipient }, { settings, now }) => {
  if (recipient === null || isStaffMailTemplate(template)) return null;
  const row = await findSubscriptionOfEmail(em, recipient);
  const { state } = membershipOf(row, now);
  if (row === null || !isMembershipLive(state)) return null;
  const { id, stripeSubscriptionId, endsAt } = row;
  const token = stripeSubscriptionId === null ? null : await signMembershipLinkToken(em, { id, stripeSubscriptionId });
  return { kind: state === 'trial' ? 'trial' : 'membership', endsAt, cancelUrl: cancelUrlOf(settings, token) };
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { findCancellation } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { findMailedCancellation } from '@ve/app/membership/cancellation/cancellation-outcome';
import { findMailedCharge, type MailedCharge } from '@ve/data/membership/mails/membership-mail.repository';
import { findRetainedPayment } from '@ve/data/membership/retained-record/retained-record.repository';
import { cancelToken } from '../../membership/mails/cancel-token.ts';
import type { EmailContent, MailBuilder } from '../../messaging/mails/email-content.ts';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { membershipCancelledEmail } from '../../membership/mails/membership-cancelled.mail.tsx';
import { paymentDisputedEmail, paymentDisputedNotice } from '../../membership/mails/payment-disputed.mail.tsx';
import {
  earlierRefundNotice,
  retainedPaymentRefundFailedNotice,
  refundRefusedNotice,
} from '../../membership/mails/refund-notices.mail.tsx';
import { refundFailedEmail, refundFailedNotice } from '../../membership/mails/refund-failed.mail.tsx';
import {
  secondChargeRefundFailedEmail,
  secondChargeRefundFailedNotice,
  secondChargeReturnedEmail,
} from '../../membership/mails/second-charge.mail.tsx';

/** Skipped when the cancellation was withdrawn in the meantime. */
export const buildMembershipCancelledEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const cancellation = subjectId === null ? null : await findMailedCancellation(em, subjectId, now);
  if (cancellation === null) return { skip: 'subject-deleted' };
  const { canWithdraw, subscription } = cancellation;
  const keepToken = canWithdraw && subscription !== null ? await cancelToken(em, subscription) : null;
  return membershipCancelledEmail(cancellation, keepToken, settings);
};

const chargeOf = (em: EntityManager, id: string | null): Promise<MailedCharge | null> =>
  id === null ? Promise.resolve(null) : findMailedCharge(em, id);

const ofCharge =
  (content: (charge: MailedCharge, settings: MailSettings) => EmailContent): MailBuilder =>
  async (em, { subjectId }, { settings }) => {
    const charge = await chargeOf(em, subjectId);
    return charge === null ? { skip: 'subject-deleted' } : content(charge, settings);
  };

export const buildRefundFailedEmail = ofCharge(refundFailedEmail);
export const buildRefundFailedNoticeEmail = ofCharge(refundFailedNotice);
export const buildSecondChargeReturnedEmail = ofCharge(secondChargeReturnedEmail);
export const buildSecondChargeRefundFailedEmail = ofCharge(secondChargeRefundFailedEmail);
export const buildSecondChargeRefundFailedNoticeEmail = ofCharge(secondChargeRefundFailedNotice);
export const buildEarlierRefundNoticeEmail = ofCharge(earlierRefundNotice);

/** Skipped when the refund was made in the meantime. */
export const buildRefundRefusedNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const made = subjectId === null ? null : await findCancellation(em, subjectId);
  if (made === null) return { skip: 'subject-deleted' };
  const charge = await chargeOf(em, made.paymentId);
  if (charge === null || made.refundId !== null) return { skip: 'not-needed' };
  return refundRefusedNotice({ cancellationId: made.id, refundPence: made.refundPence, charge }, settings);
};

export const buildRetainedPaymentRefundFailedNoticeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const payment = subjectId === null ? null : await findRetainedPayment(em, { id: subjectId });
  return payment === null ? { skip: 'subject-deleted' } : retainedPaymentRefundFailedNotice(payment, settings);
};

const ofChargeDispute =
  (content: typeof paymentDisputedEmail): MailBuilder =>
  async (em, { subjectId }, { settings }) => {
    const charge = await chargeOf(em, subjectId);
    if (charge === null) return { skip: 'subject-deleted' };
    const { dispute } = charge;
    return dispute === null ? { skip: 'not-needed' } : content({ ...charge, dispute }, settings);
  };

export const buildPaymentDisputedEmail = ofChargeDispute(paymentDisputedEmail);
export const buildPaymentDisputedNoticeEmail = ofChargeDispute(paymentDisputedNotice);

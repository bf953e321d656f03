import {
  type CancellationMailData,
  findCancellationMailData,
} from '@ve/app/membership/cancellation/cancellation-outcome';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { membershipOffer } from '@ve/domain/membership/offer';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import type { NoRefundReason } from '@ve/domain/membership/refund-due';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancelUrlOf, formatPlateOrNote, trialPrice } from './membership-parts.tsx';
import { signMembershipLinkToken } from '@ve/app/membership/cancellation/membership-token';

const noRefundMessages: Readonly<Record<NoRefundReason, string>> = {
  'never-charged': `We never charged you for the membership. The ${trialPrice} for the trial is not refunded.`,
  refunded: 'We have already returned your last payment, so you get nothing more back.',
  disputed: 'You have claimed your last payment back at your bank. The bank decides, so we do not refund it too.',
  'check-used': `You used the full check of this period, and your first full charge was more than ${membershipOffer.coolingOffDays} days ago, so there is no refund.`,
  'check-price':
    'You used the full check of this period, and its price is all that is left of your payment, so there is no refund.',
  'not-agreed':
    'You had not agreed to the change we told you about, so your membership ends with the time you have paid for.',
  'too-late': `Your last payment was more than ${membershipOffer.refundDays} days ago, so there is no refund.`,
};

const cardOf = ({ refundCard }: CancellationMailData): string =>
  refundCard === null ? 'the card you paid with' : `your card ending in ${refundCard.last4}`;

const arrives = `It usually arrives within ${refundArrivalTime}.`;

function reasonOf({ refundKind, days, last }: CancellationMailData): string {
  if (refundKind !== 'pro-rata' || days === null) return 'your last payment, as its full check was not used';
  const { pence = 0, fullCheckPence = 0 } = last ?? {};
  const shared = `${days.left} of the ${days.of} days of its month`;
  return fullCheckPence === 0
    ? `the part of your last payment for ${shared}`
    : `your last payment of ${formatPrice(pence)} less ${formatPrice(fullCheckPence)} for the full check you used, for ${shared}`;
}

/**
 * True for a membership that support ended in Stripe's dashboard before its paid time was over: Stripe itself ends only
 * unpaid ones.
 */
const endedBySupport = ({ origin, last, unpaid }: CancellationMailData): boolean =>
  origin === 'stripe' && last !== null && !unpaid;

const startAgain = 'You can start again at any time in your account.';

/** Why a trial or membership has ended that its member did not cancel. */
const unpaidText = ({ inTrial, monthlyPence }: CancellationMailData): string =>
  inTrial
    ? `We could not take the ${monthlyPence === null ? 'payment' : formatPrice(monthlyPence)} that was due after your trial, so no membership began. The ${trialPrice} of the trial is not refunded. ${startAgain}`
    : `We could not take the payment that was due, so your membership has ended. ${startAgain}`;

function moneyOf(cancellation: CancellationMailData, support: string): string {
  const { refundPence, returnedPence, disputed, byHand, noRefundReason, inTrial, last } = cancellation;
  if (disputed) return noRefundMessages.disputed;
  if (byHand) {
    return `You get ${formatPrice(refundPence)} back. We cannot send it to your card: we will write to you within two working days to ask how you would like it paid.`;
  }
  if (refundPence > 0) {
    return `We are returning ${formatPrice(refundPence)} to ${cardOf(cancellation)}: ${reasonOf(cancellation)}. ${arrives}`;
  }
  if (last?.givenBack) {
    const { pence, at } = last.givenBack;
    const when = at === null ? '' : ` on ${formatInstant(at)}`;
    return `We returned ${formatPrice(pence)} of your last payment to ${cardOf(cancellation)}${when}. ${arrives}`;
  }
  // A member who was charged and refunded needs no statement that nothing is refunded.
  if (returnedPence > 0) return '';
  if (last !== null && endedBySupport(cancellation)) {
    return `Our support has cancelled your membership. You last paid ${formatPrice(last.pence)}, on ${formatInstant(last.paidAt)}. None of it is refunded automatically. If you think we owe you money, write to us at ${support}.`;
  }
  if (cancellation.unpaid) return unpaidText(cancellation);
  if (noRefundReason === 'not-agreed') return noRefundMessages[noRefundReason];
  if (inTrial) return noRefundMessages['never-charged'];
  return noRefundReason === null ? 'There is no further refund.' : noRefundMessages[noRefundReason];
}

/**
 * Confirms the end of a trial or membership and the refund, within 24 hours of the request (DMCC Act 2024 s 261 in
 * substance).
 */
export const membershipCancelledEmail = (
  cancellation: CancellationMailData,
  /** Token of the link that withdraws the cancellation; null if it cannot be withdrawn. */
  keepToken: string | null,
  settings: MailSettings,
): EmailContent => {
  const {
    endsAt,
    ended: over,
    inTrial,
    refundPence,
    returnedPence,
    disputed,
    byHand,
    last,
    origin,
    unpaid,
    nextCharge,
    monthlyPence,
  } = cancellation;
  const ends = formatInstant(endsAt);
  const subject = over ? `Your ${inTrial ? 'trial' : 'membership'} has ended` : 'Your membership is cancelled';
  const back = (disputed ? 0 : refundPence + (last?.givenBack?.pence ?? 0)) + returnedPence;
  const money = moneyOf(cancellation, settings.support);
  const reportsStay = origin === 'deletion' ? '' : ' Your saved reports stay in your account.';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader={
          back > 0 && !byHand
            ? `${formatPrice(back)} is on its way back to you.`
            : nextCharge === null
              ? 'Nothing more will be charged.'
              : `It ends on ${ends}.`
        }
      >
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(cancellation.registration)],
            [over ? 'Ended' : 'Ends', ends],
            ['Refund', back > 0 ? formatPrice(back) : 'None'],
            ['Further charges', nextCharge === null ? 'None' : nextChargeText(nextCharge)],
          ]}
        />
        <MailParagraph>
          {over
            ? `Nothing more will be charged.${reportsStay}`
            : nextCharge === null
              ? `You have paid until ${ends} and stay a member until then. Nothing more will be charged.`
              : `Your last month has begun, with one more charge: ${nextChargeText(nextCharge)}. You stay a member until ${ends}.`}
        </MailParagraph>
        {money === '' ? null : <MailParagraph>{money}</MailParagraph>}
        {returnedPence > 0 ? (
          <MailParagraph>
            We had just charged {formatPrice(returnedPence)} for time after the end. We are returning that in full too,
            usually within {refundArrivalTime}.
          </MailParagraph>
        ) : null}
        {keepToken === null || monthlyPence === null ? null : (
          <>
            <MailParagraph>
              If you change your mind, you can keep your membership until {ends}, without signing in. You then pay{' '}
              {formatPrice(monthlyPence)} a month again from that day.
            </MailParagraph>
            <MailActionButton href={cancelUrlOf(settings, keepToken)}>Keep my membership</MailActionButton>
          </>
        )}
        {origin === 'change' ? (
          <MailParagraph>
            {over
              ? 'You can start again in your account.'
              : 'You can start again in your account once it has ended. If our refund rules give you money back, you can cancel there before that.'}
          </MailParagraph>
        ) : null}
        <MailParagraph>
          {unpaid || origin === 'change' ? 'If you think this is wrong' : 'If you did not ask for this'}, write to{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped when the cancellation was withdrawn in the meantime. */
export const buildMembershipCancelledEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const cancellation = subjectId === null ? null : await findCancellationMailData(em, subjectId, now);
  if (cancellation === null) return { skip: 'subject-deleted' };
  const { canWithdraw, subscription } = cancellation;
  const keepToken = canWithdraw && subscription !== null ? await signMembershipLinkToken(em, subscription) : null;
  return membershipCancelledEmail(cancellation, keepToken, settings);
};

import {
  type LastMembershipPayment,
  type MembershipMailData,
  findLastMembershipPayment,
  findMembershipMailData,
} from '@ve/data/membership/mails/membership-mail.repository';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { type NextCharge, membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import {
  MailActionButton,
  MailLabelledValues,
  MailParagraph,
  MailSmallPrint,
} from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancelUrlOf, formatPlateOrNote } from './membership-parts.tsx';
import { signMembershipLinkToken } from '@ve/app/membership/cancellation/membership-token';

/**
 * The six-monthly notice: the member's price, the last and the next charge, and how to cancel (DMCC Act 2024 s 258 in
 * substance).
 */
export const sixMonthlyMembershipNoticeEmail = ({
  membership,
  lastPaid,
  token,
  settings,
}: {
  membership: MembershipMailData & { nextCharge: NextCharge };
  lastPaid: LastMembershipPayment | null;
  token: string;
  settings: MailSettings;
}): EmailContent => {
  const subject = `You pay ${formatMoney(membership.monthlyPence, membershipOffer.currency)} a month for your membership`;
  const plate = formatPlateOrNote(membership.registration);
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="A reminder every six months, and how to cancel.">
        <MailLabelledValues
          rows={[
            ['Membership', membershipOffer.membership.name],
            ['Vehicle', plate],
            ...(lastPaid === null
              ? []
              : [
                  [
                    'Last charge',
                    `${formatMoney(lastPaid.amountPence, lastPaid.currency)} on ${formatInstant(lastPaid.paidAt)}`,
                  ] as const,
                ]),
            ['Next charge', nextChargeText(membership.nextCharge)],
          ]}
        />
        <MailParagraph>
          It continues each month until you cancel. Each month brings one full check
          {membership.registration === null ? '' : `, and reminders and alerts for ${plate}`}.
        </MailParagraph>
        <MailActionButton href={cancelUrlOf(settings, token)}>Cancel my membership</MailActionButton>
        <MailSmallPrint>
          The button opens a page that asks you to confirm. To stay a member, you need not do anything.
        </MailSmallPrint>
      </MailFrame>
    ),
  };
};

/** Skipped once the membership has ended or is cancelled. */
export const buildSixMonthlyMembershipNoticeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMembershipMailData(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { id, status, stripeSubscriptionId, cancelRequestedAt } = membership;
  const { nextCharge } = membershipTimelineOf(membership, now);
  const runsOn = status === 'active' && cancelRequestedAt === null && nextCharge !== null;
  if (!runsOn || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const lastPaid = await findLastMembershipPayment(em, stripeSubscriptionId);
  const token = await signMembershipLinkToken(em, { id, stripeSubscriptionId });
  return sixMonthlyMembershipNoticeEmail({ membership: { ...membership, nextCharge }, lastPaid, token, settings });
};

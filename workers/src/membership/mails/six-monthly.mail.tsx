import {
  type LastPaid,
  type MailedMembership,
  findLastMembershipPayment,
  findMailedMembership,
} from '@ve/data/membership/mails/membership-mail.repository';
import { chargeText } from '@ve/domain/membership/charge-text';
import { type NextCharge, timelineOf } from '@ve/domain/membership/membership-timeline';
import { offer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, Paragraph, SmallPrint } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancelUrlOf, plateOf } from './membership-parts.tsx';
import { cancelToken } from '@ve/app/membership/cancellation/membership-token';

/**
 * The six-monthly notice: the member's price, the last and the next charge, and how to cancel (DMCC Act 2024 s 258 in
 * substance).
 */
export const sixMonthlyEmail = ({
  membership,
  lastPaid,
  token,
  settings,
}: {
  membership: MailedMembership & { nextCharge: NextCharge };
  lastPaid: LastPaid | null;
  token: string;
  settings: MailSettings;
}): EmailContent => {
  const subject = `You pay ${formatMoney(membership.monthlyPence, offer.currency)} a month for your membership`;
  const plate = plateOf(membership.registration);
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="A reminder every six months, and how to cancel.">
        <Facts
          rows={[
            ['Membership', offer.membership.name],
            ['Vehicle', plate],
            ...(lastPaid === null
              ? []
              : [
                  [
                    'Last charge',
                    `${formatMoney(lastPaid.amountPence, lastPaid.currency)} on ${formatInstant(lastPaid.paidAt)}`,
                  ] as const,
                ]),
            ['Next charge', chargeText(membership.nextCharge)],
          ]}
        />
        <Paragraph>
          It continues each month until you cancel. Each month brings one full check
          {membership.registration === null ? '' : `, and reminders and alerts for ${plate}`}.
        </Paragraph>
        <Action href={cancelUrlOf(settings, token)}>Cancel my membership</Action>
        <SmallPrint>
          The button opens a page that asks you to confirm. To stay a member, you need not do anything.
        </SmallPrint>
      </MailFrame>
    ),
  };
};

/** Skipped once the membership has ended or is cancelled. */
export const buildSixMonthlyEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { id, status, stripeSubscriptionId, cancelRequestedAt } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const runsOn = status === 'active' && cancelRequestedAt === null && nextCharge !== null;
  if (!runsOn || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const lastPaid = await findLastMembershipPayment(em, stripeSubscriptionId);
  const token = await cancelToken(em, { id, stripeSubscriptionId });
  return sixMonthlyEmail({ membership: { ...membership, nextCharge }, lastPaid, token, settings });
};

import { type MembershipMailData, findMembershipMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { type NextCharge, membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { formatPlateOrNote } from './membership-parts.tsx';

/** Confirms that a cancellation was withdrawn, and the next charge. */
export const cancellationWithdrawnEmail = (
  { registration, monthlyPence, nextCharge }: MembershipMailData & { nextCharge: NextCharge | null },
  settings: MailSettings,
): EmailContent => {
  const subject = 'You keep your membership';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your cancellation is withdrawn.">
        <MailLabelledValues
          rows={[
            ['Vehicle', formatPlateOrNote(registration)],
            ['Next charge', nextCharge === null ? 'Not known yet' : nextChargeText(nextCharge)],
          ]}
        />
        <MailParagraph>
          Your cancellation is withdrawn. Your membership continues as before: {formatPrice(monthlyPence)} a month until
          you cancel.
        </MailParagraph>
        <MailParagraph>
          If you did not ask for this, write to{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/my-account`}>My account</MailActionButton>
      </MailFrame>
    ),
  };
};

/** Skipped once the membership is cancelled again. */
export const buildCancellationWithdrawnEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMembershipMailData(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  if (membership.endsAt != null) return { skip: 'not-needed' };
  const { nextCharge } = membershipTimelineOf(membership, now);
  return cancellationWithdrawnEmail({ ...membership, nextCharge }, settings);
};

import { type MailedMembership, findMailedMembership } from '@ve/data/membership/mails/membership-mail.repository';
import { chargeText } from '@ve/domain/membership/charge-text';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { type NextCharge, timelineOf } from '@ve/domain/membership/membership-timeline';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { Action, Facts, MailLink, Paragraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { plateOf } from './membership-parts.tsx';

/** Confirms that a cancellation was withdrawn, and the next charge. */
export const cancellationWithdrawnEmail = (
  { registration, monthlyPence, nextCharge }: MailedMembership & { nextCharge: NextCharge | null },
  settings: MailSettings,
): EmailContent => {
  const subject = 'You keep your membership';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="Your cancellation is withdrawn.">
        <Facts
          rows={[
            ['Vehicle', plateOf(registration)],
            ['Next charge', nextCharge === null ? 'Not known yet' : chargeText(nextCharge)],
          ]}
        />
        <Paragraph>
          Your cancellation is withdrawn. Your membership continues as before: {formatPrice(monthlyPence)} a month until
          you cancel.
        </Paragraph>
        <Paragraph>
          If you did not ask for this, write to{' '}
          <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </Paragraph>
        <Action href={`${settings.origin}/my-account`}>My account</Action>
      </MailFrame>
    ),
  };
};

/** Skipped once the membership is cancelled again. */
export const buildCancellationWithdrawnEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  if (membership.endsAt != null) return { skip: 'not-needed' };
  const { nextCharge } = timelineOf(membership, now);
  return cancellationWithdrawnEmail({ ...membership, nextCharge }, settings);
};

import { cancellationCodeMinutes } from '@ve/contracts/http/membership/cancellation';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailCodeText, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { cancellationCodeMs, issueCancellationCode } from '@ve/app/membership/cancellation/cancellation-codes';
import { findCancellationCode } from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { hasMembershipRecordsOfEmail } from '@ve/data/membership/cancellation-request/subscription-search.repository';

const lasts = `It works once, for ${String(cancellationCodeMinutes)} minutes.`;

/** The six-digit code that shows the reader's subscription on the cancellation page and lets them cancel it. */
export const cancellationCodeEmail = (code: string, settings: MailSettings): EmailContent => {
  const subject = 'Your code to see your subscription';
  const page = `${settings.origin}/cancellation`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={lasts}>
        <MailParagraph>
          You looked for your subscription at Vehicle Enquiry. Type this code on the page where you asked for it:
        </MailParagraph>
        <MailCodeText>{code}</MailCodeText>
        <MailParagraph>
          {lasts} If you have closed the page, open <MailLink href={page}>{page}</MailLink> and search for this e-mail
          address again to get a new code.
        </MailParagraph>
        <MailParagraph>
          Keep this code to yourself: anyone who has it can see your subscription and cancel it. We never ask you for it
          by phone or by e-mail. If you did not look for your subscription, do nothing, and nothing changes.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped for an address without a membership or payment, and when the code has expired. */
export const buildCancellationCodeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const asked = subjectId === null ? null : await findCancellationCode(em, subjectId);
  if (subjectId === null || asked === null) return { skip: 'subject-deleted' };
  if (now.getTime() - asked.createdAt.getTime() >= cancellationCodeMs) return { skip: 'not-needed' };
  if (!(await hasMembershipRecordsOfEmail(em, asked.email))) return { skip: 'not-needed' };
  return cancellationCodeEmail(await issueCancellationCode(em, subjectId), settings);
};

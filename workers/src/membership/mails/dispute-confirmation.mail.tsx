import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { whoCanCorrect } from '@ve/domain/membership/who-can-correct';
import { disputableReportSectionNames } from './dispute-labels.ts';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/**
 * Confirms a dispute to its sender, and names who can correct the entry at its source. Repeats none of the input:
 * anyone's address can be entered, and our mail must not carry another person's text to it.
 */
export const dataDisputeConfirmationEmail = (
  { section, reference }: { section: DisputableReportSection; reference: string },
  settings: MailSettings,
): EmailContent => {
  const subject = `We have your message about a report: ${reference}`;
  const { name, how, link } = whoCanCorrect(section);
  return {
    subject,
    replyTo: { name: 'Vehicle Enquiry support', address: settings.support },
    automatic: 'auto-replied',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`You will have a reply ${responseTimeLabels.reply}.`}>
        <MailParagraph>
          Thank you for telling us that something looks wrong in a report, under “
          {disputableReportSectionNames[section]}”. Our support team has your message, what the report said and its
          source.
        </MailParagraph>
        <MailParagraph>
          We will check what the source told us. If we showed it wrongly, we correct it. If the source itself is wrong,
          we cannot change its register. We will reply to this e-mail address {responseTimeLabels.reply}.
        </MailParagraph>
        <MailParagraph>
          Who can correct the entry at its source: {name}. {how} You need not wait for us:{' '}
          <MailLink href={link.url}>{link.text}</MailLink>
        </MailParagraph>
        <MailParagraph>
          If you did not write to us, someone typed your address by mistake. You need not do anything. To tell us, write
          to <MailLink href={`mailto:${settings.support}`}>{settings.support}</MailLink>.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

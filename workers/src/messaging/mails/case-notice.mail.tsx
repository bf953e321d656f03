import { type CaseKind, caseKindLabels } from '@ve/domain/messaging/contact/case-kinds';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EmailContent } from './render-email.ts';
import { MailFrame } from './mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailParagraph } from './mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

/** The page of the staff area with a case. */
export const staffCaseUrl = (reference: string, { origin }: MailSettings): string =>
  `${origin}/admin/cases?reference=${reference}`;

/**
 * Notifies support of a new case. Names neither its text nor its sender: the deletion of an account, and the retention
 * periods, do not reach a mailbox.
 */
export const caseNoticeEmail = (
  { kind, reference, dueAt }: { kind: CaseKind; reference: string; dueAt: Date },
  settings: MailSettings,
): EmailContent => {
  const subject = `${caseKindLabels[kind]} ${reference}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`To be answered by ${formatInstant(dueAt)}.`}>
        <MailLabelledValues rows={[['Answer by', formatInstant(dueAt)]]} />
        <MailParagraph>
          Read and answer it in the staff area. The sender and the message are shown only there.
        </MailParagraph>
        <MailActionButton href={staffCaseUrl(reference, settings)}>Open the case</MailActionButton>
      </MailFrame>
    ),
  };
};

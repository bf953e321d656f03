import { findServiceFault, type ServiceFaultRow } from '@ve/data/operations/service-fault/service-fault.repository';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';

/** Notifies the operator that something is wrong with the service. */
export const serviceFaultEmail = (
  { summary, beganAt }: Pick<ServiceFaultRow, 'summary' | 'beganAt'>,
  settings: MailSettings,
): EmailContent => {
  const subject = `Something is wrong: ${summary}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={`Since ${formatInstant(beganAt)}.`}>
        <MailLabelledValues rows={[['Since', formatInstant(beganAt)]]} />
        <MailParagraph>
          The staff area shows what else is wrong. We write again when this is resolved, and not in between.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/admin/operations`}>Open operations</MailActionButton>
      </MailFrame>
    ),
  };
};

/** Notifies the operator that it is resolved. */
export const serviceFaultResolvedEmail = (
  { summary, beganAt, endedAt }: Pick<ServiceFaultRow, 'summary' | 'beganAt' | 'endedAt'>,
  settings: MailSettings,
): EmailContent => {
  const subject = `Resolved: ${summary}`;
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader="This is no longer wrong.">
        <MailLabelledValues
          rows={[
            ['Since', formatInstant(beganAt)],
            ['Resolved', endedAt === null ? '' : formatInstant(endedAt)],
          ]}
        />
        <MailParagraph>You need not do anything about it.</MailParagraph>
      </MailFrame>
    ),
  };
};

const builderOf =
  (content: (fault: ServiceFaultRow, settings: MailSettings) => EmailContent): MailBuilder =>
  async (em, { subjectId }, { settings }) => {
    const fault = subjectId === null ? null : await findServiceFault(em, subjectId);
    return fault === null ? { skip: 'subject-deleted' } : content(fault, settings);
  };

export const buildServiceFaultEmail = builderOf(serviceFaultEmail);

export const buildServiceFaultResolvedEmail = builderOf(serviceFaultResolvedEmail);

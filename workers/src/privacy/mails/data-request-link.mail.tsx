import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import {
  findPersonalDataRequest,
  isEmailAddressKnown,
  setPersonalDataRequestToken,
} from '@ve/data/privacy/my-data/data-request.repository';
import { isWithinLifetime } from '@ve/domain/identity/mailed-link';
import { dataRequestLinkLifetimeMs } from '@ve/domain/privacy/lifetimes';
import { newSecretToken } from '@ve/app/kernel/secret-token';

/** Links to the data held about an address. The link opens a page; only that page's button deletes. */
export const dataRequestLinkEmail = (token: string, settings: MailSettings): EmailContent => {
  const subject = 'What we hold about you';
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame
        settings={settings}
        title={subject}
        preheader="See it, download it or delete it. The link works for an hour."
      >
        <MailParagraph>
          You asked what Vehicle Enquiry holds under this e-mail address. This link shows it. You can download it or
          delete it there.
        </MailParagraph>
        <MailActionButton href={`${settings.origin}/your-data/held?token=${token}`}>See what is held</MailActionButton>
        <MailParagraph>
          It works for an hour. If it was not you, do nothing. No one can see anything without this link, so do not pass
          it on.
        </MailParagraph>
      </MailFrame>
    ),
  };
};

/** Skipped for an address without data: the request reveals nothing, and no mail is sent. */
export const buildDataRequestLinkEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const request = subjectId === null ? null : await findPersonalDataRequest(em, subjectId);
  if (request === null) return { skip: 'subject-deleted' };
  if (
    !isWithinLifetime(request.createdAt, dataRequestLinkLifetimeMs, now) ||
    !(await isEmailAddressKnown(em, request.email))
  )
    return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setPersonalDataRequestToken(em, request.id, hash);
  return dataRequestLinkEmail(token, settings);
};
